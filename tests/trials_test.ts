import { assert, assertEquals, assertRejects } from "@std/assert";
import { type TrialCounts, type TrialLedger } from "../server/contracts/trial.ts";
import { type Bytes, EngineTrap } from "../server/engine/engine.ts";
import { compileEngine } from "../server/engine/load.ts";
import { EnginePool } from "../server/engine/pool.ts";
import { okBytes } from "../server/engine/wire.ts";
import { ApiError } from "../server/base/errors.ts";
import { openDatabase } from "../server/store/database.ts";
import { SqliteTrialStore } from "../server/store/sql_trials.ts";
import { SqliteSql } from "../server/store/sqlite.ts";
import { makeEngine } from "../server/testing/arena.ts";
import { ManualClock } from "../server/testing/clock.ts";
import { makeDatasets } from "../server/testing/datasets.ts";
import { encoded } from "../server/testing/encoded.ts";
import { inTurn } from "../server/testing/in_turn.ts";

const module = await compileEngine();
const datasets = await makeDatasets();
const local = await makeEngine();
for (const dataset of datasets) local.addDataset(dataset);

const VIEWS = ["full", "summary", "trades"] as const;

/** Returns the payload of candidate number `number`. */
function payloadOf(number: number, view: typeof VIEWS[number] = "summary"): Bytes {
  const components = [{ strategyId: "pull-to-par-hold" }];
  const candidate = { marketId: 1, capital: String(1_000 + number), components };
  return okBytes(local.simulate(encoded({ view, simulationId: "s", candidate })).bytes).slice();
}

/** Real workers, and the counts that the evaluations of one key received. */
interface Setup {
  readonly pool: EnginePool;
  readonly lost: readonly string[];
  readonly told: TrialCounts[];
  evaluate(payload: Bytes): Promise<number>;
}

async function withPool(work: (setup: Setup) => Promise<void>): Promise<void> {
  const lost: string[] = [];
  const told: TrialCounts[] = [];
  const pool = new EnginePool({
    workersMax: 2,
    queueMax: 1_000,
    jobDeadlineMs: 20_000,
    // The clock stands still, because a busy machine may take any time to start or answer.
    clock: new ManualClock(),
    spawn: () =>
      new Worker(new URL("../server/engine/worker.ts", import.meta.url), { type: "module" }),
    onLost: (reason) => lost.push(reason),
    onExhausted: () => {},
    onRun: () => {},
  }, { module, datasets });
  const database = openDatabase(":memory:");
  const store = new SqliteTrialStore(new SqliteSql(() => database));
  const ledger: TrialLedger = {
    count: (trial) => {
      const counts = store.count("key", trial);
      told.push(counts);
      return counts;
    },
  };
  await pool.open();
  const evaluate = async (payload: Bytes): Promise<number> => {
    const { bytes } = await pool.evaluate(encoded({}), payload, "key", ledger);
    const { trials } = JSON.parse(new TextDecoder().decode(okBytes(bytes))).verdict;
    assert(trials.counted);
    return trials.count;
  };
  await work({ pool, lost, told, evaluate });
  pool.close();
}

Deno.test("200 concurrent evaluations are the trials 1 to 200, and repeats are not counted", () =>
  withPool(async ({ evaluate, told, lost }) => {
    const numbers = Array.from({ length: 200 }, (_, index) => index);
    const counts = await Promise.all(numbers.map((number) => evaluate(payloadOf(number))));
    const ascending = counts.toSorted((a, b) => a - b);
    assertEquals(ascending, numbers.map((number) => number + 1));
    assertEquals(told.map(({ count }) => count), ascending, "one after the other");
    const again = VIEWS.flatMap((view) => [3, 77, 199].map((number) => payloadOf(number, view)));
    const repeated = await Promise.all(again.map((payload) => evaluate(payload)));
    assertEquals(new Set(repeated), new Set([200]));
    assertEquals(lost, []);
  }));

Deno.test("a refused evaluation is not a trial", () =>
  withPool(async ({ evaluate, told }) => {
    const text = new TextDecoder().decode(payloadOf(1));
    const refused = [
      text.replace('"sharpe":', '"sharpe":1'),
      text.replace('"engineVersion":"', '"engineVersion":"0.'),
      text.replace('"capital":"1001"', '"capital":"1002"'),
      "{}",
      "{",
    ];
    await inTurn(refused, (body) =>
      assertRejects(() => evaluate(new TextEncoder().encode(body)), ApiError));
    assertEquals(told, []);
    assertEquals(await evaluate(payloadOf(2)), 1);
  }));

Deno.test("an evaluation whose trial cannot be counted fails alone, and its worker keeps running", () =>
  withPool(async ({ pool, evaluate, lost }) => {
    const ledger: TrialLedger = {
      count: () => {
        throw new ApiError("AUTH_UNAVAILABLE", "Cannot count");
      },
    };
    const failing = pool.evaluate(encoded({}), payloadOf(1), "key", ledger);
    const { code } = await assertRejects(() => failing, ApiError);
    assertEquals([code, await evaluate(payloadOf(1)), lost], ["AUTH_UNAVAILABLE", 1, []]);
  }));

Deno.test("closing a pool while a worker waits for a count leaves nothing behind", () =>
  withPool(async ({ pool }) => {
    let isAsked = false;
    const ledger: TrialLedger = {
      count: () => {
        isAsked = true;
        pool.close();
        return { count: 1, counted: true, sharpeCount: 1, sharpeVariance: null };
      },
    };
    const run = pool.evaluate(encoded({}), payloadOf(1), "key", ledger);
    await assertRejects(() => run, EngineTrap);
    assert(isAsked);
  }));
