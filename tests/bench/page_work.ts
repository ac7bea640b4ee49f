import type { Page } from "playwright-core";
import { openPageEngine, pageUntil } from "../../server/testing/browser.ts";
import { inTurn } from "../../server/testing/in_turn.ts";

/** The page's `performance` entries; see `state.ts` and `sweep/session.ts`. */
const DRAWN_MEASURE = "candidate-to-curve";
const SWEEP_MEASURE = "sweep";

const MOVES = 60;
/** Moves that warm up the engine and the page. */
const WARM_MOVES = 10;
const SWEEPS = 4;
const ROUNDS = 60;
/** Calls of a round: the page's clock has steps of 0.1 ms, a summary's time. */
const CALLS = 20;

function hashOf(view: string, candidate: unknown): string {
  return `#/${view}?candidate=${encodeURIComponent(JSON.stringify(candidate))}`;
}

/** Drags the first knob of a candidate; returns the milliseconds from each change to its curve. */
export async function movesOf(
  page: Page,
  candidate: unknown,
  cpu: number,
): Promise<readonly number[]> {
  await page.goto("about:blank");
  await page.goto(`/${hashOf("workbench", candidate)}`);
  const slider = page.getByRole("slider").first();
  await slider.waitFor();
  await page.locator("figure.chart canvas").first().waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: cpu });
  const box = await slider.boundingBox();
  if (box === null) throw new Error("Cannot measure: there is no slider");
  const at = (move: number): number => box.x + box.width * (0.2 + 0.6 * move / MOVES);
  await page.mouse.move(at(0), box.y + box.height / 2);
  await page.mouse.down();
  await inTurn(Array(WARM_MOVES + MOVES).keys(), async (move) => {
    if (move === WARM_MOVES) await page.evaluate("performance.clearMeasures()");
    const seen = await count(page);
    // A first step that is too short to change the knob would draw nothing, and be waited for.
    await page.mouse.move(at(1 + ((move + 1) * 17) % MOVES), box.y + box.height / 2);
    await pageUntil(page, `performance.getEntriesByName("${DRAWN_MEASURE}").length > ${seen}`);
  });
  const moves = await durations(page, DRAWN_MEASURE);
  await page.mouse.up();
  await session.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  return moves;
}

async function count(page: Page): Promise<number> {
  return (await durations(page, DRAWN_MEASURE)).length;
}

async function durations(page: Page, name: string): Promise<readonly number[]> {
  return await page.evaluate<number[]>(
    `performance.getEntriesByName("${name}").map(({ duration }) => duration)`,
  );
}

/** Repeats the sweep of the view; returns the best rate, candidates per second. */
export async function sweepRate(page: Page, candidate: unknown): Promise<number> {
  await page.goto("about:blank");
  await page.goto(`/${hashOf("workbench/sweep", candidate)}`);
  const run = page.getByRole("button", { name: /^Run/ });
  await inTurn([0, 1], async (axis) => {
    await page.getByLabel("Steps").nth(axis).fill("64");
    await page.getByLabel("Steps").nth(axis).press("Tab");
  });
  await inTurn(Array(SWEEPS).keys(), async (sweep) => {
    await run.click();
    await pageUntil(page, `performance.getEntriesByName("${SWEEP_MEASURE}").length > ${sweep}`);
    await page.getByRole("heading", { name: /^Best of/ }).waitFor();
  });
  const fastest = Math.min(...await durations(page, SWEEP_MEASURE));
  return 1000 * 64 * 64 / fastest;
}

/**
 * Has a page worker run candidates alternately for a summary and for everything that the page draws,
 * messages and reading them included; returns how many times longer the latter takes.
 */
export async function runVsSummary(page: Page, candidate: object): Promise<number> {
  await page.goto("about:blank");
  await page.goto("/");
  await openPageEngine(page);
  await page.evaluate(await bundled("page_run.ts"));
  return await page.evaluate<number>(`(async () => {
    const times = { summary: [], run: [] };
    const runs = {
      summary: async (candidate) => {
        const { error } = await askWorker("simulate", "summary", candidate);
        if (error !== undefined) throw new Error(JSON.stringify(error));
      },
      run: readRun,
    };
    for (let call = 0; call < ${ROUNDS * CALLS}; call += ${CALLS}) {
      for (const [name, run] of Object.entries(runs)) {
        const startedAt = performance.now();
        for (let more = 0; more < ${CALLS}; more++) {
          const capital = String(100_000 + call + more);
          await run({ ...${JSON.stringify(candidate)}, capital });
        }
        times[name].push(performance.now() - startedAt);
      }
    }
    const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];
    return median(times.run.slice(${WARM_MOVES})) / median(times.summary.slice(${WARM_MOVES}));
  })()`);
}

/** Returns a program beside this file with all that it imports, as one script. */
async function bundled(name: string): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["bundle", "--quiet", "--platform", "browser", "--format", "iife", name],
    cwd: new URL("./", import.meta.url),
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
  return new TextDecoder().decode(stdout);
}
