import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import { axeFaults, browserTest, linkTo } from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { until } from "../../server/testing/until.ts";

/** How many strategies the catalogue has. */
const COUNT = 34;

/** Waits for the ranking and returns the text of each row, cell by cell. */
async function rowsOf(page: Page): Promise<readonly (readonly string[])[]> {
  await page.getByRole("table", { name: "Strategies by score" }).waitFor();
  return await page.evaluate<string[][]>(
    `[...document.querySelectorAll(".ranking tbody tr")].map((row) =>
      [...row.cells].map((cell) => cell.innerText.trim()))`,
  );
}

/** Returns the names of the strategies, from the top. */
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
      /A principal token \(PT\) is bought below par and pays 1 on 25 Jun 2026/,
      /SY, a standardized yield token/,
      /A strategy is a rule/,
      /The data are generated: .* not its history/,
      /UTC, coordinated universal time/,
      /Hold \S+ buy PT at once, keep it/,
      /idle \S+ leave everything in SY/,
      /eligible if it beats the better line/,
    ]
  ) assertMatch(text, said);
});

browserTest("strategies are ranked, with Hold and idle among them", async (stage) => {
  const page = await stage.open("/");
  const rows = await rowsOf(page);
  assertEquals(rows.length, COUNT + 2);
  const scores = rows.map(([, , score = ""]) => Number(score.replace("−", "-")));
  assertEquals(scores, scores.toSorted((a, b) => b - a));
  const named = rows.map(([rank = "", name = ""]) => `${rank} ${name.split(/\s/)[0]}`);
  assert(named.includes(" Hold") && named.includes(" idle"), named.join());
  const row = page.getByRole("row", { name: /Yield RSI/ });
  await row.getByText(/eligible/).waitFor();
  await row.getByText(/%\/y, p /).waitFor();
  assertMatch(await row.innerText(), /[+−]\d\.\d\d %/);
  assertEquals(await row.locator("svg path.strategy").count(), 1);
  assertEquals(await axeFaults(page), []);
});

browserTest(
  "a row opens its candidate on the workbench, by keyboard, with its score",
  async (stage) => {
    const page = await stage.open("/");
    const [first = ""] = await namesOf(page);
    const [row] = (await rowsOf(page)).filter(([, name = ""]) => name.startsWith(first));
    await page.getByRole("rowheader").getByRole("link", { name: first, exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByText(row?.[2] ?? "no score").first().waitFor();
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
    await page.getByText("pays 1 on 29 Oct 2026").waitFor();
    await page.getByText(/^needs termStructure, which this market does not have$/).first()
      .waitFor();
    assertEquals((await namesOf(page)).toSorted(), before.toSorted());
    await page.getByRole("row", { name: /^1 / }).getByText(/%\/y, p /).waitFor();
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
  const row = page.getByRole("row", { name: /Yield RSI \(period 30\).*pinned/ });
  await row.waitFor();
  assertEquals((await rowsOf(page)).length, COUNT + 3);
  await page.getByText("Mine", { exact: true }).click();
  await until(async () => (await namesOf(page)).length === 1);
});

browserTest("the cells of a row do not overlap, at every width", async (stage) => {
  await inTurn([360, 390, 820, 1024, 1440, 1920], async (width) => {
    const page = await stage.open("/", { viewport: { width, height: 900 } });
    await rowsOf(page);
    await page.locator(".ranking path.strategy").first().waitFor();
    const faults = await page.evaluate<string[]>(`(() => {
      const rows = [...document.querySelectorAll(".ranking tbody tr:not(.rule)")].slice(0, 3)
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
