import type { Browser } from "playwright-core";
import { launch } from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { Home } from "../../server/testing/server_process.ts";
import { type NetworkOptions, SlowNetwork } from "../../server/testing/slow_network.ts";
import { type Probe, quantile, type Subject } from "./probe.ts";

const LOADS = 3;
const LAN: NetworkOptions = { delayMs: 0, bytesPerSecond: null };
const MOBILE: NetworkOptions = { delayMs: 150, bytesPerSecond: 1.6e6 / 8 };
const PHONE_CPU = 4;
const CANDIDATE = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };

/**
 * Reports the time from the start of the navigation to the lines of the first chart in the console:
 * questions from outside would take time from the page.
 */
const WATCH = `requestAnimationFrame(function look() {
  if (document.querySelector("figure.chart canvas")) console.debug("curve at", performance.now());
  else requestAnimationFrame(look);
})`;

/** Measures the first curve of a new browser in Chromium: at a desk, and on a phone on the road. */
export const measureFirstCurve: Probe = async (root: string): Promise<Subject> => {
  const home = await Home.make(root);
  const server = await home.serve({ ARENA_DATASETS: "datasets" });
  const browser = await launch();
  const load = (network: NetworkOptions, cpu: number): Promise<Load> =>
    loadIn(browser, server.port, { network, cpu });
  // The first visitor gets quickly compressed files; the smallest form takes seconds to make.
  const { bytes } = await load(LAN, 1);
  for (let look = 0; look < 5 && (await load(LAN, 1)).bytes > 0.97 * bytes; look++) {
    await new Promise((resolve) => setTimeout(resolve, 1500));
  }
  return {
    measure: async () => {
      const desk = await inTurn(Array(LOADS).keys(), () => load(LAN, 1));
      const phone = await load(MOBILE, PHONE_CPU);
      return {
        firstCurveMs: quantile(desk.map(({ curveMs }) => curveMs), 0.5),
        firstCurvePhoneMs: phone.curveMs,
        firstLoadKb: phone.bytes / 1000,
      };
    },
    [Symbol.asyncDispose]: async () => {
      await browser.close();
      await server.stop();
      await home[Symbol.asyncDispose]();
    },
  };
};

/** One visit, and the bytes that came until the curve. */
interface Load {
  readonly curveMs: number;
  readonly bytes: number;
}

async function loadIn(
  browser: Browser,
  port: number,
  { network, cpu }: { readonly network: NetworkOptions; readonly cpu: number },
): Promise<Load> {
  await using line = new SlowNetwork(port, network);
  const context = await browser.newContext(
    cpu === 1 ? {} : { viewport: { width: 390, height: 844 }, isMobile: true },
  );
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: cpu });
    await page.addInitScript(WATCH);
    const { promise: curve, resolve } = Promise.withResolvers<number>();
    page.on("console", (message) => {
      const [, ms] = /^curve at (.*)/.exec(message.text()) ?? [];
      if (ms !== undefined) resolve(Number(ms));
    });
    const candidate = encodeURIComponent(JSON.stringify(CANDIDATE));
    await page.goto(`${line.origin}/#/workbench?candidate=${candidate}`, { waitUntil: "commit" });
    return { curveMs: await curve, bytes: line.received };
  } finally {
    await context.close();
  }
}
