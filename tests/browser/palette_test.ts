import { assert, assertEquals, assertMatch } from "@std/assert";
import { browserTest, linkTo } from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";

const RSI = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };

browserTest("the palette moves nothing, and finds all things by keyboard", async (stage) => {
  const page = await stage.open(linkTo("workbench", RSI));
  await page.getByRole("figure", { name: /^Position/ }).waitFor();
  const field = page.getByRole("combobox", { name: "Strategy, market, tab, term or own work" });
  await page.getByRole("link", { name: "not passed" }).waitFor();
  await page.getByRole("img", { name: /^Score along .*oversold: from/ }).waitFor();
  // Its own list changes with the words.
  await page.evaluate(`globalThis.shifted = [], new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries()) {
      shifted.push(...sources.map(({ node }) => node?.parentElement)
        .filter((place) => place && !place.closest(".finder")).map((place) => place.className));
    }
  }).observe({ type: "layout-shift" })`);
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("button", { name: "Go to … (Ctrl K)" }).click();
  await field.fill("rsi");
  const option = page.getByRole("option", { name: /^Yield RSI Technical analysis/ });
  await option.waitFor();
  assertEquals(await page.evaluate("shifted"), []);
  await stage.assertLooks(page, "palette");
  await option.click();
  await field.waitFor({ state: "detached" });

  const find = async (words: string, option: RegExp): Promise<void> => {
    await page.keyboard.press("Control+k");
    await field.fill(words);
    const active = page.getByRole("option", { name: option, selected: true });
    await active.waitFor();
    // The field names the active option to a screen reader.
    assertEquals(
      await field.getAttribute("aria-activedescendant"),
      await active.getAttribute("id"),
    );
    await page.keyboard.press("Enter");
    await field.waitFor({ state: "detached" });
  };
  await find("new data", /^New data tab/);
  await page.getByRole("heading", { name: "Verdict on new data" }).or(
    page.getByText("Verdict on new data"),
  ).first().waitFor();
  await find("bolling", /^Yield Bollinger bands Technical analysis/);
  assertMatch(decodeURIComponent(page.url()), /workbench\?.*yield-bollinger/);
  await find("ghousd daily", /^ghoUSD, daily/);
  assertMatch(decodeURIComponent(page.url()), /"marketId":3.*"timeframe":"daily"/);
  const terms = { edge: "Edge", "by luck": "By luck", pt: "PT", sy: "SY", penalty: "Penalty" };
  await inTurn([...Object.entries(terms), ["twin", "Blind twin"]], async ([words = "", term]) => {
    await find(words, new RegExp(`^${term} .*Term$`));
    const list = page.getByRole("dialog", { name: "Terms" });
    const asked = list.locator("[aria-current]");
    assertEquals(await asked.getByRole("term").innerText(), term);
    const { y = -1 } = await asked.boundingBox() ?? {};
    assert(y > 0 && y < 800, `${term} at ${y}`);
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached" });
  });
  await find("my work", /^My work view/);
  await page.getByRole("heading", { name: "My work" }).waitFor();

  await page.keyboard.press("Control+k");
  await field.fill("no such thing");
  await page.getByText("Nothing has all these words").waitFor();
  const options = page.getByRole("listbox").getByRole("option");
  assertEquals(await options.count(), 0);
  await field.fill("");
  await page.keyboard.press("ArrowUp");
  assert(await options.last().getAttribute("aria-selected") === "true");
  await page.keyboard.press("Escape");
  await field.waitFor({ state: "detached" });
});
