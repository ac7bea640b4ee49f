import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import type { Page } from "playwright-core";
import { axeFaults, browserTest, linkTo } from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
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

browserTest(
  "a strategy written as texts has its score, and its parameters as knobs",
  async (stage) => {
    const page = await stage.open(linkTo("workbench", RSI));
    await page.locator("figure.chart canvas").first().waitFor();
    const before = await scoreOf(page);
    await write(page);
    assertStringIncludes(decodeURIComponent(page.url()), '"enter":"r >= overbought"');
    await until(async () => await scoreOf(page) === before);
    const period = page.getByRole("slider", { name: "period", exact: true });
    await period.press("ArrowRight");
    assertMatch(decodeURIComponent(page.url()), /"period":15/);
    await page.goBack();
    await until(async () => await scoreOf(page) === before);
    assertEquals(await axeFaults(page), []);
  },
);

browserTest(
  "a text has its fault read out, words completed, and names of its own",
  async (stage) => {
    const page = await stage.open(linkTo("workbench", RSI));
    await write(page);
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
    await page.getByText("is used by no text").waitFor();
    await enter.fill("r >= overbought * level");
    await enter.blur();
    await page.getByText("is used by no text").waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Sweep", exact: true }).click();
    const across = page.getByRole("group", { name: "Across" }).getByRole("combobox").first();
    assert((await across.innerText()).includes("level"));
  },
);

browserTest("the editor of texts fits every width, in both themes", async (stage) => {
  await inTurn(["light", "dark"] as const, async (colorScheme) => {
    const page = await stage.open(linkTo("workbench", RSI), { colorScheme });
    await write(page);
    await inTurn([360, 390, 1440], async (width) => {
      await page.setViewportSize({ width, height: 900 });
      const wide = await page.evaluate<number>("document.documentElement.scrollWidth");
      assert(wide <= width, `${wide} of ${width}`);
      assertEquals(await axeFaults(page), []);
      await stage.picture(page, `expression-${width}-${colorScheme}`);
    });
  });
});
