import { assertEquals } from "@std/assert";
import type { BrowserContextOptions, Page } from "playwright-core";
import { serveArena } from "./arena_route.ts";
import { assertFits, type Stage } from "./browser.ts";
import type { Folder } from "./played_season.ts";

/** Screens on which a view is looked at. */
export const SCREENS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: "light" },
  phone: { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true },
};

/** Records every layout shift that no act of a reader explains, from the first frame on. */
export const COUNT_SHIFTS = `
  globalThis.shifts = [];
  new PerformanceObserver((list) => globalThis.shifts.push(...list.getEntries()
    .filter(({ hadRecentInput }) => !hadRecentInput).map(({ value, sources }) =>
      value + " " + sources.map(({ node }) => node?.outerHTML?.slice(0, 80)).join()
    ))).observe({ type: "layout-shift", buffered: true });
`;

/** Opens a page beside a public folder; `globalThis.shifts` has its layout shifts. */
export async function openBeside(
  stage: Stage,
  folder: Folder,
  path = "/#/board/season",
  options: BrowserContextOptions = {},
): Promise<Page> {
  // A service worker would ask the server, which has no such folder, instead of the route.
  const page = await stage.blank({ serviceWorkers: "block", ...options });
  await page.addInitScript(COUNT_SHIFTS);
  await serveArena(page, folder);
  await page.goto(path);
  return page;
}

/** Asserts that the page is accessible, as wide as the screen, and has not moved by itself. */
export async function assertSound(page: Page): Promise<void> {
  assertEquals(await page.evaluate("globalThis.shifts"), []);
  await assertFits(page, "a season");
}
