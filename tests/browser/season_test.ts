import { assert, assertEquals, assertMatch } from "@std/assert";
import type { BrowserContextOptions, Page } from "playwright-core";
import { serveArena } from "../../server/testing/arena_route.ts";
import { axeFaults, browserTest, pageUntil, type Stage } from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { type Folder, seasonFolder } from "../../server/testing/season_folder.ts";

/** A scored season, played once for all tests. */
const scored = await seasonFolder({ entries: 60, paths: 64 });

const SCREENS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  phone: { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true },
};

/** Records every layout shift from the first frame on. */
const COUNT_SHIFTS = `
  globalThis.shifts = [];
  new PerformanceObserver((list) => globalThis.shifts.push(...list.getEntries()
    .filter(({ hadRecentInput }) => !hadRecentInput).map(({ value, sources }) =>
      value + " " + sources.map(({ node }) => node?.outerHTML?.slice(0, 80)).join()
    ))).observe({ type: "layout-shift", buffered: true });
`;

async function open(
  stage: Stage,
  folder: Folder,
  path = "/",
  options: BrowserContextOptions = {},
): Promise<Page> {
  const page = await stage.blank(options);
  await page.addInitScript(COUNT_SHIFTS);
  await serveArena(page, folder);
  await page.goto(path);
  return page;
}

async function assertSound(page: Page): Promise<void> {
  assertEquals(await axeFaults(page), []);
  const [wide, window] = await page.evaluate<[number, number]>(
    "[document.documentElement.scrollWidth, innerWidth]",
  );
  assert(wide <= window, `${wide} px wide on ${window} px`);
}

browserTest("a visitor without a key reads in one sentence who leads", async (stage, test) => {
  await inTurn(Object.entries(SCREENS), ([screen, options]) =>
    test.step(screen, async () => {
      const page = await open(stage, scored, "/", options);
      await page.getByText(/^60 entries on 64 hidden half-years of sUSDe, daily: /).waitFor();
      const heading = await page.getByRole("heading", { level: 1 }).innerText();
      assertMatch(heading, /lead|Nobody beat both/);
      const link = page.getByRole("navigation", { name: "Boards" }).getByRole("link");
      assertEquals(await link.allInnerTexts(), ["Season", "Practice", "Strategies"]);
      assertEquals(await link.first().getAttribute("aria-current"), "page");
      assertEquals(await page.evaluate("globalThis.shifts"), []);
      await assertSound(page);
      await stage.picture(page, `season-${screen}`);
    }));
});

browserTest("a row opens its half-years, and the workbench", async (stage, test) => {
  await inTurn(Object.entries(SCREENS), ([screen, options]) =>
    test.step(screen, async () => {
      const page = await open(stage, scored, "/", options);
      await page.locator(".row-open").nth(1).click();
      const dots = page.getByRole("img", { name: /^Extra a year over Hold on each half-year/ });
      await dots.waitFor();
      assertMatch(page.url(), /#\/board\/season\/autumn-1\/susde-daily\/\d+/);
      assert(await dots.locator("circle").count() > 0);
      await assertSound(page);
      await stage.picture(page, `season-row-${screen}`);
      // The address leads back to the row.
      await page.reload();
      await dots.waitFor();
      await page.getByRole("link", { name: "Open in the workbench" }).click();
      await page.getByText("over Hold").first().waitFor();
    }));
});

browserTest("the arrow keys move through the rows", async (stage) => {
  const page = await open(stage, scored);
  await page.locator(".row-open").first().focus();
  await page.keyboard.press("ArrowDown");
  const focused = "document.activeElement.closest('tr')?.dataset.at";
  await pageUntil(page, `${focused} === "1"`);
  await page.keyboard.press("End");
  await pageUntil(page, `Number(${focused}) > 30`);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Close" }).waitFor();
});

browserTest("an entry and the whole result are verified in the browser", async (stage) => {
  const page = await open(stage, scored);
  await page.locator(".row-open").first().click();
  await page.getByRole("button", { name: "Verify in this browser" }).click();
  const outcome = page.getByText("Everything holds.");
  await outcome.waitFor();
  await page.getByText(/1 random .* were run again on 64 paths: equal to the bit/).waitFor();
  // A flipped bit of the matrix is named.
  const file = "autumn-1/susde-daily.f64";
  const matrix = scored.get(file)?.slice() ?? new Uint8Array();
  matrix[1000] = (matrix[1000] ?? 0) ^ 1;
  await page.unroute("**/arena/**");
  await serveArena(page, new Map([...scored, [file, matrix]]));
  await page.getByRole("button", { name: "Verify the result of Autumn 1" }).click();
  await page.getByText("Wrong: something is not what it was said to be.").waitFor();
  await page.getByText(/matrixHash|hash/i).first().waitFor();
});
