import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { axeFaults, browserTest, linkTo, type Stage } from "../../server/testing/browser.ts";
import { ROOT } from "../../server/testing/root.ts";

const OFFICIAL = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };
const CSV = await Deno.readTextFile(`${ROOT}datasets/ghousd-daily.csv`);
const MANIFEST = await Deno.readTextFile(`${ROOT}datasets/manifest.json`);
const NAME = "My pool";
const END = "2026-10-22T00:00";

interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** Drops files on the page with the events of a real drop. */
async function dropFiles(page: Page, files: readonly NamedText[]): Promise<void> {
  await page.getByText("or drop them on this page").waitFor();
  await page.evaluate(`(() => {
    const dataTransfer = new DataTransfer();
    for (const { name, text } of ${JSON.stringify(files)}) {
      dataTransfer.items.add(new File([text], name));
    }
    const drop = (type) => new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true });
    for (const type of ["dragover", "drop"]) document.querySelector(".drop").dispatchEvent(drop(type));
  })()`);
}

/** Drops a CSV file and enters the facts that it lacks: it ends a week before the market. */
async function giveOwn(page: Page): Promise<void> {
  await dropFiles(page, [{ name: "pool.csv", text: CSV }]);
  const form = page.getByRole("form", { name: "Facts of the market" });
  await form.getByLabel("Name").fill(NAME);
  await form.getByLabel("Last bar, UTC").fill(END);
  await form.getByRole("button", { name: "Import the dataset" }).click();
  await page.getByRole("heading", { name: `PT ${NAME} mine` }).waitFor();
}

/** Opens the view of the market and records everything that is sent. */
async function openRecorded(stage: Stage): Promise<{ page: Page; sent: string[] }> {
  const page = await stage.blank();
  const sent: string[] = [];
  page.on("request", (request) => sent.push(`${request.method()} ${request.postData() ?? ""}`));
  await page.goto(linkTo("workbench/market", OFFICIAL));
  return { page, sent };
}

function view(page: Page, name: string): Promise<void> {
  return page.getByRole("link", { name, exact: true }).click();
}

browserTest(
  "a local dataset is imported, stored, usable in every view, and never sent",
  async (stage) => {
    const { page, sent } = await openRecorded(stage);
    await dropFiles(page, [{ name: "pool.csv", text: CSV }]);
    const form = page.getByRole("form", { name: "Facts of the market" });
    await form.waitFor();
    assertEquals(await form.getByLabel("Name").inputValue(), "pool");
    const { markets } = JSON.parse(MANIFEST);
    const { expiry } = markets[2];
    assertEquals(`${await form.getByLabel("Expiry, UTC").inputValue()}:00Z`, expiry);
    assertEquals(await axeFaults(page), []);
    await stage.picture(page, "own-asked");
    await form.getByText("impliedApy ends at 2026-10-22").waitFor();
    await form.getByLabel("What underlyingApy is").selectOption("publishedApy");
    await form.getByText("More facts").click();
    await form.getByLabel("Scalar root of the pool").fill("no number");
    await form.getByRole("button", { name: "Import the dataset" }).click();
    await page.getByText('“Scalar root of the pool” is "no number", must be a number').waitFor();
    assertEquals(await form.getByLabel("What underlyingApy is").inputValue(), "publishedApy");
    assertEquals(await form.getByLabel("Expiry, UTC").inputValue() + ":00Z", expiry);
    await form.getByRole("button", { name: "Discard" }).click();
    await giveOwn(page);
    await page.getByText("Estimated, not recorded: scalarRoot.").waitFor();
    await page.getByText("the last bar closes 168 hours before expiry").waitFor();
    await page.getByRole("combobox", { name: "Market" }).waitFor();
    assertEquals(await page.getByRole("radio", { name: "Hourly" }).count(), 0);
    assertEquals(await axeFaults(page), []);

    await page.reload();
    await page.getByRole("heading", { name: `PT ${NAME} mine` }).waitFor();
    await page.getByText("Daily: 210 bars").waitFor();
    await view(page, "One history");
    await page.getByRole("heading", { name: "On its one history: no verdict" })
      .waitFor();
    await page.getByText(/No generator makes such bars/).waitFor();
    await view(page, "Sweep");
    await page.getByRole("button", { name: "Run 1,024 candidates" }).click();
    await page.getByRole("heading", { name: /^Best of 1,024/ }).waitFor();
    await page.getByRole("button", { name: /^Verify/ }).click();
    await view(page, "Verify on the server, or as code");
    await page.getByText("This market is yours alone").waitFor();
    await page.getByLabel("API key").fill(stage.server.key);
    assert(await page.getByRole("button", { name: "Verify", exact: true }).isDisabled());
    assertEquals(await axeFaults(page), []);
    assert(sent.length > 5 && sent.every((request) => request === "GET "), "nothing was posted");
  },
);

browserTest("a file is mended, kept, exported, removed and asked for", async (stage) => {
  const { page } = await openRecorded(stage);
  const [head = "", ...lines] = CSV.trimEnd().split("\n");
  const changed = (at: number, cell: string): string =>
    [head, ...lines.with(at, (lines[at] ?? "").replace(/,[^,]*/, cell)), ""].join("\n");
  await dropFiles(page, [{ name: "a.csv", text: changed(3, ",x") }]);
  await page.getByText('a.csv, line 5, column 2 (impliedApy): it is "x"').waitFor();
  await page.getByRole("button", { name: "Discard" }).click();
  await dropFiles(page, [{ name: "c.csv", text: changed(9, ",0.5") }]);
  const form = page.getByRole("form", { name: "Facts of the market" });
  await form.getByLabel("Last bar, UTC").fill("2026-10-29T00:00");
  await form.getByRole("button", { name: "Import the dataset" }).click();
  await page.getByText("impliedApy has no row").waitFor();
  assertEquals(await form.getByLabel("Last bar, UTC").inputValue(), "2026-10-29T00:00");
  await stage.picture(page, "own-fault");
  assertEquals(await page.locator(".local-list li").count(), 0);
  await page.getByRole("button", { name: "Discard" }).click();

  // The page imports its own exports, and lists many markets by origin.
  await giveOwn(page);
  const given: NamedText[] = [];
  for (const name of ["manifest.json", "daily.csv"]) {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: new RegExp(`^${name}`) }).click();
    given.push({ name, text: await Deno.readTextFile(await (await download).path()) });
  }
  assertEquals(JSON.parse(given[0]?.text ?? "").markets[0].marketId, 1000);
  const other = await stage.open(linkTo("workbench/market", OFFICIAL));
  await dropFiles(other, given);
  await other.getByRole("heading", { name: `PT ${NAME} mine` }).waitFor();
  assertEquals(decodeURIComponent(other.url()), decodeURIComponent(page.url()));

  // With more than four markets they are chosen from a list, grouped by origin.
  await dropFiles(other, [{ name: "manifest.json", text: MANIFEST }, {
    name: "ghousd-daily.csv",
    text: CSV,
  }]);
  await other.getByRole("heading", { name: "PT ghoUSD mine" }).waitFor();
  const select = other.getByRole("combobox", { name: "Market" });
  const groups = await other.evaluate<string[]>(
    "[...document.querySelectorAll('.market-select optgroup')].map((one) => one.label + ' ' + one.children.length)",
  );
  assertEquals(groups, ["Simulated 3", "Real 4", "Own, in this browser 2"]);
  await select.selectOption("sUSDf");
  await other.getByRole("heading", { name: "PT sUSDf" }).waitFor();
  assertEquals(await axeFaults(other), []);

  // A removed dataset is asked for when an address names it.
  const address = page.url();
  await page.getByRole("button", { name: /^Remove/ }).click();
  await page.getByRole("heading", { name: "PT sUSDe" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "PT sUSDe" }).waitFor();
  assertEquals(await page.getByText(NAME).count(), 0);
  await page.goto(address);
  await page.getByText("this browser does not keep it: drop its files below").waitFor();
  await giveOwn(page);
  assertEquals(page.url(), address);
});
