/**
 * Measures the overhead of a search over the engine, `deno run -A tests/bench/search_command.ts`:
 * candidates per second by the engine alone, range after range, and end to end, with a worker,
 * summaries and all points stored in a folder. Both alternate and use processor time, which other
 * programs on the machine affect least. A search of few candidates shows the part that does not grow
 * with the plan: transactions, evaluations of the best, and the report; the largest ones show what a
 * long search sees. Two workers are compared with one by wall time. `... 390` measures searches of 390
 * levels alone, which is the smallest size.
 *
 * @module
 */

// deno-lint-ignore no-external-import -- processor time of all threads
import { cpuUsage } from "node:process";
import { SearchPlanSchema } from "../../server/contracts/plan.ts";
import { loadDatasets } from "../../server/datasets/loader.ts";
import { compileEngine, loadEngine } from "../../server/engine/load.ts";
import { runJobs } from "../../server/cli/search/run_jobs.ts";
import { SearchFolder } from "../../server/cli/search/search_folder.ts";
import { WorkerPool } from "../../server/search/worker_pool.ts";
import { columnsRequest } from "../../server/search/engine_plan.ts";
import { JobRunner } from "../../server/search/job_runner.ts";
import { basisOf } from "../../server/search/order.ts";
import { prepare, type PreparedSearch } from "../../server/search/prepared.ts";
import { chunksOf, rangesOf } from "../../server/search/ranges.ts";
import { withFolder } from "../../server/testing/folder.ts";
import { inTurn } from "../../server/testing/in_turn.ts";

const OWN = "/components/0/strategyParams/";
const TOP = 20;
const WHOLE_MICROSECONDS = 1e6;

/** The last axis of a grid varies fastest, so neighbours have different periods, or equal ones. */
const PERIODS = { path: `${OWN}period`, min: 2, max: 30, steps: 673 };
const LEVELS = { path: `${OWN}overbought`, min: 55, max: 85, steps: 390 };
const KINDS = { "own indicators": [LEVELS, PERIODS], "shared indicators": [PERIODS, LEVELS] };
/** Levels of the search whose time is nearly all fixed. */
const FEW = 2;
/** Levels of 262,470, 1,000,078 and 2,624,700 candidates. */
const SIZES = [390, 1_486, 3_900];
/** Rounds of the smallest search: V8 optimises its code during the first ones. */
const ROUNDS = 5;
const ROUNDS_LARGE = 2;

const [module, datasets] = await Promise.all([
  compileEngine(),
  loadDatasets(["datasets"], () => {}),
]);
const engine = loadEngine(module);
for (const dataset of datasets) engine.addDataset(dataset);
const pools = await inTurn([1, 2], (size) => WorkerPool.start(size, spawn, { module, datasets }));

function spawn(): Worker {
  return new Worker(new URL("../../server/search/worker.ts", import.meta.url), { type: "module" });
}

function preparedOf(axes: readonly unknown[]): PreparedSearch {
  const plan = SearchPlanSchema.parse({
    base: { marketId: 1, components: [{ strategyId: "yield-rsi" }] },
    axes,
  });
  return prepare(plan, TOP, engine, datasets);
}

/** Runs all ranges on this thread's engine and discards the results. */
function alone({ plan, draw, total, rangeMax }: PreparedSearch): void {
  for (const range of rangesOf(total, rangeMax).flatMap(chunksOf)) {
    engine.planColumns(columnsRequest(plan, { draw, window: null }, range));
  }
}

/** Runs all ranges with workers, summaries and a store, up to the report. */
async function stored(
  { plan, datasets: used, total, units }: PreparedSearch,
  pool: WorkerPool,
): Promise<void> {
  const order = { plan, topMax: TOP, keepsPoints: true, basis: basisOf(engine, used) };
  await withFolder(async (path) => {
    using folder = await SearchFolder.open(path, order, { candidates: total, units });
    await runJobs(folder, {
      runner: new JobRunner({ store: folder.store, engine, datasets, workers: pool }),
      parallel: pool.size + 1,
      signal: new AbortController().signal,
      onRange: () => {},
    });
  });
}

interface Times {
  readonly processorSeconds: number;
  readonly clockSeconds: number;
}

async function timesOf(work: () => void | Promise<void>): Promise<Times> {
  const [before, startMs] = [cpuUsage(), performance.now()];
  await work();
  const { user, system } = cpuUsage(before);
  return {
    processorSeconds: (user + system) / WHOLE_MICROSECONDS,
    clockSeconds: (performance.now() - startMs) / 1000,
  };
}

function least(numbers: readonly number[]): number {
  return Math.min(...numbers);
}

function print(text: string): void {
  // deno-lint-ignore no-console -- the output of the command
  console.log(text);
}

/** Prints the overhead of a search beside the engine. */
async function measure(name: string, prepared: PreparedSearch, rounds: number): Promise<void> {
  const [one, two] = pools;
  if (one === undefined || two === undefined) return;
  const all = await inTurn(Array.from({ length: rounds }), async () => ({
    alone: await timesOf(() => alone(prepared)),
    one: await timesOf(() => stored(prepared, one)),
    two: await timesOf(() => stored(prepared, two)),
  }));
  const secondsOf = (which: "alone" | "one"): number =>
    least(all.map((round) => round[which].processorSeconds));
  const clockOf = (which: "one" | "two"): number =>
    least(all.map((round) => round[which].clockSeconds));
  const rateOf = (which: "alone" | "one"): string => count(prepared.total / secondsOf(which));
  const beside = (secondsOf("one") - secondsOf("alone")) / prepared.total * WHOLE_MICROSECONDS;
  print(
    `${name}, ${count(prepared.total)} candidates: engine alone ${rateOf("alone")}/s/core, ` +
      `end to end ${rateOf("one")}/s/core ` +
      `(${(secondsOf("alone") / secondsOf("one")).toFixed(2)}), ` +
      `${beside.toFixed(2)} us a candidate beside the engine; ` +
      `two workers ${(clockOf("one") / clockOf("two")).toFixed(2)} times as fast as one`,
  );
}

function count(rate: number): string {
  return Math.round(rate).toLocaleString("en-US");
}

print(`load ${Deno.loadavg().map((load) => load.toFixed(1)).join(" ")}`);
const sizes = Deno.args.length > 0 ? Deno.args.map(Number) : SIZES;
await inTurn(Object.entries(KINDS), async ([name, axes]) => {
  const ofLevels = (steps: number): PreparedSearch =>
    preparedOf(axes.map((axis) => axis === LEVELS ? { ...axis, steps } : axis));
  const [one] = pools;
  if (one === undefined) return;
  const few = ofLevels(FEW);
  const fixed = await inTurn(
    Array.from({ length: ROUNDS }),
    async () => (await timesOf(() => stored(few, one))).processorSeconds,
  );
  print(`${name}, ${count(few.total)} candidates: ${least(fixed).toFixed(2)} s, nearly all fixed`);
  await inTurn(
    sizes,
    (levels) => measure(name, ofLevels(levels), levels > LEVELS.steps ? ROUNDS_LARGE : ROUNDS),
  );
});
for (const pool of pools) pool.stop();
