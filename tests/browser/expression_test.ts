import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import {
  addressed,
  axeFaults,
  browserTest,
  linkTo,
  pickStrategy,
  type Stage,
} from "../../server/testing/browser.ts";
import { judgedCount } from "../../server/testing/kept_hashes.ts";
import { until } from "../../server/testing/until.ts";

const RSI = { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] };

/** Opens the texts of Yield RSI. */
async function write(page: Page): Promise<void> {
  await page.locator("figure.chart canvas").first().waitFor();
  await page.getByRole("button", { name: "Write it as an expression" }).click();
  await page.getByRole("textbox", { name: "enter", exact: true }).waitFor();
}

async function scoreOf(page: Page): Promise<string> {
  return await page.locator(".answer-part", { hasText: "score" }).locator("b").innerText();
}

/** Asserts that a text has its fault read out, words completed, and names of its own. */
async function assertHelped(page: Page, stage: Stage): Promise<void> {
  const enter = page.getByRole("textbox", { name: "enter", exact: true });
  await enter.fill("rsi(change(logYeld, 1d), period) > 70");
  const message = page.getByText("column 12: there is no logYeld, the nearest is logYield");
  await message.waitFor();
  assertEquals(await page.locator(".fault").innerText(), "logYeld");
  assertEquals(await enter.getAttribute("aria-invalid"), "true");
  const described = await enter.getAttribute("aria-describedby");
  assertEquals(await page.locator(`[id="${described}"]`).innerText(), await message.innerText());
  assertEquals(await axeFaults(page), []);
  await stage.picture(page, "fault");
  await enter.fill("rsi(change(logYield, 1d), period) > overbought");
  await message.waitFor({ state: "detached" });

  const exit = page.getByRole("textbox", { name: "exit", exact: true });
  await exit.fill("");
  await exit.pressSequentially("r <= oversold + med");
  const list = page.getByRole("listbox", { name: "Words" });
  await list.getByRole("option", { name: "median(x, window)" }).waitFor();
  await stage.picture(page, "completion");
  await exit.press("Enter");
  assertEquals(await exit.inputValue(), "r <= oversold + median(");
  await exit.pressSequentially("r, 20d)");
  await exit.press("Tab");
  await until(() =>
    decodeURIComponent(page.url()).includes('"exit":"r <= oversold + median(r, 20d)"')
  );
  assert(await list.isHidden());

  await page.getByRole("textbox", { name: "New name" }).fill("level");
  await page.getByRole("button", { name: "Add a number" }).click();
  await page.getByText("not used yet, and left out").waitFor();
  await enter.fill("r >= overbought * level");
  await enter.blur();
  await page.getByText("not used yet, and left out").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Sweep", exact: true }).click();
  const across = page.getByRole("group", { name: "Across" }).getByRole("combobox").first();
  assert((await across.innerText()).includes("level"));
}

browserTest(
  "a strategy written as texts has its score and knobs, and help while it is changed",
  async (stage) => {
    const page = await stage.open(linkTo("workbench", RSI));
    await page.locator("figure.chart canvas").first().waitFor();
    const before = await scoreOf(page);
    await write(page);
    assertStringIncludes(decodeURIComponent(page.url()), '"enter":"r >= overbought"');
    await until(async () => await scoreOf(page) === before);
    const period = page.getByRole("slider", { name: "period", exact: true });
    await period.press("ArrowRight");
    await addressed(page, /"period":15/);
    await page.goBack();
    await until(async () => await scoreOf(page) === before);
    await stage.assertLooks(page, "expression");
    await assertHelped(page, stage);
  },
);

/** A rule of a reader's own: buys above 1.5 deviations, sells under the mean. */
const OWN = {
  marketId: 1,
  timeframe: "daily",
  components: [{
    strategyId: "expression",
    strategyParams: { enter: "zscore(logYield, 20d) > 1.5", exit: "zscore(logYield, 20d) < 0" },
  }],
};

browserTest(
  "a rule of one's own is chosen, typed and judged, and nothing else is",
  async (stage) => {
    const page = await stage.open(linkTo("workbench", RSI));
    const answer = page.getByRole("region", { name: "Answer" });
    // An opened candidate is judged once it has rested, which a quick choice would prevent.
    await answer.getByRole("link", { name: /passed/ }).waitFor();
    await pickStrategy(page, "Strategy of component 1", "Expression");
    // The example runs as it is, and its signal is drawn.
    await page.getByRole("figure", { name: /^zscore\(impliedApy, 20d\)/ }).first().waitFor();
    await stage.picture(page, "own-rule");
    const enter = page.getByRole("textbox", { name: "enter", exact: true });
    await enter.fill("impliedApy > 0.1");
    await page.getByRole("textbox", { name: "exit", exact: true }).fill("impliedApy < 0.06");
    assertEquals(await page.locator("[aria-invalid=true]").count(), 0);
    await answer.getByRole("button", { name: "Judge on new data" }).click();
    await answer.getByRole("link", { name: /passed/ }).waitFor();
    // Its name is asked beside its verdict, and stays with its versions.
    const name = answer.getByRole("textbox", { name: "Name of the rule" });
    assertEquals(await name.inputValue(), "My rule 1");
    await name.fill("Patience");
    await name.press("Tab");
    await enter.fill("impliedApy > 0.12");
    await enter.press("Tab");
    assertEquals(await name.inputValue(), "Patience");
    await page.reload();
    await name.waitFor();
    assertEquals(await name.inputValue(), "Patience");

    // Yield RSI, the rule as it was first, and as it was opened again.
    await until(async () => await judgedCount(page) === 3);

    // Nothing is judged that is not on the screen.
    await page.goto(linkTo("workbench/scenarios", OWN));
    const verdict = page.getByRole("heading", { name: "Verdict on new data: not passed" });
    await verdict.waitFor();
    await enter.fill("x");
    await answer.getByText("once it can run").waitFor();
    const judge = answer.getByRole("button", { name: "Judge on new data" });
    assert(await judge.isDisabled());
    assertEquals(await answer.locator(".judged").getByText("%/y").count(), 0, "the edge before");
    assert(await verdict.isHidden(), "the verdict of the rule before");
    await page.getByRole("link", { name: "Chart", exact: true }).click();
    await enter.fill("zscore(logYield, 20d) > 2");
    await answer.getByText("once it can run").waitFor({ state: "detached" });
    await judge.click();
    await answer.getByRole("link", { name: "not passed" }).waitFor();
    // The rule of the address, and the one that the button was for.
    await until(async () => await judgedCount(page) === 5);
  },
);
