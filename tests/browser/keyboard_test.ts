import { assert, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import { addressed, browserTest } from "../../server/testing/browser.ts";

/** Whether the focus is seen; radio buttons are invisible, and their text shows it. */
const IS_SHOWN = `(() => {
  const { activeElement: at } = document;
  const styles = [at, at.nextElementSibling].filter(Boolean).map((one) => getComputedStyle(one));
  return at !== document.body && styles.some(({ outlineStyle }) => outlineStyle !== "none");
})()`;

/** Presses a key until the wanted element has the focus, which is visible all the way. */
async function tabTo(page: Page, wanted: RegExp, key = "Tab", pressesMax = 80): Promise<void> {
  for (let press = 0; press < pressesMax; press++) {
    await page.keyboard.press(key);
    assert(await page.evaluate<boolean>(IS_SHOWN), `no focus is seen on ${await focused(page)}`);
    if (wanted.test(await focused(page))) return;
  }
  throw new Error(`${key} does not reach ${wanted}: the focus is on ${await focused(page)}`);
}

/** Describes the focused element as a screen reader would. */
async function focused(page: Page): Promise<string> {
  return await page.evaluate<string>(`(() => {
    const { activeElement: at } = document;
    const label = at?.labels?.[0]?.textContent ?? at?.getAttribute("aria-label");
    return [at?.tagName, label ?? at?.textContent?.slice(0, 80)].join(" ");
  })()`);
}

browserTest("all the way from the address to a verified sweep by keyboard", async (stage) => {
  const page = await stage.open("/#/workbench");
  await page.getByText("over Hold").first().waitFor();
  await tabTo(page, /Skip to content/, "Tab", 1);
  await page.keyboard.press("Enter");
  assertMatch(await focused(page), /^MAIN/);
  await tabTo(page, /^INPUT .*period$/);
  await page.keyboard.press("Tab");
  await page.keyboard.press("PageUp");
  await addressed(page, /"period":/);

  await tabTo(page, /^A Sweep/, "Shift+Tab");
  await page.keyboard.press("Enter");
  // A disabled button, as it is while the candidates are counted, takes no focus.
  await page.locator("button:enabled", { hasText: /^Run/ }).waitFor();
  await tabTo(page, /^BUTTON Run/);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: /^Best of/ }).waitFor();
  await tabTo(page, /^DIV Score by/);
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.getByText("Loaded:").waitFor();

  await tabTo(page, /^BUTTON Verify/, "Shift+Tab");
  await page.keyboard.press("Enter");
  await tabTo(page, /^A Verify on the server/);
  await page.keyboard.press("Enter");
  await tabTo(page, /^INPUT API key/);
  await page.keyboard.type(stage.server.key);
  await page.keyboard.press("Enter");
  await page.getByText("Same bytes").waitFor();
});
