import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Page } from "playwright-core";
import {
  axeFaults,
  browserTest,
  linkTo,
  pageUntil,
  pickStrategy,
} from "../../server/testing/browser.ts";
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
  await page.getByRole("region", { name: "Answer" }).getByRole("link").waitFor();
  const slider = page.getByRole("slider").first();
  await inTurn(Array(30).keys(), () => slider.press("PageUp"));
  await page.getByText("0 fills ▲ buy ▼ sell").first().waitFor();
  const fresh = await stage.open(`/${new URL(page.url()).hash}`);
  await fresh.getByText("0 fills ▲ buy ▼ sell").first().waitFor();
  await until(async () => await pictureOf(page) === await pictureOf(fresh));
});

browserTest(
  "the zoom survives a change of a knob, and is reset by another market",
  async (stage) => {
    const page = await stage.open(linkTo("workbench", CANDIDATE));
    await drawn(page);
    const month = page.getByRole("group", { name: "Times shown" }).first()
      .getByRole("radio", { name: "30 days" });
    await page.getByText("30 days", { exact: true }).first().click();
    assert(await month.isChecked());
    const before = page.locator(".answer-part", { hasText: "83.5" });
    await before.waitFor();
    await page.getByRole("slider", { name: "window" }).press("PageUp");
    await before.waitFor({ state: "detached" });
    assert(await month.isChecked());
    await page.getByRole("group", { name: "Market" }).getByText("ghoUSD").click();
    await until(async () => !await month.isChecked());
  },
);

browserTest("an arrow key moves a slider by one unit", async (stage) => {
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
  const other = await stage.open(
    linkTo("workbench", { marketId: 1, components: [{ strategyId: "yield-rsi" }] }),
  );
  await drawn(other);
  await inTurn(["period", "overbought", "oversold"], async (name) => {
    const field = other.getByRole("textbox", { name: new RegExp(`(^|\\W)${name}$`) });
    const slider = other.getByRole("slider", { name: new RegExp(`(^|\\W)${name}$`) });
    const first = Number(await field.inputValue());
    await slider.press("ArrowRight");
    const right = Number(await field.inputValue());
    await slider.press("ArrowLeft");
    await slider.press("ArrowLeft");
    const left = Number(await field.inputValue());
    assertEquals([right > first, left < first, right - first], [true, true, first - left], name);
  });
});

browserTest("links follow a knob once it is released", async (stage) => {
  const page = await stage.open(linkTo("workbench", CANDIDATE));
  await drawn(page);
  const field = page.getByRole("textbox", { name: "window" }).first();
  const link = page.getByRole("navigation", { name: "Views" })
    .getByRole("link", { name: "Compare" });
  await page.getByRole("slider", { name: "window" }).focus();
  const before = await link.getAttribute("href");
  await page.keyboard.down("ArrowRight");
  assertEquals([await field.inputValue(), await link.getAttribute("href")], ["21", before]);
  await page.keyboard.up("ArrowRight");
  assertMatch(decodeURIComponent(await link.getAttribute("href") ?? ""), /"window":21/);
});

browserTest("nothing is wider than the window, with eight components", async (stage) => {
  const components = Array.from({ length: 8 }, () => ({ strategyId: "yield-rsi" }));
  await inTurn([360, 390, 768, 1024, 1440], async (width) => {
    const page = await stage.open(linkTo("workbench", { marketId: 1, components }), {
      viewport: { width, height: 800 },
      isMobile: width < 500,
      hasTouch: width < 500,
    });
    await drawn(page);
    const [wide, window] = await page.evaluate<[number, number]>(
      "[document.documentElement.scrollWidth, innerWidth]",
    );
    assertEquals([wide, window], [width, width]);
  });
});

browserTest("an unknown timeframe is reported, and the editor stays", async (stage) => {
  const weekly = { marketId: 1, components: [{ strategyId: "yield-rsi" }], timeframe: "weekly" };
  const page = await stage.open(`/#/?candidate=${encodeURIComponent(JSON.stringify(weekly))}`);
  await page.getByRole("form", { name: "Candidate" }).getByText(/timeframe is/).waitFor();
  await page.getByRole("textbox", { name: "overbought" }).waitFor();
  await page.getByText("Daily", { exact: true }).click();
  await drawn(page);
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
    await page.getByRole("group", { name: "Market" }).getByText("ghoUSD").click();
    await page.getByRole("form", { name: "Candidate" }).waitFor();
    await page.getByText("Cannot draw this part of the page").waitFor({ state: "detached" });
  },
);

browserTest("weights survive adding a component and removing it", async (stage) => {
  const page = await stage.open(linkTo("workbench", {
    marketId: 1,
    components: [
      { strategyId: "yield-rsi", weightBps: 7000 },
      { strategyId: "yield-bollinger", weightBps: 3000 },
    ],
  }));
  await drawn(page);
  const weights = async (): Promise<readonly string[]> =>
    await inTurn(
      await page.getByRole("textbox", { name: "Weight" }).all(),
      (field) => field.inputValue(),
    );
  await pickStrategy(page, "Add a component", "Pull to par");
  await page.getByRole("region", { name: "Component 3" }).waitFor();
  const [first = "", second = "", third = ""] = await weights();
  assertEquals([first, second, third].map(Number), [46.67, 20, 33.33]);
  await page.getByRole("button", { name: "Remove component 3" }).click();
  await page.getByRole("region", { name: "Component 3" }).waitFor({ state: "detached" });
  assertEquals((await weights()).map(Number), [70, 30]);
});

browserTest(
  "a capital is read as people write it, and its unit is shown",
  async (stage) => {
    const page = await stage.open(linkTo("workbench", CANDIDATE));
    await drawn(page);
    const field = page.getByRole("textbox", { name: "Capital" });
    const written = {
      "250,000": "250000",
      "1e6": "1000000",
      "2m": "2000000",
      "75 k": "75000",
      "1_500": "1500",
    };
    await inTurn(Object.entries(written), async ([text, capital]) => {
      await field.fill(text);
      await field.press("Tab");
      await pageUntil(page, `decodeURIComponent(location.hash).includes('"capital":"${capital}"')`);
      await pageUntil(page, `document.querySelector("[aria-invalid=true]") === null`);
    });
    await field.fill("lots");
    await page.locator(".field-error").first().waitFor();
    await page.getByText("In the coin that PT pays at expiry").waitFor();
  },
);

browserTest(
  "figures of an earlier candidate are marked, and stay readable",
  async (stage) => {
    const page = await stage.open(linkTo("workbench", CANDIDATE));
    await drawn(page);
    await page.getByRole("textbox", { name: /\bk$/ }).fill("99");
    const note = page.getByText(/^The last candidate that could run: Yield Bollinger .* on sUSDe/);
    await note.waitFor();
    const faint = await page.evaluate<string[]>(
      `[...document.querySelectorAll("main *")].filter((one) =>
    getComputedStyle(one).opacity < 0.9 && getComputedStyle(one).opacity > 0 && one.innerText?.trim()
  ).map((one) => one.className)`,
    );
    assertEquals(faint, []);
  },
);

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

browserTest("an evaluation of an earlier candidate is marked", async (stage) => {
  const page = await stage.open(linkTo("workbench/scenarios", CANDIDATE));
  await page.getByText(/of 11 tests pass$/).waitFor();
  const note = page.getByText(/^Judged: Yield Bollinger bands on sUSDe, hourly/);
  assertEquals(await note.count(), 0);
  await page.getByRole("textbox", { name: /\bk$/ }).fill("99");
  await note.waitFor();
  assertEquals(await axeFaults(page), []);
  await page.getByRole("textbox", { name: /\bk$/ }).fill("2");
  await note.waitFor({ state: "detached" });
});
