import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import { browserTest, linkTo, pageUntil, pickStrategy } from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { until } from "../../server/testing/until.ts";

const CANDIDATE = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };

/** Waits for the first curve. */
async function drawn(page: Page): Promise<void> {
  await page.locator("figure.chart canvas").first().waitFor();
}

/** Returns the first chart as a data URL. */
async function pictureOf(page: Page): Promise<string> {
  return await page.evaluate<string>("document.querySelector('figure.chart canvas').toDataURL()");
}

browserTest("fills are those of the run, also where a knob moves no line", async (stage) => {
  const candidate = { marketId: 1, components: [{ strategyId: "discount-threshold" }] };
  const page = await stage.open(linkTo("workbench", candidate));
  await page.getByText("1 fill ▲ buy ▼ sell").first().waitFor();
  // While the page arrives, its charts are drawn again for other reasons.
  await page.locator("svg.curve-strip").last().waitFor();
  await page.getByRole("figure", { name: /^Drawdown/ }).waitFor();
  await page.getByRole("region", { name: "Answer" }).getByRole("link").first().waitFor();
  const slider = page.getByRole("slider").first();
  await inTurn(Array(30).keys(), () => slider.press("PageUp"));
  await page.getByText("0 fills ▲ buy ▼ sell").first().waitFor();
  const fresh = await stage.open(`/${new URL(page.url()).hash}`);
  await fresh.getByText("0 fills ▲ buy ▼ sell").first().waitFor();
  await until(async () => await pictureOf(page) === await pictureOf(fresh));
});

browserTest(
  "an arrow key moves a slider by one unit, and links follow its release",
  async (stage) => {
    const page = await stage.open(linkTo("workbench", CANDIDATE));
    await drawn(page);
    const moved = async (name: string, key: string): Promise<string> => {
      await page.getByRole("slider", { name: new RegExp(`(^|\\W)${name}$`) }).press(key);
      return await page.getByRole("textbox", { name: new RegExp(`(^|\\W)${name}$`) }).inputValue();
    };
    assertEquals(await moved("window", "ArrowRight"), "21");
    assertEquals(await moved("window", "ArrowUp"), "22");
    assertMatch(decodeURIComponent(page.url()), /"window":22/);
    assertEquals(await moved("window", "ArrowLeft"), "21");
    assertEquals(await moved("window", "ArrowDown"), "20");
    assert(!page.url().includes("strategyParams"), "the default is not written");
    const link = page.getByRole("navigation", { name: "Views" })
      .getByRole("link", { name: "Compare" });
    const before = await link.getAttribute("href");
    await page.keyboard.down("ArrowRight");
    const field = page.getByRole("textbox", { name: "window" }).first();
    assertEquals([await field.inputValue(), await link.getAttribute("href")], ["21", before]);
    await page.keyboard.up("ArrowRight");
    assertMatch(decodeURIComponent(await link.getAttribute("href") ?? ""), /"window":21/);
  },
);

browserTest("nothing is wider than the window, with eight components", async (stage) => {
  const components = Array.from({ length: 8 }, () => ({ strategyId: "yield-rsi" }));
  const page = await stage.open(linkTo("workbench", { marketId: 1, components }));
  await drawn(page);
  await inTurn([1440, 1024, 768, 390, 360], async (width) => {
    await page.setViewportSize({ width, height: 800 });
    const wide = await page.evaluate("[document.documentElement.scrollWidth, innerWidth]");
    assertEquals(wide, [width, width]);
  });
});

browserTest(
  "a fault in one part of the page shows a message there, and the next candidate clears it",
  async (stage) => {
    const page = await stage.blank();
    // Without the relations of parameters the editor fails: a fault of the page itself.
    await page.addInitScript(`{
      const { filter } = Array.prototype;
      globalThis.isFaulty = true;
      Array.prototype.filter = function (...rest) {
        if (globalThis.isFaulty && this[0]?.left && this[0].message) throw new TypeError("no rules");
        return filter.apply(this, rest);
      };
    }`);
    await page.goto(linkTo("workbench", CANDIDATE));
    await page.getByText("Cannot draw this part of the page").waitFor();
    await page.getByText("no rules").waitFor();
    await drawn(page);
    await page.evaluate("globalThis.isFaulty = false");
    await page.getByRole("combobox", { name: "Market" }).selectOption("ghoUSD");
    await page.getByRole("form", { name: "Candidate" }).waitFor();
    await page.getByText("Cannot draw this part of the page").waitFor({ state: "detached" });
  },
);

browserTest("weights keep their sum, and a capital is read as people write it", async (stage) => {
  const page = await stage.open(linkTo("workbench", CANDIDATE));
  await drawn(page);
  const weights = async (): Promise<readonly number[]> =>
    await inTurn(
      await page.getByRole("textbox", { name: "Weight" }).all(),
      async (field) => Number(await field.inputValue()),
    );
  const untilWeights = (wanted: readonly number[]): Promise<void> =>
    until(async () => (await weights()).join() === wanted.join(), `the weights ${wanted}`);
  await pickStrategy(page, "Add a component", "Yield RSI");
  await untilWeights([50, 50]);
  const first = page.getByRole("textbox", { name: "Weight" }).first();
  await first.fill("70");
  await first.press("Enter");
  await untilWeights([70, 30]);
  await pickStrategy(page, "Add a component", "Pull to par");
  await untilWeights([46.67, 20, 33.33]);
  await page.getByRole("button", { name: "Remove component 3" }).click();
  await untilWeights([70, 30]);

  // A capital is read as people write it, and the ring around its fault covers no neighbour.
  const field = page.getByRole("textbox", { name: "Capital" });
  await field.fill("75 k");
  await field.press("Tab");
  await pageUntil(page, `decodeURIComponent(location.hash).includes('"capital":"75000"')`);
  assertEquals(await page.locator("[aria-invalid=true]").count(), 0);
  await field.fill("-5");
  await page.getByText(/must be a decimal number/).waitFor();
  const reach = await page.evaluate<number>(`(() => {
    const { outlineOffset, outlineWidth } = getComputedStyle(document.activeElement);
    return parseFloat(outlineOffset) + parseFloat(outlineWidth);
  })()`);
  assert(reach <= 0, `the ring of the focus covers ${reach} pixels around the field`);
});

browserTest(
  "on a phone the curve stays in sight with the knobs, and scrolls away with them",
  async (stage) => {
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
    const page = await stage.open(linkTo("workbench", CANDIDATE), phone);
    await drawn(page);
    // The other charts follow the first one, and make the page long enough to scroll.
    const difference = page.getByRole("figure", { name: /^Difference to Hold and idle/ });
    await difference.locator("canvas").waitFor();
    const topOf = async (selector: string): Promise<number> => {
      await page.evaluate(`document.querySelector(${JSON.stringify(selector)}).scrollIntoView()`);
      return await page.evaluate<number>(
        "document.querySelector('.equity').getBoundingClientRect().top",
      );
    };
    const line = await page.getByRole("region", { name: "Answer" }).boundingBox();
    const top = await topOf(".editor");
    assert(top >= 0 && top <= (line?.height ?? 0), `${top} px, right under the answer`);
    assert(await topOf(".outcome") < -100, "it leaves the tables their room");
  },
);
