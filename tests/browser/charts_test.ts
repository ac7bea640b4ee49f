import { assert, assertEquals, assertMatch, assertNotEquals } from "@std/assert";
import type { Locator, Page } from "playwright-core";
import { browserTest, linkTo, pickStrategy } from "../../server/testing/browser.ts";
import { until } from "../../server/testing/until.ts";

const CANDIDATE = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };

/** Returns the first chart of a page with the buttons for the zoom, and the middle of its plot. */
async function firstChart(page: Page): Promise<{ chart: Locator; x: number; y: number }> {
  const chart = page.locator("figure.chart").filter({
    has: page.getByRole("radio", { name: "All" }),
  })
    .first();
  await chart.locator("canvas").waitFor();
  const box = await chart.locator(".u-over").boundingBox();
  assert(box !== null);
  return { chart, x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Returns the name of the pressed range; empty after a zoom by hand. */
async function range(chart: Locator): Promise<string> {
  const pressed = chart.locator(".choice label:has(:checked)");
  return await pressed.count() === 0 ? "" : await pressed.textContent() ?? "";
}

function scrolled(page: Page): Promise<number> {
  return page.evaluate<number>("scrollY");
}

/** Returns the first chart as a data URL. */
function drawn(page: Page): Promise<string> {
  return page.evaluate<string>("document.querySelector('figure.chart canvas').toDataURL()");
}

/** Returns the first chart once two frames in a row draw the same. */
async function stillDrawn(page: Page): Promise<string> {
  let last = "";
  await until(async () => {
    const before = last;
    last = await drawn(page);
    return last === before;
  }, "a chart that is still");
  return last;
}

browserTest("a chart is zoomed by wheel, key and drag, and keeps its zoom", async (stage) => {
  const page = await stage.open(linkTo("workbench", CANDIDATE));
  await page.getByRole("figure", { name: /^Skipped signals\. Minimum hold 273$/ }).waitFor();
  await page.getByRole("figure", { name: /^Drawdown/ }).waitFor();
  const { chart, x, y } = await firstChart(page);
  await page.mouse.move(x, y);
  await page.mouse.wheel(0, 120);
  await until(async () => await scrolled(page) > 0);
  assertEquals(await range(chart), "All");
  await page.evaluate("scrollTo(0, 0)");
  await page.mouse.click(x, y);
  await page.mouse.wheel(0, -240);
  await until(async () => await range(chart) === "");
  assertEquals(await scrolled(page), 0);
  await page.keyboard.press("0");
  await until(async () => await range(chart) === "All");
  // There is nothing more to show, so the page scrolls on.
  await page.mouse.wheel(0, 120);
  await until(async () => await scrolled(page) > 0);
  await page.evaluate("scrollTo(0, 0)");

  const drag = async (way: number): Promise<void> => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + way / 2, y);
    await page.mouse.move(x + way, y);
    await page.mouse.up();
  };
  await drag(80);
  await until(async () => await range(chart) === "");
  await chart.getByText("30 days").click();
  assertEquals(await range(chart), "30 days");
  const before = await drawn(page);
  await drag(120);
  await until(async () => await range(chart) === "");
  assertNotEquals(await drawn(page), before);
  // Back to the end of the data, with the width as it was.
  await drag(-240);
  await until(async () => await range(chart) === "30 days");

  const slider = page.getByRole("slider", { name: "window" });
  const score = page.locator(".answer-part", { hasText: "83.5" });
  await score.waitFor();
  await slider.press("PageUp");
  await score.waitFor({ state: "detached" });
  assertEquals(await range(chart), "30 days");
  await pickStrategy(page, "Strategy of component 1", "Yield RSI");
  await page.getByRole("figure", { name: /^RSI\./ }).waitFor();
  assertEquals(await range(chart), "30 days");
  await page.getByRole("combobox", { name: "Market" }).selectOption("ghoUSD");
  await until(async () => await range(chart) === "All", "another market resets the zoom");
});

browserTest(
  "a line is hidden by its name, every table is saved, and a tab as a picture",
  async (stage) => {
    const page = await stage.open(linkTo("compare", CANDIDATE));
    const line = page.getByRole("button", { name: "Hold", exact: true });
    await line.waitFor();
    await page.mouse.move(0, 0);
    const before = await stillDrawn(page);
    await line.click();
    await page.getByRole("button", { name: "Hold", exact: true, pressed: false }).waitFor();
    await until(async () => await drawn(page) !== before, "a chart without the line");
    await line.click();
    await page.getByRole("button", { name: "Hold", exact: true, pressed: true }).waitFor();
    await until(async () => await drawn(page) === before, "the chart with the line again");

    const save = async (name: string): Promise<[string, Uint8Array]> => {
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name }).click(),
      ]);
      return [file.suggestedFilename(), await Deno.readFile(await file.path())];
    };
    const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
    const [tableName, table] = await save("Download Comparison as CSV");
    assertEquals(tableName, "comparison.csv");
    assertMatch(text(table), /\r\nYield Bollinger bands,-0\.03\d{8,},1,.*,83\.5\d{8,},?\r\n/);

    await page.goto(linkTo("workbench/scenarios", CANDIDATE));
    await page.getByText(/^This path and its stresses/).click();
    const [, scenarios] = await save("Download Scenarios as CSV");
    assertMatch(text(scenarios).split("\r\n")[1] ?? "", /^official,83\.5\d{10,}/);

    await page.getByRole("button", { name: /export/ }).click();
    const [name, picture] = await save("Save a picture");
    assertMatch(name, /\.png$/);
    // An empty canvas of that size is a tenth of it.
    assert(text(picture.subarray(1, 4)) === "PNG" && picture.length > 10_000, `${picture.length}`);
    const folder = Deno.env.get("ARENA_PICTURES");
    if (folder) await Deno.writeFile(`${folder}/saved-${name}`, picture);
  },
);

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };

browserTest("on a phone tooltips and tables are on the screen, and fingers zoom", async (stage) => {
  const page = await stage.open(linkTo("workbench/why", CANDIDATE), PHONE);
  const terms = page.locator("button.meaning");
  await terms.first().waitFor();
  await page.getByText("More figures").click();
  const outside = await page.evaluate<string[]>(`
    [...document.querySelectorAll("button.meaning")].flatMap((term) => {
      term.scrollIntoView({ block: "center" });
      term.focus({ focusVisible: true });
      const { left, right } = term.querySelector("[role=tooltip]").getBoundingClientRect();
      const isSeen = right - left > 50 && left >= 0 && right <= innerWidth;
      return isSeen ? [] : [term.textContent + " " + left + " " + right];
    })`);
  assertEquals(outside, []);
  assert(await terms.count() > 5);

  await page.goto(linkTo("compare", CANDIDATE));
  const score = page.locator("td[data-title=Score]").first();
  await score.waitFor();
  const box = await score.boundingBox();
  assert(box !== null && box.x + box.width <= 390);

  // One finger moves the crosshair, two zoom.
  await page.goto(linkTo("workbench", CANDIDATE));
  const { chart } = await firstChart(page);
  const touch = (name: string, fingers: Readonly<Record<number, number>>): Promise<void> =>
    page.evaluate(`(() => {
      const over = document.querySelector("figure.chart:has(.choice) .u-over");
      const { left, top, width } = over.getBoundingClientRect();
      for (const [id, share] of Object.entries(${JSON.stringify(fingers)})) {
        over.dispatchEvent(new PointerEvent(${JSON.stringify(name)}, {
          pointerId: Number(id), pointerType: "touch", bubbles: true,
          clientX: left + share * width, clientY: top + 20,
        }));
      }
    })()`);
  await touch("pointerdown", { 1: 0.5 });
  await touch("pointermove", { 1: 0.6 });
  await chart.locator(".readout .at").waitFor();
  assertEquals(await range(chart), "All");
  await touch("pointerdown", { 2: 0.7 });
  await touch("pointermove", { 1: 0.4, 2: 0.9 });
  await until(async () => await range(chart) === "");
  await touch("pointerup", { 1: 0.4, 2: 0.9 });
});
