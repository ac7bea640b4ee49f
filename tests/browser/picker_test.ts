import { assertEquals, assertMatch } from "@std/assert";
import { browserTest, linkTo } from "../../server/testing/browser.ts";
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
  await stage.assertLooks(page, "picker");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  assertEquals(await page.evaluate("document.activeElement.textContent"), `${FIELD}:Yield RSI`);
  await page.keyboard.press("Enter");
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
