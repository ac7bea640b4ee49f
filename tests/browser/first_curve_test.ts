import { assert, assertEquals } from "@std/assert";
import { browserTest, linkTo } from "../../server/testing/browser.ts";
import { until } from "../../server/testing/until.ts";

const ONE = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };

/** Delays frames, and logs the charts that are made and the frames that were requested after the first. */
const LATE_FRAMES = `{
  const frame = requestAnimationFrame;
  globalThis.log = [];
  globalThis.requestAnimationFrame = (callback) => {
    const isCounted = document.querySelector("figure.chart canvas") !== null;
    return frame(() => setTimeout(() => frame((at) => {
      if (isCounted) log.push("frame");
      callback(at);
    }), 200));
  };
  let charts = 0;
  new MutationObserver(() => {
    const now = document.querySelectorAll("figure.chart canvas").length;
    while (charts < now) {
      charts++;
      log.push("chart");
    }
  }).observe(document, { childList: true, subtree: true });
}`;

browserTest("the first curve needs no worker and no code of other parts", async (stage) => {
  const page = await stage.blank();
  const [drawn, curve] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const held: string[] = [];
  await page.route(/\/(later|worker)-\w+\.js$/, async (route) => {
    held.push(route.request().url().replace(/.*\/(\w+)-.*/, "$1"));
    await curve.promise;
    await route.continue();
  });
  await page.route(/\.wasm$/, async (route) => {
    await drawn.promise;
    await route.continue();
  });
  try {
    await page.goto(linkTo("workbench", ONE), { waitUntil: "commit" });
    await page.getByRole("link", { name: "Why", exact: true }).waitFor();
    await page.evaluate(
      "new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next)))",
    );
    assertEquals(held, [], "the engine has the network to itself");
    drawn.resolve();
    await page.locator("figure.chart canvas").first().waitFor();
    await page.getByText("over Hold").waitFor();
  } finally {
    drawn.resolve();
    curve.resolve();
  }
  await page.getByRole("figure", { name: /^Position/ }).waitFor();
  await page.getByRole("link", { name: "not passed" }).waitFor();
  assertEquals(held.filter((name) => name !== "worker"), ["later"]);
  const earned = page.locator(".answer-part", { hasText: "over Hold" }).locator("b");
  const before = await earned.innerText();
  await page.getByRole("textbox", { name: "Capital" }).fill("9000000");
  await until(async () => await earned.innerText() !== before, "another return");
});

/** Logs the calls that draw on the canvas of a chart, in order. */
const LOG_DRAWING = `(() => {
  globalThis.strokes = [];
  const { prototype } = CanvasRenderingContext2D;
  for (const name of ["stroke", "strokeText", "fillText"]) {
    const draw = prototype[name];
    prototype[name] = function (...args) {
      strokes.push([name, args[0]].join(" "));
      return draw.apply(this, args);
    };
  }
})()`;

browserTest(
  "the first curve is painted before the other charts, and names the warmup",
  async (stage) => {
    const page = await stage.blank({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript(LOG_DRAWING);
    await page.addInitScript(LATE_FRAMES);
    await page.goto(linkTo("workbench", ONE));
    await page.locator("figure.chart canvas").nth(3).waitFor();
    const log = await page.evaluate<readonly string[]>("log");
    const first = log.indexOf("chart");
    assert(log.slice(first, log.indexOf("chart", 1 + first)).includes("frame"), log.join(" "));
    // The name is written over lines and grid, apart from them.
    const strokes = await page.evaluate<readonly string[]>("strokes");
    const at = strokes.indexOf("fillText Warmup, not scored");
    // The halo, and before it the labels of the lines, which come after the lines.
    assertEquals(strokes[at - 1], "strokeText Warmup, not scored");
    const labels = strokes.slice(0, at).findLastIndex((one) => /^fillText Implied yield/.test(one));
    assert(labels > 0 && !strokes.slice(labels, at).some((one) => one.startsWith("stroke ")));
  },
);
