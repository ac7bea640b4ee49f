import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import { addressed, axeFaults, browserTest, linkTo } from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { COUNT_SHIFTS } from "../../server/testing/season_page.ts";

/** How many strategies the catalogue has. */
const COUNT = 34;
const YIELD_RSI_30 = {
  marketId: 1,
  components: [{ strategyId: "yield-rsi", strategyParams: { period: 30 } }],
};

/** Waits until all are judged and opens every group; returns the text of each row, cell by cell. */
async function rowsOf(page: Page): Promise<readonly (readonly string[])[]> {
  await page.getByRole("table", { name: "Strategies by what holds on new data" }).waitFor();
  const judged = page.getByText(/checked in this browser: (\d+) of \1\b/);
  await judged.waitFor({ state: "attached" });
  await inTurn(await page.getByRole("button", { name: /^Show all/ }).all(), (one) => one.click());
  return await page.evaluate<string[][]>(
    `[...document.querySelectorAll(".ranking tbody tr:not(.group-head)")].map((row) =>
      [...row.cells].map((cell) => cell.innerText.trim()))`,
  );
}

/** Names the cells of the first rows that lie on one another. */
const OVERLAPS = `(() => {
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
})()`;

/** Returns the names of the strategies, from the top, including those of a group in one line. */
async function namesOf(page: Page): Promise<readonly string[]> {
  await rowsOf(page);
  return await page.getByRole("rowheader").getByRole("link").allInnerTexts();
}

/** Asserts that a narrow window that opens the board has a strategy with its axis on the first screen. */
async function assertNarrow(page: Page): Promise<void> {
  const first = page.getByRole("link", { name: "Discount threshold" });
  await first.waitFor();
  await inTurn([390, 768], async (width) => {
    await page.setViewportSize({ width, height: 844 });
    const y = await first.evaluate((link: { getBoundingClientRect(): { top: number } }) =>
      link.getBoundingClientRect().top
    );
    const scrolled = await page.evaluate<number>("scrollY");
    assert(y + scrolled < 760, `${width}: the first strategy is at ${y + scrolled}`);
    await page.locator(".ranking .axis").getByText("0", { exact: true }).waitFor();
    const cut = "[...document.querySelectorAll('.board-filters *')]" +
      ".filter((one) => one.scrollWidth > one.clientWidth + 1 && one.matches('fieldset')).length";
    assertEquals(await page.evaluate(cut), 0, `${width}: a filter is cut`);
  });
}

browserTest("the board is in order of what holds on new data, and counts tries", async (stage) => {
  const page = await stage.blank({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(COUNT_SHIFTS);
  await page.goto("/#/board/strategies");
  // While it judges nothing moves, and its first order is its last.
  const links = page.locator(".ranking tbody th a");
  await links.first().waitFor();
  const names = await links.allInnerTexts();
  await page.getByText("checked in this browser: 34 of 34").waitFor();
  assertEquals(await links.allInnerTexts(), names);
  const shifts = await page.evaluate<readonly string[]>("globalThis.shifts");
  assert(shifts.reduce((all, shift) => all + parseFloat(shift), 0) <= 0.02, shifts.join("\n"));

  const rows = await rowsOf(page);
  assertEquals(await page.locator(".group-head").count(), 3);
  await inTurn(["passed", "failed"], async (group) => {
    const edges = await page.evaluate<readonly number[]>(
      `[...document.querySelectorAll(".ranking .${group} td.edge")].map((cell) =>
        parseFloat(cell.innerText.replace("−", "-")))`,
    );
    assert(edges.length > 0, group);
    assertEquals(edges, edges.toSorted((a, b) => b - a), group);
  });
  // The best score of this path is not what holds.
  const [score] = rows.map((row) => Number(row[7])).toSorted((a, b) => b - a);
  assert(Number(rows[0]?.[7]) < (score ?? 0));
  const row = page.getByRole("row", { name: /Yield RSI/ });
  assertMatch(await row.innerText(), /−0\.28/, "its real edge");
  await page.getByText("with a rank correlation of 0.83, the order by score with 0.57").waitFor();
  assert(await page.locator(".ranking .axis i").count() > 2);
  await page.getByText(/34 tries/).waitFor();
  assertEquals(await axeFaults(page), []);

  const all = await namesOf(page);
  assertEquals(all.length, COUNT);
  await page.getByText("Convergence", { exact: true }).first().click();
  const some = await namesOf(page);
  assert(some.length > 2 && some.length < COUNT / 2);
  await page.getByText("All", { exact: true }).click();
  await page.getByRole("searchbox", { name: "Search strategies" }).fill("wilder YIELD");
  const found = await namesOf(page);
  assert(found.includes("Yield RSI") && found.length < 4, found.join());
  await page.getByRole("searchbox").fill("");
  await inTurn([1920, 1440, 1024, 768, 390, 360], async (width) => {
    await page.setViewportSize({ width, height: 900 });
    assertEquals(await page.evaluate<string[]>(OVERLAPS), [], `${width} px`);
    assertEquals(await page.evaluate<number>("document.documentElement.scrollWidth"), width);
  });

  // A row opens its candidate by keyboard, with its score.
  const [first = ""] = all;
  await page.getByRole("rowheader").getByRole("link", { name: first, exact: true }).focus();
  await page.keyboard.press("Enter");
  await addressed(page, /#\/workbench\?candidate=/);
  await page.getByText(rows[0]?.[7] ?? "no score").first().waitFor();
  await page.goBack();
  await assertNarrow(page);
  await page.setViewportSize({ width: 1280, height: 800 });
  assertEquals((await namesOf(page))[0], first);

  // Its verdicts count on the workbench; the values of the curves behind knobs are no tries.
  await page.goto(linkTo("workbench/scenarios", YIELD_RSI_30));
  await page.getByText(/counting 35 tries/).first().waitFor();
  await page.getByRole("img", { name: /^Score along .*period: from/ }).waitFor();
  await page.getByRole("link", { name: "Board", exact: true }).click();
  await page.getByText(/35 tries/).waitFor();
  // The choice of a strategy has its verdicts and its order.
  await page.getByRole("link", { name: "Workbench" }).click();
  await page.getByRole("button", { name: "Strategy of component 1" }).click();
  const options = page.getByRole("dialog", { name: "Strategy of component 1" }).getByRole("option");
  assertMatch(await options.first().innerText(), /\+\d\.\d\d %\/y, score[^]*passed/);
  assertMatch(await options.nth(2).innerText(), /not passed/);
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Board", exact: true }).click();
  await page.getByRole("combobox", { name: "Market" }).selectOption("ghoUSD");
  await page.getByText(/29 Oct 2026/).waitFor();
  await page.getByRole("row", { name: /\(needs the feature termStructure\)/ }).waitFor();
  assertEquals((await namesOf(page)).toSorted(), all.toSorted());
});

browserTest("own logic on the board leads to a rule that runs, in two acts", async (stage) => {
  const page = await stage.open("/#/board/strategies");
  const answer = page.getByRole("region", { name: "Answer" }).getByRole("link", { name: /passed/ });
  await page.getByRole("link", { name: "Write your rule" }).click();
  await answer.waitFor();
  await page.goBack();
  await page.getByText("Own logic", { exact: true }).first().click();
  const card = page.getByRole("region", { name: "Write your rule" });
  assertEquals(await card.getByRole("listitem").count(), 3);
  assertEquals(await axeFaults(page), []);
  await stage.picture(page, "own-rule");
  await card.getByRole("link", { name: "Follow a yield that falls" }).click();
  await answer.waitFor();
  assertMatch(decodeURIComponent(page.url()), /ema\(impliedApy, 3d\) < ema\(impliedApy, 15d\)/);
});
