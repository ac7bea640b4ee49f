import { assertEquals } from "@std/assert";
import type { BrowserContextOptions, Page } from "playwright-core";
import { assertFits, browserTest, linkTo, look, OF_COLOURS } from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { isNightly } from "../../server/testing/nightly.ts";

/** From a small phone to a wide desk, for the nightly run. */
const WIDTHS = [320, 360, 430, 600, 720, 768, 834, 960, 1024, 1152, 1280, 1440, 1920];

type Scheme = "light" | "dark";

/** The looks of every view on each device: the view is shown once, and then looked at. */
const DEVICES: Readonly<Record<string, [BrowserContextOptions, (readonly [number, Scheme])[]]>> = {
  desk: [{}, [
    [1280, "light"],
    [1280, "dark"],
    ...(isNightly ? WIDTHS : []).map((width) => [width, "light"] as const),
  ]],
  phone: [{ isMobile: true, hasTouch: true }, [[390, "light"]]],
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

for (const [device, [options, looks]] of Object.entries(DEVICES)) {
  browserTest(`every view is accessible and fits: ${device}`, async (stage) => {
    const [[first = 0] = []] = looks;
    const page = await stage.blank({ ...options, viewport: { width: first, height: 844 } });
    await inTurn(Object.entries(PATHS), async ([path, show]) => {
      await page.goto(linkTo(path, CANDIDATE));
      await show(page);
      // The view before may have scrolled, and the answer on top covers parts of what is below it.
      await page.evaluate("scrollTo(0, 0)");
      await inTurn(looks, async ([width, scheme]) => {
        await look(page, width, scheme);
        const only = scheme === "dark" ? OF_COLOURS : undefined;
        await assertFits(page, `${path}, ${width} px, ${scheme}`, only);
        await stage.picture(page, `${path.replace("/", "-")}-${device}-${width}-${scheme}`);
      });
    });
  });
}
