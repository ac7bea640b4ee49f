import { assert, assertEquals, assertThrows } from "@std/assert";
import { withFolder } from "../../tests/support/folder.ts";
import { DATASET, storedTrials, trialOf } from "../../tests/support/trials.ts";
import { ApiError } from "../errors.ts";
import { openDatabase } from "./database.ts";
import { type Database, inTransaction } from "./sqlite.ts";
import { SqliteTrialStore } from "./sqlite_trial_store.ts";
import { KEPT_MAX } from "./trials.ts";

function flush(database: Database, store: SqliteTrialStore): void {
  inTransaction(database, () => store.write());
  store.clear();
}

/** Runs work on two instances with one file. */
async function withTwo(
  work: (stores: readonly [SqliteTrialStore, SqliteTrialStore], flushAll: () => void) => void,
): Promise<void> {
  await withFolder((folder) => {
    const open = (): Database => openDatabase(`${folder}/keys.sqlite`);
    const [left, right] = [open(), open()];
    const stores = [new SqliteTrialStore(left), new SqliteTrialStore(right)] as const;
    work(stores, () => {
      flush(left, stores[0]);
      flush(right, stores[1]);
    });
    left.close();
    right.close();
  });
}

Deno.test("a candidate counts once for a key on a dataset, before and after it is written", () => {
  const database = openDatabase(":memory:");
  const store = new SqliteTrialStore(database);
  const count = (candidate: number, keyId = "key", dataset = DATASET): number =>
    store.count(keyId, trialOf(candidate, null, dataset)).count;
  assertEquals([count(7), count(5), count(7)], [1, 2, 2]);
  flush(database, store);
  assert(!store.isPending);
  assertEquals([count(7), count(9), count(5)], [2, 3, 3]);
  assertEquals([count(7, "other"), count(7, "key", "e".repeat(64))], [1, 1]);
  flush(database, store);
  assertEquals(storedTrials(database, "key"), { evaluated: 3, ratios: 3 });
  database.close();
});

Deno.test("simulations are no trials; they and the evaluations have a ratio each", () => {
  const database = openDatabase(":memory:");
  const store = new SqliteTrialStore(database);
  for (let candidate = 0; candidate < 8; candidate++) store.record("key", trialOf(candidate, 1));
  store.record("key", trialOf(3, 1));
  store.record("key", trialOf(8, null));
  const first = store.count("key", trialOf(9, 3));
  assertEquals(first, { count: 1, counted: true, sharpeCount: 10, sharpeVariance: null });
  flush(database, store);
  // Ten ratios, nine of 1 and one of 3, in two halves: mean 1.2, squares 9*0.04 + 3.24.
  store.record("key", trialOf(10, 1));
  const { sharpeCount, sharpeVariance } = store.count("key", trialOf(9, 3));
  assertEquals([sharpeCount, sharpeVariance?.toFixed(12)], [11, "0.400000000000"]);
  database.close();
});

Deno.test("a store out of reach counts nothing, and says so", () => {
  const database = openDatabase(":memory:");
  const store = new SqliteTrialStore(database);
  database.close();
  const error = assertThrows(() => store.count("key", trialOf(1)), ApiError);
  assertEquals([error.code, store.isPending], ["AUTH_UNAVAILABLE", false]);
});

Deno.test("two instances join by union: what both counted is one trial", () =>
  withTwo(([left, right], flushAll) => {
    for (const candidate of [1, 2, 3]) left.count("key", trialOf(candidate));
    for (const candidate of [3, 4]) right.count("key", trialOf(candidate));
    flushAll();
    assertEquals(left.count("key", trialOf(5)).count, 5);
    assertEquals(right.count("key", trialOf(5)).count, 5, "it has not seen the other's fifth yet");
    flushAll();
    assertEquals(right.count("key", trialOf(5)).count, 5);
    assertEquals(left.count("key", trialOf(1)).sharpeCount, 5);
  }));

Deno.test("beyond what is kept, each instance adds its own and nothing twice", () =>
  withTwo(([left, right], flushAll) => {
    const evaluate = (store: SqliteTrialStore, first: number, count: number): number => {
      const all = Array.from({ length: count }, (_, index) => trialOf(first + index));
      return all.map((trial) => store.count("key", trial).count).at(-1) ?? 0;
    };
    assertEquals(evaluate(left, 10_000, KEPT_MAX), KEPT_MAX);
    flushAll();
    // Smaller ones move larger ones out, on both sides at once.
    assertEquals(evaluate(left, 0, 50), KEPT_MAX + 50);
    assertEquals(evaluate(right, 100, 70), KEPT_MAX + 70);
    flushAll();
    assertEquals(evaluate(right, 100, 1), KEPT_MAX + 120);
    flushAll();
    flushAll();
    assertEquals(evaluate(left, 0, 1), KEPT_MAX + 120, "a write again adds nothing");
    assertEquals(evaluate(left, 90_000, 3), KEPT_MAX + 123, "the largest go beyond at once");
    flushAll();
    assertEquals(evaluate(right, 0, 1), KEPT_MAX + 123);
  }));

Deno.test("what waits for a write is bounded, and counted all the same", () => {
  const database = openDatabase(":memory:");
  const store = new SqliteTrialStore(database);
  let count = 0;
  for (let candidate = 0; candidate < KEPT_MAX + 10; candidate++) {
    ({ count } = store.count("key", trialOf(candidate)));
  }
  assertEquals(count, KEPT_MAX + 10);
  flush(database, store);
  assertEquals(storedTrials(database, "key"), { evaluated: KEPT_MAX + 10, ratios: KEPT_MAX });
  const bytes = database.prepare("SELECT length(kept) AS n FROM evaluated").get()?.["n"];
  assertEquals(bytes, 8 * KEPT_MAX);
  database.close();
});
