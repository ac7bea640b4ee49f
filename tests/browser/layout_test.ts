import { assert, assertEquals } from "@std/assert";
import type { Page } from "playwright-core";
import { browserTest, linkTo } from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";

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
  await inTurn(most, async ([width = 0, height = 0, below = 0]) => {
    const page = await stage.open(linkTo("workbench", CANDIDATE), {
      viewport: { width, height: 844 },
    });
    const market = page.getByRole("banner").getByText("sUSDe", { exact: true }).first();
    await market.waitFor({ state: "attached" });
    await page.getByRole("group", { name: "Timeframe" }).waitFor();
    assert(await headerOf(page) <= height, `${width} px: ${await headerOf(page)} high`);
    const tabs = await page.getByRole("link", { name: "Chart", exact: true }).boundingBox();
    assert(tabs !== null && tabs.y < below, `${width} px: tabs at ${tabs?.y}`);
    assertEquals(await page.evaluate("document.documentElement.scrollWidth"), width);
  });
});

browserTest("the header is as high before the markets are there as with them", async (stage) => {
  const phone = [390, true] as const;
  const screens = [[1280, false], [1024, false], [700, false], [390, false], phone] as const;
  await inTurn(screens, async ([width, hasTouch]) => {
    const viewport = { width, height: 844 };
    const page = await stage.blank({ viewport, hasTouch, isMobile: hasTouch });
    await page.addInitScript(HEADER_HEIGHTS);
    await page.goto(linkTo("workbench", CANDIDATE));
    await page.getByRole("group", { name: "Timeframe" }).waitFor();
    const heights = await page.evaluate<number[]>("[...globalThis.heights]");
    assertEquals(heights.length, 1, `${width} px: ${heights}`);
  });
});

/** Records what moves without the reader's doing, and how far. */
const SHIFTS = `
  globalThis.shifts = [];
  const rectOf = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
  const nameOf = ({ node, previousRect, currentRect }) =>
    (node?.className || node?.nodeName) + ": " + rectOf(previousRect) + " to " + rectOf(currentRect);
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      shifts.push(value.toFixed(4) + " " + sources.map(nameOf).join(", "));
    }
  }).observe({ type: "layout-shift", buffered: true });
`;

browserTest("nothing moves while the run, its tab and its verdict arrive", async (stage) => {
  await inTurn([1440, 1000, 700, 390], async (width) => {
    const page = await stage.blank({ viewport: { width, height: 844 } });
    await page.addInitScript(SHIFTS);
    await page.goto(linkTo("workbench", CANDIDATE));
    await page.getByRole("figure", { name: /^Skipped/ }).waitFor();
    await page.getByRole("region", { name: "Answer" }).getByRole("link", { name: /passed/ })
      .waitFor();
    assertEquals(await page.evaluate("globalThis.shifts"), [], `${width} px`);
  });
});

browserTest("on a phone undo, redo and the reference are in the menu", async (stage) => {
  const page = await stage.open(linkTo("workbench", CANDIDATE), {
    viewport: { width: 390, height: 844 },
  });
  const slider = page.getByRole("slider").first();
  await slider.waitFor();
  const before = await slider.inputValue();
  await slider.press("End");
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("link", { name: "API" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  assertEquals(await slider.inputValue(), before);
});

browserTest(
  "the verdict fits one screen, and its tables are folded with their sums",
  async (stage) => {
    const page = await stage.open(linkTo("workbench/scenarios", CANDIDATE), {
      viewport: { width: 1440, height: 900 },
    });
    await page.getByText(/^\d+ of 11 tests pass$/).waitFor();
    assert(await heightOf(page) <= 900, `${await heightOf(page)} pixels`);
    const fold = page.getByText(
      /^This path and its stresses: above Hold in \d+ of 6; deepest fall [\d.]+ %, in [\w-]+$/,
    );
    await fold.click();
    const table = page.getByRole("region", { name: "Scenarios" });
    await table.getByRole("columnheader", { name: "Average bad day" }).waitFor();
    const above = /in (\d+) of/.exec(await fold.textContent() ?? "")?.[1];
    const cells = await table.locator('td[data-title="Over Hold"]').allTextContents();
    assertEquals(cells.filter((text) => text.startsWith("+")).length, Number(above));
    await page.getByText("same trades, wrong market", { exact: true }).waitFor();
  },
);

browserTest(
  "the calibration of the verdict is as wide as its box, at every width",
  async (stage) => {
    const page = await stage.open(linkTo("workbench/scenarios", CANDIDATE));
    await page.getByText("How often such verdicts are wrong").click();
    const table = page.getByRole("region", { name: "Calibration of the verdict" });
    await inTurn([1440, 1024, 660, 390], async (width) => {
      await page.setViewportSize({ width, height: 844 });
      await table.getByText("Share of half-years on which holding PT beats").first().waitFor();
      const beyond = await table.evaluate((box: unknown) => {
        const { scrollWidth, clientWidth } = box as Record<"scrollWidth" | "clientWidth", number>;
        return scrollWidth - clientWidth;
      });
      assertEquals(beyond, 0, `${width} px: the table scrolls sideways`);
    });
  },
);

browserTest(
  "a sweep shows its verdict beside the best, and folds what is longer",
  async (stage) => {
    const page = await stage.open(linkTo("workbench/sweep", CANDIDATE), {
      viewport: { width: 1440, height: 900 },
    });
    await page.getByRole("button", { name: /^Run 1,024/ }).click();
    const best = page.getByRole("heading", { name: /^Best of 1,024/ });
    const trust = page.getByRole("heading", { name: "It may be luck" });
    await trust.waitFor();
    assertEquals((await best.boundingBox())?.y, (await trust.boundingBox())?.y);
    assert(await heightOf(page) <= 1800, `${await heightOf(page)} pixels`);
    const table = page.getByRole("region", { name: "The best 20" });
    assertEquals(await table.getByRole("row").count(), 1 + 5);
    const [saved] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Download Parameters as CSV" }).click(),
    ]);
    const csv = await Deno.readTextFile(await saved.path());
    assertEquals(csv.trim().split("\r\n").length, 1 + 20, "the file has the folded rows too");
    await page.getByRole("button", { name: "Show all 20" }).click();
    assertEquals(await table.getByRole("row").count(), 1 + 20);
  },
);

/** Logs the calls that draw on the canvas of a chart, in order. */
const LOG_DRAWING = `(() => {
  globalThis.drawn = [];
  const { prototype } = CanvasRenderingContext2D;
  for (const name of ["stroke", "strokeText", "fillText"]) {
    const draw = prototype[name];
    prototype[name] = function (...args) {
      drawn.push([name, args[0]].join(" "));
      return draw.apply(this, args);
    };
  }
})()`;

browserTest(
  "the name of the warmup is written over lines and grid, apart from them",
  async (stage) => {
    const page = await stage.blank({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(LOG_DRAWING);
    await page.goto(linkTo("workbench", CANDIDATE));
    await page.getByRole("figure", { name: /^Position/ }).waitFor();
    const drawn = await page.evaluate<readonly string[]>("drawn");
    const at = drawn.indexOf("fillText Warmup, not scored");
    // The halo, and before it the labels of the lines, which come after the lines.
    assertEquals(drawn[at - 1], "strokeText Warmup, not scored");
    const labels = drawn.slice(0, at).findLastIndex((one) => /^fillText Implied yield/.test(one));
    assert(labels > 0 && !drawn.slice(labels, at).some((one) => one.startsWith("stroke ")));
  },
);

browserTest("score, Hold, idle and new data are explained where they stand", async (stage) => {
  const page = await stage.open(linkTo("workbench/why", CANDIDATE));
  const answer = page.getByRole("region", { name: "Answer" });
  await answer.getByRole("link", { name: "not passed" }).waitFor();
  const meanings = [
    [answer, "score", /after penalties .* Buying PT at once and keeping it has 100\.$/],
    [answer, "Hold", /PT, a zero-coupon bond/],
    [answer, "edge", /64 simulated half-years that it was not tuned on/],
    [page.getByRole("region", { name: "Score" }), "idle", /SY, the savings pool/],
  ] as const;
  await inTurn(meanings, async ([place, word, meaning]) => {
    await place.getByRole("button", { name: new RegExp(`^${word}`) }).hover();
    const tooltip = page.getByRole("tooltip").filter({ hasText: meaning });
    await tooltip.waitFor();
    const { x = -1, width = Infinity } = await tooltip.boundingBox() ?? {};
    assert(x >= 0 && x + width <= 1280, `${word}: ${x} to ${x + width}`);
  });
  await page.getByRole("link", { name: "New data", exact: true }).click();
  await page.getByText(/^By luck: How often the best of as many tries/).waitFor();
  await page.getByText(/^The half-years of this market flatter: .* Expect less/).waitFor();
});

browserTest("no table of the workbench scrolls sideways beside the editor", async (stage) => {
  const page = await stage.open(linkTo("workbench/sweep", CANDIDATE), {
    viewport: { width: 1280, height: 800 },
  });
  const widths = [1440, 1280, 1200, 1100, 1024];
  const beyond = (): Promise<readonly string[]> =>
    inTurn(widths, async (width) => {
      await page.setViewportSize({ width, height: 800 });
      return `${width}: ${await page.evaluate(TABLES_BEYOND)}`;
    });
  const none = widths.map((width) => `${width}: `);
  await page.getByRole("button", { name: "Run 1,024 candidates" }).click();
  await page.getByRole("button", { name: /^Load Window/ }).first().waitFor();
  assertEquals(await beyond(), none, "the best of a sweep");
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
