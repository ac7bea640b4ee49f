/**
 * Measures the first thousand summaries of a process beside its later ones, right after the start and
 * after seconds without a request: `deno run -A tests/bench/first_runs.ts`.
 *
 * @module
 */

import { systemClock } from "../../server/base/clock.ts";
import { compileEngine, loadEngine, reloadEngine } from "../../server/engine/load.ts";
import { LocalEngine } from "../../server/engine/local_engine.ts";
import { ROOT } from "../../server/testing/root.ts";
import { datasets, requestOf, RSI_TURNS } from "./subject.ts";

/** Long enough for an idle engine to have warmed up. */
const IDLE_MS = 5_000;
const RUNS = 1_000;
const LATER = 5;

/** Mean time of the first thousand summaries of a new process over that of its later ones. */
export interface FirstRunFigures {
  readonly atOnce: number;
  readonly afterIdling: number;
}

/** Measures two new processes, one after the other. */
export async function measureFirstRuns(): Promise<FirstRunFigures> {
  return { atOnce: await measureProcess(0), afterIdling: await measureProcess(IDLE_MS) };
}

async function measureProcess(idleMs: number): Promise<number> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-A", `${ROOT}tests/bench/first_runs.ts`, String(idleMs)],
    stderr: "inherit",
  }).output();
  return Number(new TextDecoder().decode(stdout));
}

/** Returns the ratio in this process, whose engine has not run yet. */
async function measureHere(idleMs: number): Promise<number> {
  const module = await compileEngine();
  const engine = loadEngine(module);
  for (const dataset of datasets) engine.addDataset(dataset);
  const local = new LocalEngine(engine, {
    datasets,
    prepare: () => {},
    reload: (generation) => reloadEngine(module, generation),
    onLost: (reason) => {
      throw new Error(reason);
    },
  });
  if (idleMs > 0) {
    local.warmUp(systemClock);
    await new Promise<void>((resolve) => systemClock.after(idleMs, resolve));
  }
  const requests = RSI_TURNS.map((portfolio) => requestOf("summary", portfolio));
  const thousand = (): number => {
    const startMs = performance.now();
    for (let run = 0; run < RUNS; run++) {
      local.simulate(requests[run % requests.length] ?? new Uint8Array());
    }
    return performance.now() - startMs;
  };
  const first = thousand();
  thousand();
  const later = Array.from({ length: LATER }, thousand);
  return first / (later.reduce((sum, ms) => sum + ms, 0) / LATER);
}

if (import.meta.main) {
  const [idleMs] = Deno.args;
  const figure = idleMs === undefined
    ? await measureFirstRuns()
    : await measureHere(Number(idleMs));
  // deno-lint-ignore no-console -- the output of the command
  console.log(JSON.stringify(figure));
}
