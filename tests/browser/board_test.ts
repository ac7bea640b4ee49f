import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import { axeFaults, browserTest, linkTo } from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { until } from "../../server/testing/until.ts";

/** How many strategies the catalogue has. */
const COUNT = 34;

const TABLE = "Strategies by what holds on new data";

/** Waits until all are judged and opens every group; returns the text of each row, cell by cell. */
async function rowsOf(page: Page): Promise<readonly (readonly string[])[]> {
  await page.getByRole("table", { name: TABLE }).waitFor();
  await page.getByText(/^of \d+$/).waitFor();
  await inTurn(await page.getByRole("button", { name: /^Show all/ }).all(), (one) => one.click());
  return await page.evaluate<string[][]>(
    `[...document.querySelectorAll(".ranking tbody tr:not(.group-head)")].map((row) =>
      [...row.cells].map((cell) => cell.innerText.trim()))`,
  );
}

/** Returns the names of the strategies, from the top, including those of a group in one line. */
async function namesOf(page: Page): Promise<readonly string[]> {
  await rowsOf(page);
  return await page.getByRole("rowheader").getByRole("link").allInnerTexts();
}

browserTest("the first screen introduces the page and explains its terms", async (stage) => {
  const page = await stage.open("/");
  await rowsOf(page);
  const text = (await page.getByRole("main").innerText()).replaceAll(/\s+/g, " ");
  for (
    const said of [
      /Which rule beats simply holding the bond\? 34 strategies tried on one market\. Simulated prices/,
      /PT is a zero-coupon bond: buy it under 1, get 1 on 25 Jun 2026/,
      /SY is the same money left in the savings pool at a floating rate/,
      /A strategy is a rule/,
      /Hold, this path \S+ buy PT at once, keep it/,
      /idle, this path \S+ leave everything in SY/,
      /Edge: what a rule earned in a year beyond the better of Hold and idle, .* Passed: luck/,
      /The half-years of this market flatter: .* Expect less than the edge shown/,
    ]
  ) assertMatch(text, said);
  await page.getByRole("group", { name: "Market" }).getByText("sUSDf").click();
  await page.getByText(/get 1 on 24 Sept? 2026/).waitFor();
  // Two strategies need the next maturity, which this market lacks.
  await page.getByText(/32 of 34 strategies tried on one market/).waitFor();
  await page.getByText("of 32", { exact: true }).waitFor();
  assertEquals(await page.getByText(/half-years of this market flatter/).count(), 0);
});

browserTest("strategies are ordered by what holds on new data, in groups", async (stage) => {
  const page = await stage.open("/");
  const rows = await rowsOf(page);
  const heads = await page.locator(".group-head b").allInnerTexts();
  assertEquals(heads, ["Passed on new data", "Not passed", "Here the same as Hold"]);
  const numbersOf = (group: string): Promise<readonly number[]> =>
    page.evaluate(`[...document.querySelectorAll(".ranking .${group} td.edge")].map((cell) =>
      parseFloat(cell.innerText.replace("−", "-")))`);
  await inTurn(["passed", "failed"], async (group) => {
    const edges = await numbersOf(group);
    assert(edges.length > 0, group);
    assertEquals(edges, edges.toSorted((a, b) => b - a), group);
  });
  // The best score of this path is not what holds.
  const [score] = rows.map((row) => Number(row[7])).toSorted((a, b) => b - a);
  assert(Number(rows[0]?.[7]) < (score ?? 0));
  const row = page.getByRole("row", { name: /Yield RSI/ });
  assertMatch(await row.innerText(), /[+−]\d\.\d\d %\/y\s+over 99 %/);
  assertEquals(await row.locator("svg path.strategy").count(), 1);
  assert(await page.locator(".ranking .axis i").count() > 2);
  assertEquals((await namesOf(page)).length, COUNT);
  assertEquals(await axeFaults(page), []);
});

browserTest("all verdicts of a board count as tries, also on the workbench", async (stage) => {
  const page = await stage.open("/");
  await rowsOf(page);
  await page.getByText(/counts as a try: 34 tries here so far/).waitFor();
  await page.goto(linkTo("workbench/scenarios", {
    marketId: 1,
    components: [{ strategyId: "yield-rsi", strategyParams: { period: 30 } }],
  }));
  await page.getByText(/counting 35 tries/).first().waitFor();
  // The values of the curves behind its knobs are no tries.
  await page.getByRole("img", { name: /^Score along .*period: from/ }).waitFor();
  await page.getByRole("link", { name: "Board", exact: true }).click();
  await page.getByText(/counts as a try: 35 tries here so far/).waitFor();
});

browserTest(
  "a row opens its candidate on the workbench, by keyboard, with its score",
  async (stage) => {
    const page = await stage.open("/");
    const [first = ""] = await namesOf(page);
    const [row] = (await rowsOf(page)).filter(([, name = ""]) => name.startsWith(first));
    await page.getByRole("rowheader").getByRole("link", { name: first, exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByText(row?.[7] ?? "no score").first().waitFor();
    assertMatch(page.url(), /#\/workbench\?candidate=/);
    await page.goBack();
    assertEquals((await namesOf(page))[0], first);
  },
);

browserTest("the board is filtered by category and by text", async (stage) => {
  const page = await stage.open("/");
  assertEquals((await namesOf(page)).length, COUNT);
  await page.getByText("Convergence", { exact: true }).first().click();
  const some = await namesOf(page);
  assert(some.length > 2 && some.length < COUNT / 2);
  await page.getByText("All", { exact: true }).click();
  await page.getByRole("searchbox", { name: "Search strategies" }).fill("wilder YIELD");
  const found = await namesOf(page);
  assert(found.includes("Yield RSI") && found.length < 4, found.join());
  await page.getByRole("searchbox").fill("no such words");
  await page.getByText("No strategy has all these words").waitFor();
});

browserTest(
  "another market has its own ranking and names strategies that cannot run on it",
  async (stage) => {
    const page = await stage.open("/");
    const before = await namesOf(page);
    await page.getByRole("group", { name: "Market" }).getByText("ghoUSD").click();
    await page.getByText("get 1 on 29 Oct 2026").waitFor();
    await page.getByRole("row", { name: /^Cannot run here .*\(needs the feature termStructure\)/ })
      .waitFor();
    assertEquals((await namesOf(page)).toSorted(), before.toSorted());
  },
);

browserTest("pinned candidates are ranked and marked", async (stage) => {
  const mine = {
    marketId: 1,
    components: [{ strategyId: "yield-rsi", strategyParams: { period: 30 } }],
  };
  const page = await stage.open(linkTo("workbench", mine));
  await page.getByRole("button", { name: "Pin to compare" }).first().click();
  await page.getByRole("link", { name: "Board", exact: true }).click();
  const row = page.getByRole("row", { name: /Yield RSI \(Period 30\).*pinned/ });
  await row.waitFor();
  assertEquals((await namesOf(page)).length, COUNT + 1);
  await page.getByRole("row", { name: /^Yours 1/ }).waitFor();
  await page.getByText("Mine", { exact: true }).click();
  await until(async () => (await namesOf(page)).length === 1);
});

browserTest("the cells of a row do not overlap, at every width", async (stage) => {
  await inTurn([360, 390, 820, 1024, 1440, 1920], async (width) => {
    const page = await stage.open("/", { viewport: { width, height: 900 } });
    await rowsOf(page);
    await page.locator(".ranking path.strategy").first().waitFor();
    const faults = await page.evaluate<string[]>(`(() => {
      const rows = [...document.querySelectorAll(".ranking tbody tr:not(.group-head)")].slice(0, 3)
        .map((row) => [...row.cells].map((cell) => {
          const content = document.createRange();
          content.selectNodeContents(cell);
          return [cell.className, content.getBoundingClientRect()];
        }));
      const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 &&
        a.top < b.bottom - 1 && b.top < a.bottom - 1;
      return rows.flatMap((cells) => cells.flatMap(([name, box], at) =>
        cells.slice(at + 1).filter(([, other]) => meet(box, other))
          .map(([other]) => name + " on " + other)
      ));
    })()`);
    assertEquals(faults, [], `${width} px`);
    assertEquals(await page.evaluate<number>("document.documentElement.scrollWidth"), width);
  });
});

browserTest("an address of a market that there is not has a sentence", async (stage) => {
  const page = await stage.open(
    linkTo("board", { marketId: 77, components: [{ strategyId: "a" }] }),
  );
  await page.getByText(/Cannot show market 77/).waitFor();
});
