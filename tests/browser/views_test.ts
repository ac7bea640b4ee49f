import { assert, assertEquals } from "@std/assert";
import type { BrowserContextOptions, Page } from "playwright-core";
import { axeFaults, browserTest, linkTo } from "../support/browser.ts";
import { inTurn } from "../support/in_turn.ts";

const SCREENS: Readonly<Record<string, BrowserContextOptions>> = {
  light: { colorScheme: "light" },
  dark: { colorScheme: "dark" },
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
};

const CANDIDATE = {
  marketId: 1,
  components: [{ strategyId: "yield-bollinger" }, { strategyId: "pull-to-par-hold" }],
};

/** Every view: what shows that it is there, and what a reader does to see all of it. */
const VIEWS: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  market: (page) => page.getByRole("figure").first().waitFor(),
  strategy: (page) => page.getByText("what happened").waitFor(),
  evaluation: (page) => page.getByText("MAX_TURNOVER").waitFor(),
  sweep: async (page) => {
    await page.getByRole("button", { name: /^Run/ }).click();
    await page.getByText("The first 10").waitFor();
    await page.getByRole("grid").first().hover();
  },
  compare: async (page) => {
    await page.getByRole("button", { name: "Pin to compare" }).click();
    await page.getByRole("table").waitFor();
  },
  server: (page) => page.getByText("simulations/summary").waitFor(),
};

browserTest("every view of the page is in this test", async (stage) => {
  const page = await stage.open("/");
  const links = page.locator("nav a[href^='#']");
  await links.first().waitFor();
  assertEquals(await links.count(), Object.keys(VIEWS).length);
});

browserTest("every view is accessible, in light, dark and on a phone", async (stage, test) => {
  await inTurn(Object.entries(SCREENS), async ([screen, options]) => {
    const page = await stage.blank(options);
    await inTurn(
      Object.entries(VIEWS),
      ([view, show]) =>
        test.step(`${view}, ${screen}`, async () => {
          await page.goto(linkTo(view, CANDIDATE));
          await show(page);
          assertEquals(await axeFaults(page), []);
          const [wide, window] = await page.evaluate<[number, number]>(
            "[document.documentElement.scrollWidth, innerWidth]",
          );
          assert(wide <= window, `${wide} px wide on ${window} px`);
          await stage.picture(page, `${view}-${screen}`);
        }),
    );
  });
});
