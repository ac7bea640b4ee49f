import { assert } from "@std/assert";
import type { Page } from "playwright-core";
import { browserTest, linkTo, pageUntil } from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";

/** Entries that the page makes for `performance`; see `state.ts` and `sweep/session.ts`. */
const DRAWN_MEASURE = "candidate-to-curve";
const SWEEP_MEASURE = "sweep";

const CANDIDATE = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };
const MOVES = 60;
const SWEEPS = 6;
const STEPS = 64;

async function durations(page: Page, name: string): Promise<readonly number[]> {
  return await page.evaluate<number[]>(
    `performance.getEntriesByName("${name}").map(({ duration }) => duration)`,
  );
}

function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(part * (values.length - 1))] ?? NaN;
}

// Times depend on the load of the machine, so these steps report figures without judging them.
browserTest("how fast the page is", async (stage, test) => {
  const page = await stage.open(linkTo("workbench", CANDIDATE));
  await page.getByText("over Hold").first().waitFor();
  const slider = page.getByRole("slider", { name: "window" });
  await slider.focus();
  await inTurn(Array(MOVES).keys(), async (move) => {
    await slider.press(move % 2 === 0 ? "PageUp" : "PageDown");
    await pageUntil(page, `performance.getEntriesByName("${DRAWN_MEASURE}").length > ${move}`);
  });
  const drawn = await durations(page, DRAWN_MEASURE);
  assert(drawn.length >= MOVES);
  const [half, most] = [quantile(drawn, 0.5), quantile(drawn, 0.95)].map((ms) => ms.toFixed(1));
  await test.step(`slider to curve, hourly: median ${half} ms, 95 % within ${most} ms`, () => {});

  await page.goto(linkTo("workbench/sweep", CANDIDATE));
  await inTurn([0, 1], async (axis) => {
    await page.getByLabel("Steps").nth(axis).fill(String(STEPS));
    await page.getByLabel("Steps").nth(axis).press("Tab");
  });
  await inTurn(Array(SWEEPS).keys(), async (sweep) => {
    await page.getByRole("button", { name: /^Run/ }).click();
    await pageUntil(page, `performance.getEntriesByName("${SWEEP_MEASURE}").length > ${sweep}`);
    await page.getByText(/^The best \d+/).first().waitFor();
  });
  await page.evaluate(`(() => {
    globalThis.tasks = [0];
    new PerformanceObserver((list) => {
      globalThis.tasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: "longtask" });
  })()`);
  await page.getByText(/^Every combination, best by score/).click();
  await page.getByLabel("Method").selectOption("sobol");
  await page.getByLabel(/^How many/).fill("10000");
  await page.getByLabel(/^How many/).press("Tab");
  await page.getByRole("button", { name: "Run 10,000 candidates" }).click();
  await page.getByRole("heading", { name: /^Best of 10,000/ }).waitFor();
  const longest = await page.evaluate<number>("Math.max(...globalThis.tasks)");
  await test.step(`longest task of a sweep of 10,000: ${longest.toFixed(0)} ms`, () => {});
  const rates = (await durations(page, SWEEP_MEASURE)).map((ms) => STEPS ** 2 / ms * 1000);
  const [usual, best] = [quantile(rates, 0.5), Math.max(...rates)].map((rate) => rate.toFixed(0));
  await test.step(`sweep, hourly: median ${usual} candidates/s, best ${best}`, () => {});
});
