import { assertEquals, assertThrows } from "@std/assert";
import { withFolder } from "../testing/folder.ts";
import { storedTrials, trialOf } from "../testing/trials.ts";
import { ApiError } from "../base/errors.ts";
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
