/**
 * Measures the waiting times of the page's user in Chromium: `deno run -A tests/bench/page.ts`. Given
 * the folder of another checkout with its page built, the command measures both alternately and prints
 * the ratio of each figure, because other load on the machine slows both:
 * `deno run -A tests/bench/page.ts FOLDER ROUNDS`. A third word, `loads`, leaves out all but the first
 * curve.
 *
 * @module
 */

import type { Browser, Page } from "playwright-core";
import { launch } from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { ROOT } from "../../server/testing/root.ts";
import { Home, ServerProcess } from "../../server/testing/server_process.ts";
import { type NetworkOptions, SlowNetwork } from "../../server/testing/slow_network.ts";
import { atLeast, atMost, type Figure } from "./figure.ts";
import { movesOf, runVsSummary, sweepRate } from "./page_work.ts";

const ROUNDS = 5;
const LOADS = 3;
const PHONE_CPU = 4;
const LAN: NetworkOptions = { delayMs: 0, bytesPerSecond: null };
const MOBILE: NetworkOptions = { delayMs: 150, bytesPerSecond: 1.6e6 / 8 };

const ONE = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };
const EIGHT = {
  marketId: 1,
  components: [
    "yield-bollinger",
    "yield-rsi",
    "yield-macd",
    "yield-kama",
    "yield-sma-cross",
    "yield-keltner",
    "yield-donchian",
    "yield-tsmom",
  ].map((strategyId) => ({ strategyId })),
};

/**
 * Reports the times from the start of the navigation to the lines of the first chart, and to the knobs
 * that the user turns, in the console: questions from outside would take time from the page.
 */
const WATCH = `(() => {
  const report = (name, selector) => {
    if (document.querySelector(selector)) console.debug("at", name, performance.now());
    else requestAnimationFrame(() => report(name, selector));
  };
  requestAnimationFrame(() => {
    report("curve", "figure.chart canvas");
    report("knobs", ".editor input");
  });
})()`;

type Measured = Record<string, number>;

async function measureLoads(browser: Browser, server: ServerProcess): Promise<Measured> {
  const first = await loadTwice(browser, server, { network: LAN, cpu: 1 });
  // The first visitor gets quickly compressed files; the smallest form takes seconds to make.
  await waitForBytes(browser, server, first.bytes);
  const desktop = await inTurn(
    Array(LOADS).keys(),
    () => loadTwice(browser, server, { network: LAN, cpu: 1 }),
  );
  const phone = await loadTwice(browser, server, { network: MOBILE, cpu: PHONE_CPU });
  const median = (of: (one: Loads) => number): number => quantile(desktop.map(of), 0.5);
  return {
    firstVisitorKb: first.bytes / 1000,
    bytesKb: median(({ bytes }) => bytes) / 1000,
    desktopMs: median(({ cold }) => cold.curveMs),
    warmMs: median(({ warm }) => warm.curveMs),
    knobsShownMs: median(({ cold }) => cold.knobsMs),
    warmKnobsShownMs: median(({ warm }) => warm.knobsMs),
    phoneMs: phone.cold.curveMs,
    phoneWarmMs: phone.warm.curveMs,
    phoneKnobsShownMs: phone.cold.knobsMs,
    phoneWarmKnobsShownMs: phone.warm.knobsMs,
  };
}

/** @param isOwn whether the page is that of this checkout, whose protocol of workers is known */
async function measureWork(
  browser: Browser,
  server: ServerProcess,
  isOwn: boolean,
): Promise<Measured> {
  const page = await browser.newPage({ baseURL: server.origin });
  try {
    return {
      ...await movesFigures(page, "knob", ONE),
      ...await movesFigures(page, "knobEight", EIGHT),
      ...isOwn ? { runVsSummary: await runVsSummary(page, ONE) } : {},
      sweepPerSecond: await sweepRate(page, ONE),
    };
  } finally {
    await page.close();
  }
}

async function movesFigures(page: Page, name: string, candidate: unknown): Promise<Measured> {
  const fast = await movesOf(page, candidate, 1);
  const slow = await movesOf(page, candidate, PHONE_CPU);
  return {
    [`${name}P50Ms`]: quantile(fast, 0.5),
    [`${name}P95Ms`]: quantile(fast, 0.95),
    [`${name}SlowP50Ms`]: quantile(slow, 0.5),
    [`${name}SlowP95Ms`]: quantile(slow, 0.95),
  };
}

/** Times of a page to its first curve and to its knobs. */
interface Load {
  readonly curveMs: number;
  readonly knobsMs: number;
}

/** The first visit of a new browser, its bytes until the curve, and its second visit. */
interface Loads {
  readonly cold: Load;
  readonly warm: Load;
  readonly bytes: number;
}

async function loadTwice(
  browser: Browser,
  server: ServerProcess,
  { network, cpu }: { readonly network: NetworkOptions; readonly cpu: number },
): Promise<Loads> {
  await using line = new SlowNetwork(server.port, network);
  const context = await browser.newContext(
    cpu === 1 ? {} : { viewport: { width: 390, height: 844 }, isMobile: true },
  );
  const address = `${line.origin}/#/workbench?candidate=${encodeURIComponent(JSON.stringify(ONE))}`;
  const load = async (atCurve = (): void => {}): Promise<[Load, Page]> => {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: cpu });
    await page.addInitScript(WATCH);
    const reported = (name: string): Promise<number> =>
      new Promise((resolve) =>
        page.on("console", (message) => {
          const [at, what, ms] = message.text().split(" ");
          if (at === "at" && what === name) resolve(Number(ms));
        })
      );
    const times = [reported("curve"), reported("knobs")] as const;
    await page.goto(address, { waitUntil: "commit" });
    const curveMs = await times[0];
    atCurve();
    return [{ curveMs, knobsMs: await times[1] }, page];
  };
  try {
    let bytes = 0;
    const [cold, page] = await load(() => bytes = line.received);
    // A second visit comes after the first: its work is done, and the files are stored for it.
    await page.evaluate("navigator.serviceWorker.ready.then(() => null)");
    await page.close();
    const [warm] = await load();
    return { cold, warm, bytes };
  } finally {
    await context.close();
  }
}

/** Waits until first loads have fewer bytes than the very first load, up to a limit. */
async function waitForBytes(
  browser: Browser,
  server: ServerProcess,
  first: number,
): Promise<void> {
  for (let look = 0; look < 5; look++) {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    const { bytes } = await loadTwice(browser, server, { network: LAN, cpu: 1 });
    if (bytes < 0.97 * first) return;
  }
}

export function quantile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(part * (values.length - 1))] ?? NaN;
}

/** Returns the median of each figure. */
function mediansOf(rounds: readonly Measured[]): Measured {
  const names = Object.keys(rounds[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, quantile(rounds.map((round) => round[name] ?? NaN), 0.5)]),
  );
}

function print(text: string): void {
  // deno-lint-ignore no-console -- the output of the command
  console.log(text);
}

/**
 * Starts the server of a checkout, with all permissions, because an earlier checkout has other sets of
 * permissions.
 */
async function serve(root: string, home: Home): Promise<ServerProcess> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "--quiet", "main.ts", "serve"],
    cwd: root,
    env: { ARENA_DATASETS: "datasets", ARENA_KEYS: home.keysFile, ARENA_PORT: "0" },
    stdout: "piped",
    stderr: "piped",
  });
  return await ServerProcess.of(child.spawn());
}

async function main(): Promise<void> {
  const [other, rounds = String(ROUNDS), part = "all"] = Deno.args;
  const roots = [ROOT, ...other ? [other.endsWith("/") ? other : `${other}/`] : []];
  const browser = await launch();
  const measured = await inTurn(Array(Number(rounds)).keys(), () =>
    inTurn(roots, async (root) => {
      await using home = await Home.make();
      await using server = await serve(root, home);
      const loads = await measureLoads(browser, server);
      if (part === "loads") return loads;
      return { ...loads, ...await measureWork(browser, server, root === ROOT) };
    }));
  await browser.close();
  const own = mediansOf(measured.flatMap(([first]) => first ? [first] : []));
  const of = (name: string): number => own[name] ?? NaN;
  const figures: readonly Figure[] = [
    atMost("knobP95Ms", of("knobP95Ms"), "ms", 16.7),
    atMost("knobSlowP95Ms", of("knobSlowP95Ms"), "ms", 50),
    atMost("knobEightP95Ms", of("knobEightP95Ms"), "ms", 50),
    atMost("desktopMs", of("desktopMs"), "ms", 600),
    atMost("warmMs", of("warmMs"), "ms", 400),
    atMost("phoneMs", of("phoneMs"), "ms", 3000),
    atMost("bytesKb", of("bytesKb"), "kB", 400),
    atMost("runVsSummary", of("runVsSummary"), "times", 2),
    atLeast("sweepPerSecond", of("sweepPerSecond"), "per s", 12_000),
  ];
  for (const { name, value, unit, target, reached } of figures) {
    if (Number.isNaN(value)) continue;
    print(
      `${name.padEnd(20)} ${value.toFixed(1)} ${unit}, ${target}: ${
        reached ? "reached" : "missed"
      }`,
    );
  }
  if (other === undefined) return print(JSON.stringify(own));
  const theirs = mediansOf(measured.flatMap(([, second]) => second ? [second] : []));
  for (const name of Object.keys(own).filter((name) => name in theirs)) {
    const ratios = measured.map(([one, two]) => (one?.[name] ?? NaN) / (two?.[name] ?? NaN));
    const pair = `${of(name).toFixed(1)} against ${(theirs[name] ?? NaN).toFixed(1)}`;
    print(`${name.padEnd(20)} ${pair}, ratio ${quantile(ratios, 0.5).toFixed(3)}`);
  }
}

if (import.meta.main) await main();
