import { assert, assertEquals } from "@std/assert";
import { browserTest, linkTo } from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";

const CANDIDATE = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };

browserTest("nothing moves while the pointer crosses the charts, at every width", async (stage) => {
  await inTurn([1440, 1024, 390], async (width) => {
    const page = await stage.open(linkTo("workbench", CANDIDATE), {
      viewport: { width, height: 900 },
    });
    await page.getByRole("figure", { name: /^Skipped/ }).waitFor();
    await page.getByRole("link", { name: /passed/ }).waitFor();
    await page.getByRole("img", { name: /^Score along .*exitK: from/ }).waitFor();
    await page.evaluate(`(() => {
      globalThis.shifts = [];
      new PerformanceObserver((list) => globalThis.shifts.push(...list.getEntries().map(
        ({ value, sources }) => value + " " + sources.map(({ node }) => node?.className).join()
      ))).observe({ type: "layout-shift" });
    })()`);
    await inTurn(await page.locator("figure.chart").all(), async (figure) => {
      await figure.scrollIntoViewIfNeeded();
      const heightOf = async (): Promise<number> => (await figure.boundingBox())?.height ?? 0;
      const before = await heightOf();
      const plot = await figure.locator(".u-over").boundingBox();
      assert(plot !== null);
      await inTurn([0.02, 0.3, 0.6, 0.98], async (share) => {
        await page.mouse.move(plot.x + plot.width * share, plot.y + plot.height / 2);
        await figure.locator(".readings, .u-over").first().waitFor();
        assertEquals(await heightOf(), before);
      });
      await page.mouse.move(0, 0);
      assertEquals(await heightOf(), before);
    });
    assertEquals(await page.evaluate("globalThis.shifts"), [], `${width} px`);
  });
});

browserTest(
  "forced colours leave bars, samples of lines and the shade their own",
  async (stage) => {
    const page = await stage.open(linkTo("workbench/why", CANDIDATE), { forcedColors: "active" });
    await page.getByRole("region", { name: "Score" }).waitFor();
    const colourOf = (selector: string): Promise<string> =>
      page.evaluate(`getComputedStyle(document.querySelector("${selector}")).backgroundColor`);
    const canvas = await colourOf("body");
    assert(await colourOf(".waterfall .bar") !== canvas);
    await page.getByRole("link", { name: "Chart", exact: true }).click();
    await page.getByRole("figure", { name: /^Position/ }).waitFor();
    assert(await colourOf(".legend-line .swatch") !== canvas);
    const board = await stage.open("/#/board/strategies", { forcedColors: "active" });
    await board.locator(".ranking .key.hold").waitFor({ state: "attached" });
    const key = "getComputedStyle(document.querySelector('.ranking .key.hold')).backgroundColor";
    assert(await board.evaluate(key) !== canvas);
    // The warmup on the left of a plot is a light shade, not a block of the colour of text.
    const dark = await page.evaluate<number>(`(() => {
    const canvas = document.querySelector("figure.chart canvas");
    const { data } = canvas.getContext("2d").getImageData(80, canvas.height / 3, 60, 60);
    return data.filter((_, at) => at % 4 === 3).filter((alpha) => alpha > 200).length / 3600;
  })()`);
    assert(dark < 0.5, `${dark} of it is opaque`);
  },
);
