import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { diskFolder } from "../process/disk_folder.ts";
import { addKey, withStores } from "../testing/file_stores.ts";
import { inTurn } from "../testing/in_turn.ts";
import { storedTrials, trialOf } from "../testing/trials.ts";
import { openDatabase } from "./database.ts";
import type { Database } from "./sqlite.ts";

function countOf(database: Database, keyId: string): number {
  return storedTrials(database, keyId).ratios;
}

function opened(path: string): string {
  return `${path} was replaced and is open again: its keys and trials are used from now on`;
}

Deno.test("trials and uses are written together, once a second", () =>
  withStores(async ({ clock, keys, trials, writer, other, reports }) => {
    const id = await addKey(other);
    keys.touch(id, 77);
    trials.record(id, trialOf(1));
    clock.advance(999);
    assertEquals([countOf(other, id), keys.isPending, trials.isPending], [0, true, true]);
    clock.advance(1);
    await writer.settled();
    assertEquals([countOf(other, id), keys.isPending, trials.isPending], [1, false, false]);
    assertEquals((await keys.find(id))?.lastUsedAt, 77);
    assertEquals(reports, []);
  }));

Deno.test("a locked file makes no request wait and loses no change", () =>
  withStores(async ({ pass, file, keys, trials, other, reports }) => {
    const ids = await inTurn([1, 2, 3], () => addKey(other));
    assertEquals(Object.values(file.sql.rows("PRAGMA busy_timeout")[0] ?? {}), [0]);
    other.exec("BEGIN EXCLUSIVE");
    await inTurn(ids, async (id) => {
      keys.touch(id, 77);
      trials.record(id, trialOf(1));
      assertEquals((await keys.find(id))?.lastUsedAt, null);
    });
    await pass(1);
    trials.record(ids[0] ?? "", trialOf(2));
    await pass(1);
    other.exec("ROLLBACK");
    await pass(2);
    assertEquals(ids.map((id) => countOf(other, id)), [2, 1, 1]);
    const records = await inTurn(ids, (id) => keys.find(id));
    assertEquals(records.map((record) => record?.lastUsedAt), [77, 77, 77]);
    assertEquals(reports, [
      "Cannot write trials and uses of keys, next try in 1 s: database is locked",
      "Cannot write trials and uses of keys, next try in 2 s: database is locked",
    ]);
  }));

Deno.test("work at the start waits for locks and is durable, and only then", () =>
  withStores(async ({ file }) => {
    const access = (): unknown[] =>
      ["synchronous", "busy_timeout"].flatMap((name) =>
        file.sql.rows(`PRAGMA ${name}`).flatMap(Object.values)
      );
    const [FULL, NORMAL] = [2, 1];
    assertEquals(await file.awaitingLocks(() => Promise.try(access)), [FULL, 5_000]);
    assertEquals(access(), [NORMAL, 0]);
    await assertRejects(() => file.awaitingLocks(() => Promise.reject(new Error("no key"))));
    assertEquals(access(), [NORMAL, 0]);
  }));

Deno.test("a file that replaces the open one is used within a second", () =>
  withStores(async ({ path, pass, keys, trials, other, reports }) => {
    const old = await addKey(other, "old");
    trials.record(old, trialOf(1));
    await pass(1);
    const companions = (): (string | null)[] =>
      ["-wal", "-shm"].map((suffix) => diskFolder.identityOf(path + suffix));
    const ofOld = companions();
    const beside = openDatabase(`${path}.new`);
    const fresh = await addKey(beside, "new");
    beside.close();
    await Deno.rename(path, `${path}.old`);
    await Deno.rename(`${path}.new`, path);
    trials.record(fresh, trialOf(2));
    await pass(1);
    assertEquals([await keys.find(old), (await keys.find(fresh))?.name], [null, "new"]);
    assertEquals(reports, [
      opened(path),
    ]);
    // Changes of the old file, which the command still has open, are not applied to the new one.
    companions().forEach((identity, index) => assertNotEquals(identity, ofOld[index]));
    const after = openDatabase(path);
    assertEquals(after.prepare("PRAGMA integrity_check").get(), { integrity_check: "ok" });
    assertEquals([countOf(after, old), countOf(after, fresh)], [0, 1]);
    after.close();
    const moved = openDatabase(`${path}.old`);
    assertEquals([countOf(moved, old), countOf(moved, fresh)], [1, 0]);
    moved.close();
  }));

Deno.test("a removed file fails every read until it is back", () =>
  withStores(async ({ path, pass, keys, trials, other, reports }) => {
    const id = await addKey(other);
    other.close();
    await Deno.rename(path, `${path}.away`);
    trials.record(id, trialOf(1));
    await pass(8);
    await assertRejects(() => keys.find(id), Error, "it was removed");
    await Deno.rename(`${path}.away`, path);
    await pass(1);
    assertEquals((await keys.find(id))?.id, id);
    const removed = `Cannot use ${path}: it was removed, put it back or restore a backup`;
    assertEquals(reports, [
      removed,
      ...[1, 2, 4, 8].map((pause) =>
        `Cannot write trials and uses of keys, next try in ${pause} s: ${removed}`
      ),
      opened(path),
    ]);
    assert(!trials.isPending, "it is written at once");
  }));

Deno.test("a file that is not a store is refused until a store replaces it", () =>
  withStores(async ({ path, pass, keys, other, reports }) => {
    other.close();
    await Deno.remove(path);
    await Deno.writeTextFile(path, "this is no database, and long enough to be seen as none");
    await pass(3);
    await assertRejects(() => keys.find("id"), Error, "file is not a database");
    await Deno.remove(path);
    const another = openDatabase(path);
    const id = await addKey(another);
    await pass(1);
    assertEquals((await keys.find(id))?.id, id);
    another.close();
    assertEquals(reports, [
      `Cannot use ${path}: another is in its place, and file is not a database`,
      opened(path),
    ]);
  }));
