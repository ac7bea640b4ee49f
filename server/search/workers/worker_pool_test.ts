import { assertEquals, assertRejects } from "@std/assert";
import { FIGURES, SearchPlanSchema } from "../../contracts/plan.ts";
import { StartError } from "../../base/errors.ts";
import { compileEngine } from "../../engine/load.ts";
import { officialDatasets } from "../../testing/official.ts";
import { ManualClock } from "../../testing/clock.ts";
import { InlineWorker } from "../../testing/inline_worker.ts";
import type { RangeService } from "./range_service.ts";
import { Stopped } from "../stages/ranges.ts";
import { NO_BYTES, readHead } from "../stages/summary.ts";
import type { ReportStep } from "./search_workers.ts";
import { WorkerPool } from "./worker_pool.ts";
import { turn } from "../../testing/until.ts";

const PLAN = SearchPlanSchema.parse({
  base: { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] },
  axes: [{ path: "/components/0/strategyParams/period", min: 3, max: 12, steps: 8 }],
});
const HEAVY = SearchPlanSchema.parse({
  base: {
    marketId: 1,
    timeframe: "hourly",
    components: Array.from({ length: 16 }, () => ({ strategyId: "yield-rsi" })),
  },
  axes: [{ path: "/components/0/strategyParams/period", min: 3, max: 12, steps: 65_536 }],
});
const STAGE = { draw: { method: "grid" }, window: null, topMax: 3, passes: 0 } as const;
const NAMES = [PLAN.axes[0]?.path ?? "", ...Object.keys(FIGURES), "status"];

function spawn(): Worker {
  return new Worker(new URL("worker.ts", import.meta.url), {
    type: "module",
    deno: { permissions: "none" },
  });
}

Deno.test("workers without permissions run ranges, also more at once than there are workers", async () => {
  const datasets = (await officialDatasets()).filter(({ header }) => header.marketId === 1);
  const pool = await WorkerPool.start(2, spawn, { module: await compileEngine(), datasets });
  try {
    assertEquals(pool.size, 2);
    const columnsOf = async (from: number, count: number): Promise<Float64Array> => {
      const range = { from, count };
      const task = { plan: PLAN, stage: STAGE, range, names: NAMES };
      const { summary, numbers } = await pool.forKey("").range({ ...task, keepsPoints: true });
      // The same summary without points, whichever buffer is used.
      const alone = await pool.forKey("").range({ ...task, keepsPoints: false });
      assertEquals(alone, { summary, numbers: new Float64Array(), part: null });
      return numbers;
    };
    const whole = await columnsOf(0, 8);
    const parts = await Promise.all([0, 2, 4, 6].map((from) => columnsOf(from, 2)));
    const scoreAt = 6;
    const scores = parts.flatMap((part) => [...part.subarray(2 * scoreAt, 2 * scoreAt + 2)]);
    assertEquals(scores, [...whole.subarray(8 * scoreAt, 8 * scoreAt + 8)]);
    // A refused range fails alone, every time: the worker is replaced.
    for (let time = 0; time < 3; time++) {
      await assertRejects(() => columnsOf(8, 1), StartError, "refused a range");
    }
    assertEquals(await columnsOf(0, 8), whole);
  } finally {
    pool.stop();
  }
});

Deno.test("a call whose signal aborts leaves its worker, or the line before it", async () => {
  const datasets = (await officialDatasets()).filter(({ header }) => header.marketId === 1);
  const pool = await WorkerPool.start(1, spawn, { module: await compileEngine(), datasets });
  try {
    const task = {
      plan: HEAVY,
      stage: STAGE,
      range: { from: 0, count: 65_536 },
      names: NAMES,
      keepsPoints: false,
    };
    const light = { ...task, plan: PLAN, range: { from: 0, count: 8 } };
    // Then the worker is loaded and begins the next call at once.
    await pool.forKey("").range(light);
    const stopping = new AbortController();
    const ends = [
      pool.forKey("").range(task, stopping.signal),
      pool.forKey("").range(light, stopping.signal),
    ].map(
      (call) => assertRejects(() => call, Stopped, "the search was stopped"),
    );
    const next = pool.forKey("").range(light);
    await turn();
    stopping.abort();
    await Promise.all(ends);
    assertEquals(readHead((await next).summary).count, 8);
    await assertRejects(() => pool.forKey("").range(light, stopping.signal), Stopped);
  } finally {
    pool.stop();
  }
});

Deno.test("keys take turns: a small call runs beside a long one of another key", async () => {
  const datasets = (await officialDatasets()).filter(({ header }) => header.marketId === 1);
  const pool = await WorkerPool.start(1, spawn, { module: await compileEngine(), datasets });
  try {
    const task = { plan: PLAN, stage: STAGE, names: NAMES, keepsPoints: false };
    const ended: string[] = [];
    const run = (keyId: string, name: string, count: number): Promise<void> =>
      pool.forKey(keyId).range({ ...task, plan: HEAVY, range: { from: 0, count } })
        .then(() => void ended.push(name));
    const long = Array.from({ length: 3 }, (_, at) => run("hostile", `long ${at}`, 8_192));
    await Promise.all([...long, run("other", "small", 64)]);
    assertEquals(ended, ["small", "long 0", "long 1", "long 2"]);
  } finally {
    pool.stop();
  }
});

Deno.test("a worker that one key breaks runs the calls of other keys again", async () => {
  const datasets = (await officialDatasets()).filter(({ header }) => header.marketId === 1);
  const pool = await WorkerPool.start(1, spawn, { module: await compileEngine(), datasets });
  try {
    const task = { plan: HEAVY, stage: STAGE, names: NAMES, keepsPoints: false };
    const long = pool.forKey("one").range({ ...task, range: { from: 0, count: 2_048 } });
    const broken = pool.forKey("other").range({ ...task, range: { from: 65_536, count: 1 } });
    await assertRejects(() => broken, StartError, "refused a range");
    assertEquals(readHead((await long).summary).count, 2_048);
  } finally {
    pool.stop();
  }
});

/** A worker whose evaluations never end. */
function stuckWorker(): InlineWorker {
  const service: Partial<RangeService> = {
    start: () => {},
    evaluate: () => new Promise(() => {}),
    report: () => Promise.resolve({} as ReportStep),
  };
  return new InlineWorker(service);
}

async function stuckPool(): Promise<{
  readonly pool: WorkerPool;
  readonly clock: ManualClock;
  readonly workers: readonly InlineWorker[];
}> {
  const [clock, workers] = [new ManualClock(), [] as InlineWorker[]];
  const spawn = (): InlineWorker => workers[workers.push(stuckWorker()) - 1] ?? stuckWorker();
  const pool = new WorkerPool(1, spawn, { module: await compileEngine(), datasets: [] }, clock);
  return { pool, clock, workers };
}

const COUNTS = { dataset: { count: 1, counted: false, sharpeCount: 1, sharpeVariance: null } };

Deno.test("a stopped call that does not end takes its worker along; the next call has another", async () => {
  const { pool, clock, workers } = await stuckPool();
  const stopping = new AbortController();
  const stuck = pool.forKey("").evaluate([], COUNTS, stopping.signal);
  await turn();
  stopping.abort();
  assertEquals([clock.pendingCount, workers[0]?.isTerminated], [1, false]);
  clock.advance(50);
  await assertRejects(() => stuck, Stopped);
  assertEquals(workers.map(({ isTerminated }) => isTerminated), [true]);
  await pool.forKey("").report(NO_BYTES, NO_BYTES);
  assertEquals(workers.map(({ isTerminated }) => isTerminated), [true, false]);
  assertEquals(clock.pendingCount, 0);
});

Deno.test("a call that waits for the worker of a stopped call has the next one", async () => {
  const { pool, clock, workers } = await stuckPool();
  const stopping = new AbortController();
  const stuck = pool.forKey("").evaluate([], COUNTS, stopping.signal);
  const waiting = pool.forKey("").report(NO_BYTES, NO_BYTES);
  await turn();
  stopping.abort();
  clock.advance(50);
  await assertRejects(() => stuck, Stopped);
  await waiting;
  assertEquals(workers.map(({ isTerminated }) => isTerminated), [true, false]);
  pool.stop();
});

Deno.test("a stopped call leaves its worker to the calls of other keys", async () => {
  const { pool, clock, workers } = await stuckPool();
  const stopping = new AbortController();
  const calls = [
    pool.forKey("one").evaluate([], COUNTS, stopping.signal),
    pool.forKey("other").evaluate([], COUNTS),
  ];
  await turn();
  stopping.abort();
  clock.advance(50);
  assertEquals(workers.map(({ isTerminated }) => isTerminated), [false]);
  pool.stop();
  await Promise.allSettled(calls);
});

Deno.test("a pool whose workers cannot start rejects with the reason", async () => {
  const [dataset] = await officialDatasets();
  if (dataset === undefined) throw new Error("there is no dataset");
  const broken = { ...dataset, columns: dataset.columns.slice(1) };
  const module = await compileEngine();
  await assertRejects(
    () => WorkerPool.start(2, spawn, { module, datasets: [broken] }),
    StartError,
    "Cannot search: a worker failed",
  );
});
