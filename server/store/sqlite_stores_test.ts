import { assertEquals, assertThrows } from "@std/assert";
import { makeKey } from "../auth/api_key.ts";
import type { KeyRecord } from "../auth/key_store.ts";
import { openDatabase } from "./database.ts";
import { SqliteKeyStore } from "./sqlite_key_store.ts";
import { SqliteTrialStore } from "./sqlite_trial_store.ts";

async function withFile(work: (path: string) => Promise<void> | void): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    await work(`${folder}/keys.sqlite`);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function makeRecord(changes: Partial<KeyRecord> = {}): Promise<KeyRecord> {
  const { id, hash } = await makeKey();
  return {
    ...{ id, hash, name: "bot", scopes: ["strategy:read", "evaluation:run"], status: "active" },
    ...{ createdAt: 1, expiresAt: null, lastUsedAt: null },
    ...changes,
  };
}

Deno.test("SqliteKeyStore gives back what was added, also after a restart", () =>
  withFile(async (path) => {
    const [first, second] = [
      await makeRecord({ createdAt: 2, expiresAt: 5 }),
      await makeRecord({ createdAt: 1 }),
    ];
    const database = openDatabase(path);
    const store = new SqliteKeyStore(database);
    await store.add(first);
    await store.add(second);
    database.close();
    const again = openDatabase(path);
    assertEquals(await new SqliteKeyStore(again).find(first.id), first);
    assertEquals(await new SqliteKeyStore(again).list(), [second, first]);
    again.close();
  }));

Deno.test("SqliteKeyStore revokes and notes the use of a key", async () => {
  const store = new SqliteKeyStore(openDatabase(":memory:"));
  const record = await makeRecord();
  await store.add(record);
  await store.touch(record.id, 77);
  assertEquals([await store.revoke(record.id), await store.revoke("unknown")], [true, false]);
  assertEquals(await store.find(record.id), { ...record, status: "revoked", lastUsedAt: 77 });
  assertEquals(await store.find("unknown"), null);
});

Deno.test("SqliteTrialStore counts what is written and what is pending", () =>
  withFile((path) => {
    const database = openDatabase(path);
    const store = new SqliteTrialStore(database);
    store.record("key", 1, 1);
    store.flush();
    store.record("key", 1, 3);
    store.record("key", 2, null);
    const expected = new Map([
      [1, { count: 2, sharpeCount: 2, mean: 2, m2: 2 }],
      [2, { count: 1, sharpeCount: 0, mean: 0, m2: 0 }],
    ]);
    assertEquals(store.of("key"), expected);
    assertEquals(store.of("other").size, 0);
    store.flush();
    store.flush();
    database.close();
    const again = openDatabase(path);
    assertEquals(new SqliteTrialStore(again).of("key"), expected);
    again.close();
  }));

Deno.test("two SqliteTrialStores add to one file", () =>
  withFile((path) => {
    const databases = [openDatabase(path), openDatabase(path)];
    const stores = databases.map((database) => new SqliteTrialStore(database));
    for (const store of stores) store.record("key", 1, null);
    for (const store of stores) store.flush();
    assertEquals(stores[0]?.of("key").get(1)?.count, 2);
    for (const database of databases) database.close();
  }));

Deno.test("openDatabase() refuses a file of another version", () =>
  withFile((path) => {
    const database = openDatabase(path);
    database.exec("PRAGMA user_version = 99");
    database.close();
    assertThrows(() => openDatabase(path), Error, "its version is 99, must be 1");
  }));
