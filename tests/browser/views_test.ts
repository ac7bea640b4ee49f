import { assert, assertEquals } from "@std/assert";
import type { BrowserContextOptions, Page } from "playwright-core";
import { axeFaults, browserTest, linkTo } from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { isNightly } from "../../server/testing/nightly.ts";

/** From a small phone to a wide desk, for the nightly run. */
const WIDTHS = [320, 360, 430, 600, 720, 768, 834, 960, 1024, 1152, 1280, 1440, 1920];

const SCREENS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  ...Object.fromEntries(
    (isNightly ? WIDTHS : []).map((width) => [`${width} px`, { viewport: { width, height: 844 } }]),
  ),
};

const CANDIDATE = {
  marketId: 1,
  components: [{ strategyId: "yield-bollinger" }, { strategyId: "pull-to-par-hold" }],
};

/** Every path, with actions that show all of it and wait until it is shown. */
const PATHS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  board: (page) => page.getByRole("link", { name: "Yield RSI" }).waitFor(),
  "board/season": (page) => page.getByRole("heading", { name: "No season yet" }).waitFor(),
  "board/practice": (page) =>
    page.getByRole("heading", { name: "Practice: public data" }).waitFor(),
  workbench: (page) => page.getByText("over Hold").first().waitFor(),
  "workbench/chart": (page) => page.getByRole("figure", { name: /^Position/ }).waitFor(),
  "workbench/scenarios": async (page) => {
    await page.getByText(/^\d+ of 11 tests pass$/).click();
    await page.getByText("Trades at most 25 % a day").waitFor();
  },
  "workbench/real": (page) =>
    page.getByRole("link", { name: /^sUSDe, .* over idle$/ }).nth(3).waitFor(),
  "workbench/sweep": async (page) => {
    await page.getByRole("button", { name: /^Run/ }).click();
    await page.getByText(/^The best \d+/).first().waitFor();
    await page.getByRole("grid").first().hover();
  },
  "workbench/trades": (page) => page.getByRole("region", { name: "Round trips" }).waitFor(),
  "workbench/why": (page) => page.getByRole("region", { name: "Score" }).waitFor(),
  "workbench/market": (page) => page.getByRole("region", { name: "Facts of the market" }).waitFor(),
  "workbench/verify": (page) => page.getByText("simulations/summary").waitFor(),
  compare: (page) => page.getByRole("table").waitFor(),
  work: (page) => page.getByRole("heading", { name: "My work" }).waitFor(),
};

browserTest("every view and every tab of the page is in this test", async (stage) => {
  const page = await stage.open(linkTo("workbench", CANDIDATE));
  await page.getByRole("navigation", { name: "Parts of the result" }).waitFor();
  await page.getByRole("combobox", { name: "Market" }).waitFor();
  const links = await page.evaluate<string[]>(
    "[...document.querySelectorAll('.top a, .tab-bar a, .page-menu a')].map((one) => one.hash)",
  );
  const paths = links.flatMap((hash) => /^#\/([^?]+)/.exec(hash)?.[1] ?? []);
  assertEquals(paths.toSorted(), Object.keys(PATHS).toSorted());
});

for (const [screen, options] of Object.entries(SCREENS)) {
  browserTest(`every view is accessible and fits: ${screen}`, async (stage) => {
    const page = await stage.blank(options);
    await inTurn(Object.entries(PATHS), async ([path, show]) => {
      await page.goto(linkTo(path, CANDIDATE));
      await show(page);
      // The view before may have scrolled, and the answer on top covers parts of what is below it.
      await page.evaluate("scrollTo(0, 0)");
      assertEquals(await axeFaults(page), [], path);
      const [wide, window] = await page.evaluate<[number, number]>(
        "[document.documentElement.scrollWidth, innerWidth]",
      );
      assert(wide <= window, `${path}: ${wide} px wide on ${window} px`);
      await stage.picture(page, `${path.replace("/", "-")}-${screen}`);
    });
  });
}
