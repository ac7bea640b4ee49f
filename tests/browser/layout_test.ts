import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { browserTest, linkTo } from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { COUNT_SHIFTS } from "../../server/testing/season_page.ts";

const CANDIDATE = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };

/** Returns the height of the page's header. */
async function headerOf(page: Page): Promise<number> {
  return (await page.getByRole("banner").boundingBox())?.height ?? NaN;
}

/** Records every height that the header has in a frame. */
const HEADER_HEIGHTS = `
  globalThis.heights = new Set();
  const look = () => {
    const header = document.querySelector("header");
    if (header !== null) heights.add(header.offsetHeight);
    requestAnimationFrame(look);
  };
  look();
`;

function heightOf(page: Page): Promise<number> {
  return page.evaluate<number>("document.documentElement.scrollHeight");
}

browserTest("the header has one row, and two where the market needs its own", async (stage) => {
  // Where the answer has two rows, or three lines, the tabs are lower.
  const most = [
    [1440, 48, 160],
    [1280, 48, 160],
    [1024, 48, 160],
    [960, 48, 160],
    [768, 96, 160],
    [720, 96, 184],
    [390, 90, 184],
    [320, 90, 200],
  ];
  const page = await stage.open(linkTo("workbench", CANDIDATE));
  await page.getByRole("group", { name: "Timeframe" }).waitFor();
  await inTurn(most, async ([width = 0, height = 0, below = 0]) => {
    await page.setViewportSize({ width, height: 844 });
    assert(await headerOf(page) <= height, `${width} px: ${await headerOf(page)} high`);
    const tabs = await page.getByRole("link", { name: "Chart", exact: true }).boundingBox();
    assert(tabs !== null && tabs.y < below, `${width} px: tabs at ${tabs?.y}`);
    assertEquals(await page.evaluate("document.documentElement.scrollWidth"), width);
  });
  await page.setViewportSize({ width: 390, height: 844 });
  const cut = await page.getByRole("navigation", { name: "Views" }).evaluate(
    (nav: { scrollWidth: number; clientWidth: number }) => nav.scrollWidth - nav.clientWidth,
  );
  assertEquals(cut, 0, "a phone shows the whole navigation");
  const icon = await page.locator(".brand img").boundingBox();
  assert(icon !== null && icon.width === 20 && icon.y < 48, JSON.stringify(icon));

  // At 200 % zoom the knobs stay in sight below the answer.
  await page.setViewportSize({ width: 720, height: 450 });
  await page.getByRole("link", { name: "not passed" }).waitFor();
  await page.getByRole("slider").nth(1).focus();
  const isCovered = await page.evaluate<boolean>(`(() => {
    const { left, top, width, height } = document.activeElement.getBoundingClientRect();
    return document.elementFromPoint(left + width / 2, top + height / 2) !== document.activeElement;
  })()`);
  assert(!isCovered);
  const covered = await page.locator(".answer").evaluate(
    (line: { getBoundingClientRect(): { height: number } }) => line.getBoundingClientRect().height,
  );
  assert(covered < 450 / 4, `${covered} pixels of 450`);
});

const DESK = [1440, 1024, 700].map((width) => ({ viewport: { width, height: 844 } }));
const TOUCH = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

for (const options of [...DESK, TOUCH]) {
  const name = `${options.viewport.width} px${options === TOUCH ? ", a phone" : ""}`;
  browserTest(
    `nothing moves while a run arrives, and under the pointer: ${name}`,
    async (stage) => {
      const page = await stage.blank(options);
      await page.addInitScript(HEADER_HEIGHTS);
      await page.addInitScript(COUNT_SHIFTS);
      await page.goto(linkTo("workbench", CANDIDATE));
      await page.getByRole("figure", { name: /^Skipped/ }).waitFor();
      await page.getByRole("region", { name: "Answer" }).getByRole("link", { name: /passed/ })
        .waitFor();
      await page.getByRole("img", { name: /^Score along .*exitK: from/ }).waitFor();
      assertEquals((await page.evaluate<number[]>("[...globalThis.heights]")).length, 1);
      await inTurn(await page.locator("figure.chart").all(), async (figure) => {
        await figure.scrollIntoViewIfNeeded();
        const heightOf = async (): Promise<number> => (await figure.boundingBox())?.height ?? 0;
        const before = await heightOf();
        const plot = await figure.locator(".u-over").boundingBox();
        assert(plot !== null);
        await inTurn([0.02, 0.98], async (share) => {
          await page.mouse.move(plot.x + plot.width * share, plot.y + plot.height / 2);
          await figure.locator(".readings, .u-over").first().waitFor();
          assertEquals(await heightOf(), before);
        });
        await page.mouse.move(0, 0);
        assertEquals(await heightOf(), before);
      });
      assertEquals(await page.evaluate("globalThis.shifts"), []);
    },
  );
}

browserTest("verdict and sweep fold what is long, and no table scrolls sideways", async (stage) => {
  const page = await stage.open(linkTo("workbench/scenarios", CANDIDATE), {
    viewport: { width: 1440, height: 900 },
  });
  const tests = page.getByText(/^\d+ of 11 tests pass$/);
  await tests.waitFor();
  assert(await heightOf(page) <= 900, `${await heightOf(page)} pixels`);
  const row = page.getByRole("cell", { name: "152 days are scored." });
  assert(!await row.isVisible());
  await tests.click();
  await row.waitFor();
  const fold = page.getByText(/^This path and its stresses/);
  await fold.click();
  const above = /in (\d+) of/.exec(await fold.textContent() ?? "")?.[1];
  const cells = page.getByRole("region", { name: "Scenarios" })
    .locator('td[data-title="Over Hold"]');
  const texts = await cells.allTextContents();
  assertEquals(texts.filter((text) => text.startsWith("+")).length, Number(above));
  await page.getByText("How often such verdicts are wrong").click();
  const table = page.getByRole("region", { name: "Calibration of the verdict" });
  await table.getByText("Share of half-years on which holding PT beats").first().waitFor();
  await inTurn([1440, 1024, 660, 390], async (width) => {
    await page.setViewportSize({ width, height: 844 });
    const beyond = await table.evaluate((box: { scrollWidth: number; clientWidth: number }) =>
      box.scrollWidth - box.clientWidth
    );
    assertEquals(beyond, 0, `${width} px: the table scrolls sideways`);
  });

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(linkTo("workbench/sweep", CANDIDATE));
  // A window of a few hours is no one's first range.
  assertEquals(await page.getByRole("spinbutton", { name: "From" }).first().inputValue(), "1");
  await page.getByRole("button", { name: /^Run 1,024/ }).click();
  const best = page.getByRole("heading", { name: /^Best of 1,024/ });
  const trust = page.getByRole("heading", { name: "It may be luck" });
  await trust.waitFor();
  await page.getByRole("button", { name: /^Load Window/ }).first().waitFor();
  assertEquals((await best.boundingBox())?.y, (await trust.boundingBox())?.y);
  assert(await heightOf(page) <= 1800, `${await heightOf(page)} pixels`);
  const best20 = page.getByRole("region", { name: "Best candidates" });
  assertEquals(await best20.getByRole("row").count(), 1 + 5);
  const titles = await best20.getByRole("columnheader").allInnerTexts();
  assert(titles.indexOf("Edge on new data") < titles.indexOf("Score"), `${titles}`);
  const [saved] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download Best candidates as CSV" }).click(),
  ]);
  const csv = await Deno.readTextFile(await saved.path());
  assertEquals(csv.trim().split("\r\n").length, 1 + 20, "the file has the folded rows too");
  await page.getByRole("button", { name: "Show all 20" }).click();
  assertEquals(await best20.getByRole("row").count(), 1 + 20);

  const widths = [1440, 1280, 1200, 1100, 1024];
  const none = widths.map((width) => `${width}: `);
  const beyond = (): Promise<readonly string[]> =>
    inTurn(widths, async (width) => {
      await page.setViewportSize({ width, height: 800 });
      return `${width}: ${await page.evaluate(TABLES_BEYOND)}`;
    });
  assertEquals(await beyond(), none, "the best of a sweep");
  // The map fits a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  assertEquals(await page.evaluate("document.documentElement.scrollWidth"), 390);
  await page.setViewportSize({ width: 1440, height: 800 });
  await page.getByRole("link", { name: "Trades" }).click();
  await page.getByRole("region", { name: "Round trips" }).waitFor();
  assertEquals(await beyond(), none, "round trips");
  await page.getByRole("link", { name: "New data" }).click();
  await page.getByText(/tests pass$/).click();
  await page.getByText(/^This path and its stresses/).click();
  await page.getByRole("region", { name: "Tests of the verdict" }).waitFor();
  assertEquals(await beyond(), none, "tests and stresses");
});

/** Names the tables that are wider than their boxes. */
const TABLES_BEYOND = `[...document.querySelectorAll(".data-table .scroll")]
  .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
  .map((box) => box.innerText.slice(0, 40) + " " + box.scrollWidth + " of " + box.clientWidth)
  .join("; ")`;

browserTest(
  "forced colours leave tabs, sliders, bars, lines and the shade their own",
  async (stage) => {
    const page = await stage.open(linkTo("workbench", CANDIDATE), { forcedColors: "active" });
    await page.getByRole("figure", { name: /^Position/ }).waitFor();
    const colourOf = (selector: string): Promise<string> =>
      page.evaluate(`getComputedStyle(document.querySelector("${selector}")).backgroundColor`);
    const canvas = await colourOf("body");
    const underlined = await page.evaluate<readonly string[]>(
      `[...document.querySelectorAll("nav a")]
    .filter((link) => getComputedStyle(link).borderBottomColor !== "${canvas}")
    .map((link) => link.textContent)`,
    );
    assertEquals(underlined, ["Workbench", "Chart"]);
    // Computed styles have no track, so its pixels are looked at.
    const slider = await page.getByRole("slider").first().boundingBox();
    assert(slider !== null);
    const { x, y, width, height } = slider;
    const clip = { x: x + width - 20, y: y + height / 2 - 6, width: 16, height: 12 };
    const before = await page.screenshot({ clip });
    await page.evaluate(`document.querySelector("input[type=range]").style.visibility = "hidden"`);
    assert(before.toString() !== (await page.screenshot({ clip })).toString());
    assert(await colourOf(".legend-line .swatch") !== canvas);
    // The warmup on the left of a plot is a light shade, not a block of the colour of text.
    const dark = await page.evaluate<number>(`(() => {
    const canvas = document.querySelector("figure.chart canvas");
    const { data } = canvas.getContext("2d").getImageData(80, canvas.height / 3, 60, 60);
    return data.filter((_, at) => at % 4 === 3).filter((alpha) => alpha > 200).length / 3600;
  })()`);
    assert(dark < 0.5, `${dark} of it is opaque`);
    await page.getByRole("link", { name: "Why", exact: true }).click();
    await page.getByRole("region", { name: "Score" }).waitFor();
    assert(await colourOf(".waterfall .bar") !== canvas);
    await page.getByRole("link", { name: "Board", exact: true }).click();
    await page.locator(".ranking .mark.hold").waitFor({ state: "attached" });
    assert(await colourOf(".ranking .mark.hold") !== canvas);
  },
);
