import { assert, assertEquals, assertThrows } from "@std/assert";
import { ApiError } from "../base/errors.ts";
import { diskFolder } from "../process/disk_folder.ts";
import type { ManualClock } from "../testing/clock.ts";
import { addKey, type Setup, withStores } from "../testing/file_stores.ts";
import { storedTrials, trialOf } from "../testing/trials.ts";
import { until } from "../testing/until.ts";
import { SqliteTrialStore } from "./sql_trials.ts";
import { StoreFile } from "./store_file.ts";
import { WriteBehind } from "./write_behind.ts";

Deno.test("failing writes are retried less and less often, and every second after a success", () =>
  withStores(async ({ pass, trials, other, reports }) => {
    const id = await addKey(other);
    other.exec("BEGIN IMMEDIATE");
    trials.record(id, trialOf(1));
    await pass(100);
    const pauses = reports.map((line) => Number(/ in (\d+) s/.exec(line)?.[1]));
    assertEquals(pauses, [1, 2, 4, 8, 16, 16, 16, 16, 16, 16]);
    other.exec("ROLLBACK");
    await pass(16);
    assertEquals(storedTrials(other, id).ratios, 1);
    trials.record(id, trialOf(2));
    await pass(1);
    assertEquals(storedTrials(other, id).ratios, 2);
    other.exec("BEGIN IMMEDIATE");
    trials.record(id, trialOf(3));
    await pass(1);
    assertEquals(/ in (\d+) s/.exec(reports.at(-1) ?? "")?.[1], "1");
  }));

/** A failure of writes to a file, and its end. */
const FAILURES: Readonly<Record<string, (setup: Setup) => () => void>> = {
  "a locked file": ({ other }) => {
    other.exec("BEGIN IMMEDIATE");
    return () => other.exec("ROLLBACK");
  },
  "a full disk": ({ file }) => {
    const max = file.sql.rows("PRAGMA max_page_count")[0]?.["max_page_count"];
    file.sql.rows("PRAGMA max_page_count = 1");
    return () => void file.sql.rows(`PRAGMA max_page_count = ${max}`);
  },
};

for (const [name, begin] of Object.entries(FAILURES)) {
  Deno.test(`${name} for ten seconds: nothing is counted for any key until it is written`, () =>
    withStores(async (setup) => {
      const { pass, trials, writer, other } = setup;
      const ids = [await addKey(other), await addKey(other)];
      const end = begin(setup);
      const count = (key: number, candidate: number): number =>
        trials.count(ids[key] ?? "", trialOf(candidate)).count;
      for (let candidate = 0; candidate < 500; candidate++) count(0, candidate);
      await pass(1);
      assertEquals([count(1, 1), count(0, 500)], [1, 501], "a lock of a moment refuses nothing");
      await pass(9);
      assert(writer.isWritable);
      await pass(1);
      for (const [key, candidate] of [[0, 501], [0, 1], [1, 2]] as const) {
        const { code } = assertThrows(() => count(key, candidate), ApiError, "cannot be written");
        assertEquals(code, "AUTH_UNAVAILABLE");
      }
      end();
      await pass(16);
      assertEquals(ids.map((id) => storedTrials(other, id).evaluated), [501, 1], "all are kept");
      assertEquals([count(0, 501), count(1, 2)], [502, 2]);
    }));
}

/** Closes a writer whose clock moves on whenever it waits; returns the seconds that it waited. */
async function close(
  writer: WriteBehind,
  clock: ManualClock,
  afterSecond: (second: number) => void = (): void => {},
): Promise<number> {
  let isClosed = false;
  const closed = writer.close().finally(() => isClosed = true);
  for (let second = 1;; second++) {
    // The deadline, and the pause before the next attempt.
    await until(() => isClosed || clock.pendingCount === 2);
    if (isClosed) return await closed.then(() => second - 1);
    afterSecond(second);
    clock.advance(1_000);
  }
}

Deno.test("a stop waits ten seconds for a locked file, and says how many evaluations are lost", () =>
  withStores(async ({ clock, file, trials, writer, other, reports }) => {
    const id = await addKey(other);
    for (let candidate = 0; candidate < 32; candidate++) trials.count(id, trialOf(candidate));
    // Only the test's clock passes.
    file.awaitLocks = (): void => {};
    other.exec("BEGIN IMMEDIATE");
    assertEquals(await close(writer, clock), 9);
    assertEquals(reports, [
      "Cannot write trials and uses of keys, evaluations lost: 32: database is locked",
    ]);
    assertEquals(clock.pendingCount, 0);
  }));

Deno.test("a stop writes what can be written after a moment", () =>
  withStores(async ({ clock, file, trials, writer, other, reports }) => {
    const id = await addKey(other);
    trials.count(id, trialOf(1));
    file.awaitLocks = (): void => {};
    other.exec("BEGIN IMMEDIATE");
    const unlock = (second: number): void => {
      if (second === 5) other.exec("ROLLBACK");
    };
    assertEquals(await close(writer, clock, unlock), 5);
    assertEquals([storedTrials(other, id).evaluated, reports], [1, []]);
  }));

Deno.test("a stop writes pending changes, and reports a failure", () =>
  withStores(async ({ clock, pass, file, keys, trials, writer, other, reports, path }) => {
    const id = await addKey(other);
    trials.record(id, trialOf(1));
    let waitMs: unknown;
    const take = keys.take.bind(keys);
    keys.take = (): ReturnType<typeof take> => {
      waitMs = file.sql.rows("PRAGMA busy_timeout")[0]?.["timeout"];
      return take();
    };
    keys.touch(id, 77);
    await writer.close();
    assertEquals(waitMs, 2_000, "the last write may wait for the lock");
    assertEquals([storedTrials(other, id).ratios, clock.pendingCount, reports], [1, 0, []]);
    const second = new StoreFile(path, diskFolder);
    const late = new SqliteTrialStore(second.sql);
    const last = new WriteBehind(clock, second, [late], (line) => reports.push(line));
    late.record(id, trialOf(2));
    await Deno.remove(path);
    await pass(1);
    await close(last, clock);
    assertEquals(clock.pendingCount, 0);
    assertEquals(reports.slice(2), [
      `Cannot write trials and uses of keys, evaluations lost: 0: Cannot use ${path}: it was removed, ` +
      "put it back or restore a backup",
    ]);
  }));
