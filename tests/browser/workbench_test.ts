import { assert, assertEquals, assertMatch } from "@std/assert";
import { browserTest, linkTo, pageUntil } from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";

const RSI = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };
/** A yield that this market never reaches. */
const NEVER = {
  marketId: 1,
  components: [{ strategyId: "pull-to-par-hold", strategyParams: { minYield: 0.5 } }],
};

browserTest("a run is read in charts, figures and trips, which say the same", async (stage) => {
  const page = await stage.open(linkTo("workbench", RSI));
  await page.getByRole("figure", { name: /^RSI\. .*Buy above from 70\.0 to 70\.0/ }).waitFor();
  const money = page.locator(".answer-part").filter({ hasText: "over Hold" }).locator("b");
  const earned = await money.textContent() ?? "";
  const chart = page.getByRole("figure", { name: /^Difference to Hold and idle/ });
  await chart.locator("canvas").waitFor();
  const { width = 0, height = 0 } = await chart.locator(".u-over").boundingBox() ?? {};
  await chart.locator(".u-over").hover({ position: { x: width - 1, y: height / 2 } });
  await chart.locator(".readings").getByText(`to Hold${earned}`).waitFor();
  await page.getByText("Equity", { exact: true }).click();
  await page.getByRole("figure", { name: /^Equity\. Idle SY from/ }).waitFor();

  await page.getByRole("link", { name: "Why", exact: true }).click();
  await page.getByRole("region", { name: "This run in words" })
    .getByText(`It earned ${earned.replace("+", "")} more than Hold`).waitFor();
  const panel = page.getByRole("region", { name: "Score" });
  const points = await panel.locator(".waterfall-points").allTextContents();
  const numbers = points.map((text) => Number(text.replace("−", "-")));
  const score = numbers.pop() ?? NaN;
  assertEquals(numbers.length, 4, "costs of 0.0 points are left out");
  assert(numbers.every((points) => points !== 0), points.join());
  assert(Math.abs(numbers.reduce((sum, one) => sum + one, 0) - score) < 0.3, points.join());
  assertEquals(await panel.locator(".score-figure").textContent(), points.at(-1));
  const figures = page.getByRole("region", { name: "Figures of this path" });
  const names = await figures.locator(":scope > .terms dt").allInnerTexts();
  assertEquals(names, ["Mean return", "Max drawdown", "Sharpe", "Exposure", "Fills"]);
  // The compounded rate is another figure, under its own name.
  await figures.getByText("More figures").click();
  await figures.locator("dt", { hasText: /^Compounded/ }).waitFor();

  // A round trip is shown on all charts by a click.
  await page.getByRole("link", { name: "Trades", exact: true }).click();
  const table = page.getByRole("region", { name: "Round trips" });
  await table.waitFor();
  assert(await page.getByRole("radio", { name: "All", exact: true }).first().isChecked());
  await table.getByRole("row").nth(1).getByRole("button").click();
  await pageUntil(page, `!document.querySelector(".equity .choice input").checked`);

  // A knob shows the score along its values, which another knob changes.
  const strip = page.getByRole("img", { name: /^Score along .*period: from/ });
  await strip.hover();
  await page.getByText(/^[\d.]+ \w+: score \d+\.\d/).waitFor();
  await page.mouse.move(0, 0);
  await page.getByText(/^[\d.]+ \w+: score/).waitFor({ state: "detached" });
  const before = await strip.getAttribute("aria-label");
  await page.getByRole("slider", { name: "overbought" }).press("End");
  await pageUntil(page, `!document.querySelector('[aria-label="${before}"]')`);
  await strip.waitFor();

  const components = [{ strategyId: "yield-sma-cross" }];
  await page.goto(linkTo("workbench", { marketId: 1, components }));
  const yields = page.getByRole("figure", { name: /^Yield and fills\. Fast mean from/ });
  await yields.getByText("slow mean").waitFor();
  // A run without a fill says so, and has neither trips nor skips.
  await page.goto(linkTo("workbench/why", NEVER));
  await page.getByText(/No fill: /).first().waitFor();
  await page.getByRole("link", { name: "Trades", exact: true }).click();
  await page.getByText("No round trip: PT was never held.").waitFor();
  await page.getByRole("link", { name: "Chart", exact: true }).click();
  await page.getByRole("figure", { name: /^Position/ }).waitFor();
  assertEquals(await page.getByRole("figure", { name: /^Skipped signals/ }).count(), 0);
});

browserTest(
  "the first screen has answer and tabs, and judges at once or when asked",
  async (stage) => {
    const page = await stage.open(linkTo("workbench/sweep", RSI));
    const answer = page.getByRole("region", { name: "Answer" });
    await answer.getByRole("link", { name: "not passed" }).waitFor();
    const current = page.getByRole("link", { name: "Sweep", exact: true });
    assertEquals(await current.getAttribute("aria-current"), "page");
    assertEquals(
      await page.locator(".plot").count(),
      0,
      "a sweep starts without the charts of a run",
    );
    const screens = [[1440, 900, 64], [768, 1024, 64], [390, 844, 88]] as const;
    await inTurn(screens, async ([width, height, most]) => {
      await page.setViewportSize({ width, height });
      await current.click();
      await page.evaluate("scrollTo(0, 0)");
      assertMatch(
        (await answer.innerText()).replaceAll(/\s+/g, " "),
        /^Yield RSI .*[\d.]+ score.* over Hold.* edge.* not passed/,
      );
      const box = await current.boundingBox();
      assert(box !== null && box.y + box.height < 300, `${width} px: tabs at ${box?.y}`);
      const { height: rows = Infinity } = await answer.boundingBox() ?? {};
      assert(rows <= most, `${width} px: ${rows} high`);
      await page.getByRole("link", { name: "Chart", exact: true }).click();
      await page.getByRole("figure", { name: /^Position/ }).waitFor();
      await page.evaluate("scrollTo(0, 500)");
      assertEquals((await answer.boundingBox())?.y, 0);
    });
    await page.setViewportSize({ width: 1280, height: 800 });

    const said = answer.getByRole("status");
    await said.filter({ hasText: /^Score [\d.]+, .* over Hold, edge .*, not passed$/ }).waitFor();
    await page.getByRole("slider", { name: "overbought" }).press("End");
    await said.filter({ hasText: /over Hold, not judged$/ }).waitFor();
    await answer.getByRole("button", { name: "Judge on new data" }).click();
    await answer.getByRole("link", { name: /passed/ }).waitFor();
    // Once shown, a verdict stays with its candidate.
    await page.keyboard.press("Control+z");
    await answer.getByText("−0.44 %/y", { exact: true }).waitFor();
    await page.getByRole("link", { name: "New data", exact: true }).click();
    const verdict = page.getByRole("heading", { name: "Verdict on new data: not passed" });
    await verdict.waitFor();
    await page.locator("input.number").last().fill("many");
    await page.locator("input.number").last().press("Tab");
    await page.getByText("The rule on the screen cannot run yet").waitFor();
    await verdict.waitFor({ state: "hidden" });
  },
);
