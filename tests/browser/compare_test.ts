import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import { axeFaults, browserTest, linkTo } from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { until } from "../../server/testing/until.ts";

const BOLLINGER = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };
const RSI_ELSEWHERE = { marketId: 2, components: [{ strategyId: "yield-rsi" }] };

/** Returns the names of the lines, in order. */
async function names(page: Page): Promise<readonly string[]> {
  return await page.getByRole("region", { name: "Comparison" }).locator("tbody th")
    .allTextContents();
}

browserTest("candidates are compared with their lines, by pins and by a link", async (stage) => {
  const rsi = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };
  const others = encodeURIComponent(JSON.stringify([BOLLINGER, rsi]));
  const page = await stage.open(`${linkTo("compare", BOLLINGER)}&with=${others}`);
  const tries = page.locator("td[data-title='By luck']:not([data-none])");
  await until(async () => await tries.count() === 2);
  for (const text of await tries.allTextContents()) assertMatch(text, /\(2 tries\)$/);
  const cells = page.locator("td[data-title^='Return over Hold']");
  await cells.first().waitFor();
  assertMatch(
    await cells.first().textContent() ?? "",
    /^[+−]\d+\.\d\d \([+−]\d+\.\d\d to [+−]\d+\.\d\d\)/,
  );
  await page.getByLabel("Difference from").selectOption("Yield Bollinger bands");
  const differences = page.locator("td[data-title^='Return over Yield Bollinger bands']");
  await differences.first().waitFor();
  assertEquals(await differences.first().textContent(), "–");
  assertMatch(await differences.nth(1).textContent() ?? "", /^[+−]\d/);

  // Hold and idle are compared with the workbench; pins join, and survive the tab.
  await page.goto(linkTo("compare", BOLLINGER));
  await page.getByText("from a link").waitFor({ state: "detached" });
  await page.getByRole("table").waitFor();
  assertEquals(await names(page), ["Yield Bollinger bands", "Hold", "Idle SY"]);
  await page.getByRole("button", { name: "Pin to compare" }).click();
  await page.goto(linkTo("compare", RSI_ELSEWHERE));
  await until(async () => (await names(page)).length === 6);
  assertEquals(await names(page), [
    "Yield RSI",
    "Yield Bollinger bands",
    "Hold, sUSDf",
    "Idle SY, sUSDf",
    "Hold, sUSDe",
    "Idle SY, sUSDe",
  ]);
  await page.getByRole("button", { name: "Score", exact: true }).click();
  const scores = await page.evaluate<number[]>(
    "[...document.querySelectorAll('td[data-title=Score]')].map((cell) => +cell.dataset.value)",
  );
  assertEquals(scores, scores.toSorted((a, b) => b - a));
  assertEquals(await axeFaults(page), []);

  const context = page.context();
  await page.close();
  const again = await context.newPage();
  await again.goto(linkTo("compare", RSI_ELSEWHERE));
  await again.getByRole("button", { name: "Unpin Yield Bollinger bands" }).click();
  await until(async () => (await names(again)).length === 3);

  // A link holds several candidates, and its table is whole.
  const linked = encodeURIComponent(JSON.stringify([BOLLINGER, RSI_ELSEWHERE]));
  await again.goto(`${linkTo("compare", BOLLINGER)}&with=${linked}`);
  await again.getByText("2 candidates from a link.").waitFor();
  await until(async () => (await names(again)).length === 6);
  const verdict = again.getByRole("row", { name: /^Yield Bollinger/ }).locator("td").first();
  assertMatch(await verdict.innerText(), /^−\d\.\d\d, not passed$/);
  // Nothing is coloured in a row that has not passed but its verdict, and intervals that exclude 0.
  const coloured = await again.evaluate<readonly string[]>(
    `[...document.querySelectorAll("td:is(.good, .bad)")].map((cell) => cell.dataset.title)`,
  );
  assertEquals(coloured.filter((title) => !/^(?:Edge|Return over)/.test(title)), []);
  await inTurn([1280, 1024], async (width) => {
    await again.setViewportSize({ width, height: 800 });
    const [table = Infinity, room = 0] = await again.evaluate<[number, number]>(`(() => {
      const table = document.querySelector("table.figures");
      return [table.scrollWidth, table.parentElement.clientWidth];
    })()`);
    assert(table <= room, `${width} px: ${table} in ${room}`);
  });
  await again.getByRole("button", { name: "Show my own" }).click();
  await again.getByText("On the workbench: Yield Bollinger").waitFor();
  await again.goBack();
  await again.getByRole("button", { name: "Pin them" }).click();
  await again.getByRole("button", { name: "Unpin Yield RSI" }).waitFor();
});
