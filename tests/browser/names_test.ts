import { assertEquals, assertMatch } from "@std/assert";
import { axeFaults, browserTest, linkTo } from "../../server/testing/browser.ts";
import { keptHashes } from "../../server/testing/kept_hashes.ts";
import { until } from "../../server/testing/until.ts";

const CALM = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };
const FAST = {
  marketId: 1,
  components: [{ strategyId: "yield-rsi", strategyParams: { period: 5 } }],
};

browserTest(
  "a named candidate has its name everywhere, and two are compared by value",
  async (stage) => {
    const page = await stage.open(linkTo("workbench", CALM));
    await page.getByRole("figure", { name: /^Position/ }).waitFor();
    await page.getByRole("button", { name: "Pin to compare" }).first().click();
    await until(async () => (await keptHashes(page)).length > 0, "the candidate to be kept");
    await page.goto(linkTo("work", CALM));
    const name = page.getByLabel(/^Name of Yield RSI on/);
    await name.fill("Calm");
    await name.press("Tab");
    await page.getByRole("link", { name: "Calm", exact: true }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: /^Strategy, market/ }).fill("calm");
    await page.getByRole("option", { name: /^Calm Yield RSI, sUSDe/ }).waitFor();
    await page.keyboard.press("Escape");

    await page.goto(linkTo("compare", FAST));
    await page.getByRole("region", { name: "Comparison" }).getByRole("link", { name: "Calm" })
      .waitFor();
    const differing = page.getByRole("region", { name: "What differs" });
    const cells = await differing.getByRole("row").last().locator("th, td").allTextContents();
    assertEquals(cells.slice(0, 3), ["Yield RSI: Period", "5", "14"]);
    assertEquals(await differing.getByRole("row").count(), 2);
    assertEquals(await axeFaults(page), []);
    await stage.picture(page, "differing");
  },
);

browserTest("one candidate is compared on all markets, the real one too", async (stage) => {
  const page = await stage.open(linkTo("workbench", CALM));
  await page.getByRole("button", { name: /^Verify/ }).click();
  await page.getByRole("button", { name: "Compare it on all markets" }).click();
  await page.getByText("Yield RSI on 7 markets. Each has its own paths and tries.").waitFor();
  const table = page.getByRole("region", { name: "Comparison" });
  await table.waitFor();
  const lines = await table.locator("tbody th").allTextContents();
  assertMatch(
    lines.join(),
    /Yield RSI, sUSDe, hourly,.*sUSDf.*ghoUSD.*sUSDe, Sep 2025, real, daily/,
  );
  // Seven candidates, with Hold and idle of each market.
  assertEquals(lines.length, 21);
  await stage.assertLooks(page, "markets");
});
