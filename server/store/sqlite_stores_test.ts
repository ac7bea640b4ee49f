import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { withFolder } from "../../tests/support/folder.ts";
import { trialOf } from "../../tests/support/trials.ts";
import { makeKey } from "../auth/api_key.ts";
import { newRecord, revokedRecord, rotatedRecord } from "../auth/key_changes.ts";
import type { KeyRecord } from "./key_store.ts";
import { openDatabase, OPERATING, SERVING, setAccess } from "./database.ts";
import { type Database, inTransaction } from "./sqlite.ts";
import { SqliteKeyRegister, SqliteKeyStore } from "./sqlite_key_store.ts";
import { SqliteTrialStore } from "./sqlite_trial_store.ts";
import type { PendingWrites } from "./write_behind.ts";

async function makeRecord(changes: Partial<KeyRecord> = {}): Promise<KeyRecord> {
  const scopes = ["strategy:read", "evaluation:run"] as const;
  return { ...newRecord(await makeKey(), { name: "bot", scopes, createdAt: 1 }), ...changes };
}

function flush(database: Database, pending: PendingWrites): void {
  inTransaction(database, () => pending.write());
  pending.clear();
}

Deno.test("SqliteKeyRegister gives back what was added, also after a restart", () =>
  withFolder(async (folder) => {
    const path = `${folder}/keys.sqlite`;
    const first = await makeRecord({
      createdAt: 2,
      expiresAt: 5,
      revokedAt: 3,
      status: "revoked",
      previous: { hash: new Uint8Array([1, 2]), expiresAt: 4 },
      limits: {
        unitsPerSecond: 7,
        simulationsInFlight: null,
        evaluationsInFlight: 9,
        candidatesPerDay: 5e9,
        searchesAtOnce: null,
      },
    });
    const second = await makeRecord();
    const database = openDatabase(path);
    const register = new SqliteKeyRegister(database);
    await register.add(first);
    await register.add(second);
    database.close();
    const again = openDatabase(path);
    assertEquals(await new SqliteKeyStore(again).find(first.id), first);
    assertEquals(await new SqliteKeyRegister(again).list(), [second, first]);
    again.close();
  }));

Deno.test("SqliteKeyRegister changes a record as one step, and none that is not there", async () => {
  const register = new SqliteKeyRegister(openDatabase(":memory:"));
  const record = await makeRecord();
  await register.add(record);
  const next = await makeKey(record.id);
  const rotated = rotatedRecord(record, next, 10, 5);
  assertEquals(await register.update(record.id, (now) => rotatedRecord(now, next, 10, 5)), rotated);
  assertEquals(await register.find(record.id), rotated);
  assertEquals(rotated.previous, { hash: record.hash, expiresAt: 15 });
  await register.update(record.id, (now) => revokedRecord(now, 20));
  await register.update(record.id, (now) => revokedRecord(now, 30));
  const { status, revokedAt } = await register.find(record.id) ?? record;
  assertEquals([status, revokedAt], ["revoked", 20]);
  assertEquals(await register.update("unknown", (now) => now), null);
  const refuse = (): never => {
    throw new Error("no");
  };
  await assertRejects(() => register.update(record.id, refuse), Error, "no");
  assertEquals((await register.find(record.id))?.revokedAt, 20);
});

Deno.test("SqliteKeyStore writes uses later, all at once", async () => {
  const database = openDatabase(":memory:");
  const store = new SqliteKeyStore(database);
  const [first, second] = [await makeRecord(), await makeRecord()];
  const register = new SqliteKeyRegister(database);
  await register.add(first);
  await register.add(second);
  store.touch(first.id, 76);
  store.touch(first.id, 77);
  store.touch(second.id, 78);
  store.touch("unknown", 79);
  assertEquals([store.isPending, await store.find(first.id)], [true, first]);
  flush(database, store);
  assert(!store.isPending);
  const found = await Promise.all([first, second].map(({ id }) => store.find(id)));
  assertEquals(found.map((record) => record?.lastUsedAt), [77, 78]);
});

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
