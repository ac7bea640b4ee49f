import { assertEquals, assertThrows } from "@std/assert";
import { withFolder } from "../testing/folder.ts";
import { trialOf } from "../testing/trials.ts";
import { openDatabase, OPERATING, SERVING, setAccess } from "./database.ts";
import { type Database, inTransaction } from "./sqlite.ts";
import { SqliteTrialStore } from "./sqlite_trial_store.ts";
import type { PendingWrites } from "./write_behind.ts";

function flush(database: Database, pending: PendingWrites): void {
  inTransaction(database, () => pending.write());
  pending.clear();
}

Deno.test("inTransaction() says the reason of a full disk and leaves nothing behind", () =>
  withFolder((folder) => {
    const database = openDatabase(`${folder}/keys.sqlite`);
    const store = new SqliteTrialStore(database);
    for (let key = 0; key < 1_000; key++) store.record(`key ${key}`, trialOf(1));
    const limit = Number(database.prepare("PRAGMA max_page_count").get()?.["max_page_count"]);
    database.prepare("PRAGMA max_page_count = 1").get();
    assertThrows(() => flush(database, store), Error, "database or disk is full");
    assertEquals([database.isTransaction, store.isPending], [false, true]);
    database.prepare(`PRAGMA max_page_count = ${limit}`).get();
    flush(database, store);
    assertEquals(database.prepare("SELECT count(*) AS n FROM sharpe_ratios").get()?.["n"], 1_000);
    database.close();
  }));

Deno.test("openDatabase() writes changes of keys to the disk, and a server waits for no lock", () =>
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
