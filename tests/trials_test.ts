import { assert, assertEquals } from "@std/assert";
import type { TrialLedger } from "../server/contracts/trial.ts";
import type { Bytes } from "../server/engine/engine.ts";
import { compileEngine } from "../server/engine/load.ts";
import { EnginePool } from "../server/engine/pool.ts";
import { okBytes } from "../server/engine/wire.ts";
import { openDatabase } from "../server/store/database.ts";
import { SqliteTrialStore } from "../server/store/sql_trials.ts";
import { SqliteSql } from "../server/store/sqlite.ts";
import { makeEngine } from "../server/testing/arena.ts";
import { ManualClock } from "../server/testing/clock.ts";
import { makeDatasets } from "../server/testing/datasets.ts";
import { encoded } from "../server/testing/encoded.ts";

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

Deno.test("200 concurrent evaluations are the trials 1 to 200, and repeats are not counted", async () => {
  const told: number[] = [];
  const pool = new EnginePool({
    workersMax: 2,
    queueMax: 1_000,
    jobDeadlineMs: 20_000,
    // The clock stands still, because a busy machine may take any time to start or answer.
    clock: new ManualClock(),
    spawn: () =>
      new Worker(new URL("../server/engine/worker.ts", import.meta.url), { type: "module" }),
    onLost: (reason) => assertEquals(reason, ""),
    onExhausted: () => {},
    onRun: () => {},
  }, { module, datasets });
  const database = openDatabase(":memory:");
  const store = new SqliteTrialStore(new SqliteSql(() => database));
  const count: TrialLedger["count"] = (trial) => {
    const counts = store.count("key", trial);
    told.push(counts.count);
    return counts;
  };
  await pool.open();
  const evaluate = async (payload: Bytes): Promise<number> => {
    const { bytes } = await pool.evaluate(encoded({}), payload, "key", { count });
    const { trials } = JSON.parse(new TextDecoder().decode(okBytes(bytes))).verdict;
    assert(trials.counted);
    return trials.count;
  };
  const numbers = Array.from({ length: 200 }, (_, index) => index);
  const counts = await Promise.all(numbers.map((number) => evaluate(payloadOf(number))));
  const ascending = counts.toSorted((a, b) => a - b);
  assertEquals(ascending, numbers.map((number) => number + 1));
  assertEquals(told, ascending, "one after the other");
  const again = VIEWS.flatMap((view) => [3, 77, 199].map((number) => payloadOf(number, view)));
  assertEquals(new Set(await Promise.all(again.map(evaluate))), new Set([200]));
  pool.close();
});
