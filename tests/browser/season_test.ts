import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import type { BoardRow } from "../../server/contracts/season.ts";
import { serveArena } from "../../server/testing/arena_route.ts";
import {
  axeFaults,
  browserTest,
  look,
  OF_COLOURS,
  pageUntil,
} from "../../server/testing/browser.ts";
import { seasonFolder } from "../../server/testing/season_folder.ts";
import { assertSound, openBeside, SCREENS } from "../../server/testing/season_page.ts";

/** A scored season, played once for all tests. */
const scored = await seasonFolder(60);

/** Asserts that a page is sound, and accessible in the dark as well. */
async function assertSoundInBoth(page: Page): Promise<void> {
  await assertSound(page);
  const { width } = page.viewportSize() ?? { width: 0 };
  await look(page, width, "dark");
  assertEquals(await axeFaults(page, OF_COLOURS), [], "in the dark");
  await look(page, width, "light");
}

for (const [screen, options] of Object.entries(SCREENS)) {
  browserTest(`a visitor without a key reads who leads, and how: ${screen}`, async (stage) => {
    // The story comes first, and the season is a banner that moves nothing.
    const page = await openBeside(stage, scored, "/", options);
    await page.getByRole("heading", { level: 1, name: "Beat doing nothing" }).waitFor();
    const link = page.getByRole("navigation", { name: "Boards" }).getByRole("link");
    await page.getByRole("link", { name: "Autumn 1: the result" }).click();
    await page.getByText(/^60 entries on 64 hidden half-years of sUSDe, daily: /).waitFor();
    await page.evaluate("globalThis.shifts.length = 0");
    const heading = await page.getByRole("heading", { level: 1 }).innerText();
    assertMatch(heading, /lead|Nobody (surely )?beat both/);
    assertEquals(await link.allInnerTexts(), ["Strategies", "Season"], "Practice has no rows");
    assertEquals(await link.last().getAttribute("aria-current"), "page");
    await assertSoundInBoth(page);
    await stage.picture(page, `season-${screen}`);

    await page.locator(".row-open").nth(1).click();
    const dots = page.getByRole("slider", { name: /^Edge over Hold on each half-year/ });
    await dots.waitFor();
    assertMatch(page.url(), /#\/board\/season\/autumn-1\/susde-daily\/\d+/);
    assert(await dots.locator("circle").count() > 0);
    await assertSoundInBoth(page);
    await stage.picture(page, `season-row-${screen}`);
    // The address leads back to the row.
    await page.reload();
    await dots.waitFor();
    await page.getByRole("link", { name: "Open in the workbench" }).click();
    await page.getByText("over Hold").first().waitFor();
  });
}

browserTest("a dot of an entry opens its half-year, of which nothing is judged", async (stage) => {
  const page = await openBeside(stage, scored);
  await page.locator(".row-open").nth(1).click();
  const dot = page.locator("circle[data-path].strategy").last();
  const number = Number(await dot.getAttribute("data-path")) + 1;
  await dot.hover();
  const text = await page.locator(".path-strips .readout").innerText();
  await dot.click();
  const bar = page.getByRole("navigation", { name: "Half-year" });
  const heading = bar.getByRole("heading", { name: `Half-year ${number} of 64 of the season` });
  await heading.waitFor();
  const place = page.url();
  assertMatch(place, /&path=\d+&season=autumn-1\/susde-daily\/\d+$/);
  assertEquals(`Half-year ${number}: ${await bar.getByRole("status").innerText()}`, text);
  const money = page.locator(".answer-part").filter({ hasText: `, half-year ${number}` }).last();
  await money.waitFor();
  assertEquals(await axeFaults(page), []);
  await stage.picture(page, "season-half-year");
  for (const tab of ["Why", "Trades"]) {
    await page.getByRole("link", { name: tab, exact: true }).click();
    await heading.waitFor();
  }
  await bar.getByRole("link", { name: "the worst" }).press("ArrowLeft");
  await pageUntil(page, `!location.hash.includes("&path=${number}&")`);
  await page.goto(place);
  await money.waitFor();
  await page.getByRole("button", { name: "Judge" }).waitFor();
  // It is the entry's: another rule does not stand on it.
  await page.goto(place.replace(/season=.*/, "season=autumn-1/susde-daily/1"));
  await page.getByText("The season ran another rule").waitFor();
  await page.goto(place);
  await bar.getByRole("link", { name: "Back to the season" }).click();
  await page.getByRole("slider", { name: /^Edge over Hold on each half-year/ }).waitFor();
});

browserTest("rows are read by arrow keys, and an entry and the result verified", async (stage) => {
  const page = await openBeside(stage, scored);
  await page.locator(".row-open").first().focus();
  await page.keyboard.press("ArrowDown");
  const focused = "Number(document.activeElement.closest('tr')?.dataset.at)";
  await pageUntil(page, `${focused} > 0 && ${focused} < 4`);
  await page.keyboard.press("End");
  await pageUntil(page, `${focused} > 30`);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Close" }).click();
  await page.locator(".row-open").first().click();
  await page.getByRole("button", { name: "Verify in this browser" }).click();
  const outcome = page.getByText("Everything holds.");
  await outcome.waitFor();
  await page.getByText(/1 random .* were run again on 64 paths: equal to the bit/).waitFor();
  // A flipped bit of the matrix is named.
  const file = "autumn-1/susde-daily.f64";
  const matrix = scored.get(file)?.slice() ?? new Uint8Array();
  matrix[1000] = (matrix[1000] ?? 0) ^ 1;
  await page.unroute("**/arena/**");
  await serveArena(page, new Map([...scored, [file, matrix]]));
  await page.getByRole("button", { name: "Verify the result of Autumn 1" }).click();
  await page.getByText("Wrong: something is not what it was said to be.").waitFor();
  await page.getByText(/matrixHash|hash/i).first().waitFor();
});

browserTest("of ten thousand rows those are drawn to which a reader comes", async (stage) => {
  const read = (path: string): { readonly rows: readonly BoardRow[]; readonly head?: object } =>
    JSON.parse(new TextDecoder().decode(scored.get(path)));
  const { head, rows } = read("autumn-1/susde-daily.json");
  const own = rows.filter(({ number }) => number !== null);
  const count = 10_000;
  const all = [
    ...rows,
    ...Array.from({ length: count - own.length }, (_, at) => ({
      ...own.at(-1),
      number: own.length + at + 1,
      sameAs: null,
      like: null,
    })),
  ];
  const folder = new Map(scored);
  const put = (path: string, value: unknown): void => {
    folder.set(`autumn-1/${path}`, new TextEncoder().encode(JSON.stringify(value)));
  };
  put("susde-daily.json", { head: { ...head, entries: count }, rows: all.slice(0, 200) });
  for (let from = 0; from < all.length; from += 1000) {
    put(`susde-daily-rows-${1 + from / 1000}.json`, { rows: all.slice(from, from + 1000) });
  }
  const page = await openBeside(stage, folder);
  await page.getByText(/^10,000 entries on 64 hidden half-years/).waitFor();
  const drawn = "document.querySelectorAll('.season-table tbody tr').length";
  assert(await page.evaluate<number>(drawn) <= 200);
  // The end of the drawn rows loads and draws the next ones.
  await page.evaluate("scrollTo(0, document.body.scrollHeight)");
  await pageUntil(page, `${drawn} > 300`);
  await page.evaluate("scrollTo(0, document.body.scrollHeight)");
  await pageUntil(page, `${drawn} > 500`);
  await page.getByLabel("Search entries").fill("entry 9999");
  await page.getByRole("button", { name: "entry 9999" }).waitFor();
});
