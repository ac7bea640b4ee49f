import { assertEquals, assertRejects } from "@std/assert";
import { ManualClock } from "../testing/clock.ts";
import { withFolder } from "../testing/folder.ts";
import { trialOf } from "../testing/trials.ts";
import { openDatabase, OPERATING, SERVING, setAccess } from "./database.ts";
import { SqliteTrialStore } from "./sql_trials.ts";
import { SqliteSql } from "./sqlite.ts";
import { type PendingWrites, WriteBehind } from "./write_behind.ts";

function flush(sql: SqliteSql, pending: PendingWrites): Promise<void> {
  const target = { sql, close: (): void => {} };
  return new WriteBehind(new ManualClock(), target, [pending], () => {}).flush();
}

Deno.test("a transaction reports a full disk and leaves nothing behind", () =>
  withFolder(async (folder) => {
    const database = openDatabase(`${folder}/keys.sqlite`);
    const sql = new SqliteSql(() => database);
    const store = new SqliteTrialStore(sql);
    for (let key = 0; key < 1_000; key++) store.record(`key ${key}`, trialOf(1));
    const limit = Number(database.prepare("PRAGMA max_page_count").get()?.["max_page_count"]);
    database.prepare("PRAGMA max_page_count = 1").get();
    await assertRejects(() => flush(sql, store), Error, "database or disk is full");
    assertEquals([database.isTransaction, store.isPending], [false, true]);
    database.prepare(`PRAGMA max_page_count = ${limit}`).get();
    await flush(sql, store);
    assertEquals(database.prepare("SELECT count(*) AS n FROM sharpe_ratios").get()?.["n"], 1_000);
    database.close();
  }));

Deno.test("an operator's change is durable, and a server waits for no lock", () =>
  withFolder((folder) => {
    const database = openDatabase(`${folder}/keys.sqlite`, OPERATING);
    const settings = (): unknown[] =>
      ["synchronous", "busy_timeout", "journal_mode"].map((name) =>
        Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]
      );
    const [FULL, NORMAL] = [2, 1];
    assertEquals(settings(), [FULL, 5_000, "wal"]);
    setAccess(database, SERVING);
    assertEquals(settings(), [NORMAL, 0, "wal"]);
    database.close();
  }));
