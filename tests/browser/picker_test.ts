import { assertEquals, assertMatch } from "@std/assert";
import { axeFaults, browserTest, linkTo } from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { keptHashes } from "../../server/testing/kept_hashes.ts";
import { until } from "../../server/testing/until.ts";

const RSI = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };
const FIELD = "Strategy of component 1";

browserTest("a strategy is chosen by words, from the scores of this path", async (stage) => {
  const page = await stage.open(linkTo("workbench", RSI));
  const button = page.getByRole("button", { name: `${FIELD}: Yield RSI` });
  await button.click();
  const dialog = page.getByRole("dialog", { name: FIELD });
  await dialog.getByRole("option", {
    name: /^Forward rate value score 1\d\d\.\d Curve\..* not judged/,
  })
    .waitFor();
  // The strategy of the component is the first that is active.
  await dialog.getByRole("option", { name: /^Yield RSI/, selected: true }).waitFor();
  // Scores alone are no verdicts, and count as no tries.
  await dialog.getByRole("combobox").fill("bollinger upper");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: `${FIELD}: Yield Bollinger bands` }).waitFor();
  assertMatch(decodeURIComponent(page.url()), /yield-bollinger/);
  await until(async () => (await keptHashes(page)).length > 0);
  await page.getByRole("link", { name: "My work" }).click();
  await page.getByText(/On sUSDe \d verdicts? shown so far/).waitFor();
});

browserTest(
  "the choice of a strategy has the verdicts and the order of the board",
  async (stage) => {
    const page = await stage.open("/#/board/strategies");
    await page.getByText(/^of 34$/).first().waitFor();
    await page.getByRole("link", { name: "Workbench" }).click();
    await page.getByRole("button", { name: FIELD }).click();
    const options = page.getByRole("dialog", { name: FIELD }).getByRole("option");
    assertMatch(await options.first().innerText(), /\+\d\.\d\d %\/y, score[^]*passed/);
    assertMatch(await options.nth(2).innerText(), /not passed/);
  },
);

browserTest("the choice of a strategy is accessible on all screens", async (stage) => {
  await inTurn([[1440, "light"], [390, "dark"]] as const, async ([width, colorScheme]) => {
    const page = await stage.open(linkTo("workbench", RSI), {
      viewport: { width, height: 844 },
      colorScheme,
    });
    await page.getByRole("button", { name: FIELD }).click();
    await page.getByRole("option", { name: /not judged yet$/ }).first().waitFor();
    assertEquals(await axeFaults(page), []);
    await stage.picture(page, `picker-${width}`);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    assertEquals(
      await page.evaluate("document.activeElement.textContent"),
      `${FIELD}: Yield RSI`.replace(": ", ":"),
    );
  });
});
