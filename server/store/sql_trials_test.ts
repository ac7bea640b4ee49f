import { assertEquals, assertThrows } from "@std/assert";
import { ManualClock } from "../testing/clock.ts";
import { withFolder } from "../testing/folder.ts";
import { storedTrials, trialOf } from "../testing/trials.ts";
import { ApiError } from "../base/errors.ts";
import { openDatabase } from "./database.ts";
import { SqliteTrialStore } from "./sql_trials.ts";
import { type Database, SqliteSql } from "./sqlite.ts";
import { KEPT_MAX } from "./trials.ts";
import { WriteBehind } from "./write_behind.ts";

/** Runs work on two servers with one file; `flushAll` writes what is pending in both. */
async function withTwo(
  work: (
    stores: readonly [SqliteTrialStore, SqliteTrialStore],
    flushAll: () => Promise<void>,
  ) => Promise<void>,
): Promise<void> {
  await withFolder(async (folder) => {
    const databases = [0, 1].map(() => openDatabase(`${folder}/keys.sqlite`));
    const [left, right] = databases.map((database) => opened(database));
    if (left === undefined || right === undefined) throw new Error("two files are opened");
    await work([left.store, right.store], async () => {
      await left.flush();
      await right.flush();
    });
    for (const database of databases) database.close();
  });
}

/** The trials of one server, which writes when it is told to. */
function opened(
  database: Database,
): { readonly store: SqliteTrialStore; flush(): Promise<void> } {
  const sql = new SqliteSql(() => database);
  const store = new SqliteTrialStore(sql);
  const target = { sql, close: (): void => {} };
  const writer = new WriteBehind(new ManualClock(), target, [store], () => {});
  return { store, flush: () => writer.flush() };
}

Deno.test("an unreachable store counts nothing and throws", () => {
  const database = openDatabase(":memory:");
  const { store } = opened(database);
  database.close();
  const error = assertThrows(() => store.count("key", trialOf(1)), ApiError);
  assertEquals([error.code, store.isPending], ["AUTH_UNAVAILABLE", false]);
});

Deno.test("beyond the kept candidates, each server adds its own, and none twice", () =>
  withTwo(async ([left, right], flushAll) => {
    const evaluate = (store: SqliteTrialStore, first: number, count: number): number => {
      const all = Array.from({ length: count }, (_, index) => trialOf(first + index));
      return all.map((trial) => store.count("key", trial).count).at(-1) ?? 0;
    };
    assertEquals(evaluate(left, 10_000, KEPT_MAX), KEPT_MAX);
    await flushAll();
    // Smaller candidates push larger ones out, on both sides.
    assertEquals(evaluate(left, 0, 50), KEPT_MAX + 50);
    assertEquals(evaluate(right, 100, 70), KEPT_MAX + 70);
    await flushAll();
    assertEquals(evaluate(right, 100, 1), KEPT_MAX + 120);
    await flushAll();
    await flushAll();
    assertEquals(evaluate(left, 0, 1), KEPT_MAX + 120, "a write again adds nothing");
    assertEquals(evaluate(left, 90_000, 3), KEPT_MAX + 123, "the largest go beyond at once");
    await flushAll();
    assertEquals(evaluate(right, 0, 1), KEPT_MAX + 123);
  }));

Deno.test("unwritten trials take bounded memory, and all are counted", async () => {
  const database = openDatabase(":memory:");
  const { store, flush } = opened(database);
  let count = 0;
  for (let candidate = 0; candidate < KEPT_MAX + 10; candidate++) {
    ({ count } = store.count("key", trialOf(candidate)));
  }
  assertEquals(count, KEPT_MAX + 10);
  await flush();
  assertEquals(storedTrials(database, "key"), { evaluated: KEPT_MAX + 10, ratios: KEPT_MAX });
  const bytes = database.prepare("SELECT length(kept) AS n FROM evaluated").get()?.["n"];
  assertEquals(bytes, 8 * KEPT_MAX);
  database.close();
});
