import { assert, assertEquals, assertRejects } from "@std/assert";
import { systemClock } from "../../server/base/clock.ts";
import { openDatabase, OPERATING } from "../../server/store/database.ts";
import { SEASON_MIGRATIONS } from "../../server/store/season_migrations.ts";
import { diskFolder } from "../../server/process/disk_folder.ts";
import { openArenaOf, openSqliteArena } from "../../server/season/store/open.ts";
import { withFolder } from "../../server/testing/folder.ts";
import { testArenaStore } from "./store_contract.ts";
import { definitionOf, enter, type OpenArena } from "./store_steps.ts";

async function openArena(): Promise<OpenArena> {
  const folder = await Deno.makeTempDir();
  const path = `${folder}/arena.sqlite`;
  const open = (close: () => Promise<void>): OpenArena => {
    const arena = openSqliteArena(path, systemClock);
    return {
      ...arena,
      another: () => Promise.resolve(open(() => Promise.resolve())),
      advance: (byMs) => {
        using file = openDatabase(path, OPERATING, SEASON_MIGRATIONS);
        file.prepare("UPDATE seasons SET opens_at = opens_at - ?1, closes_at = closes_at - ?1")
          .run(byMs);
        return Promise.resolve();
      },
      close: async () => {
        await arena.close();
        await close();
      },
    };
  };
  return open(() => Deno.remove(folder, { recursive: true }));
}

testArenaStore("SQLite", openArena);

Deno.test("SQLite: a change of the arena waits for the lock of another process, others do not", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/arena.sqlite`;
    const { seasons, close } = openSqliteArena(path, systemClock);
    try {
      await seasons.create(await definitionOf("one"));
      using other = openDatabase(path, OPERATING, SEASON_MIGRATIONS);
      other.exec("BEGIN IMMEDIATE");
      let isEntered = false;
      const entered = enter({ seasons }, "one", "key", 1).then(() => isEntered = true);
      // A call of another key, which would wait behind a blocked thread.
      assertEquals((await seasons.list()).length, 1);
      assert(!isEntered);
      other.exec("ROLLBACK");
      assert(await entered);
    } finally {
      await close();
    }
  });
});

Deno.test("SQLite: an entry is on the disk before its receipt leaves, and no lock holds the thread", () => {
  using file = openDatabase(":memory:", OPERATING, SEASON_MIGRATIONS);
  openArenaOf(file, systemClock);
  const read = (name: string): unknown =>
    Object.values(file.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  // 2 is FULL.
  assertEquals([read("synchronous"), read("busy_timeout")], [2, 0]);
});

Deno.test("SQLite: a file that has lost its name takes no change until it is back", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/arena.sqlite`;
    const { seasons, close } = openSqliteArena(path, systemClock, diskFolder.identityOf);
    try {
      await seasons.create(await definitionOf("one"));
      await Deno.rename(path, `${path}.away`);
      await assertRejects(() => seasons.list(), Error, "it was removed or replaced");
      const two = await definitionOf("two");
      await assertRejects(() => seasons.create(two), Error, "it was removed or replaced");
      await Deno.copyFile(`${path}.away`, path);
      await assertRejects(() => seasons.list(), Error, "it was removed or replaced");
      await Deno.rename(`${path}.away`, path);
      assertEquals((await seasons.list()).length, 1);
    } finally {
      await close();
    }
  });
});
