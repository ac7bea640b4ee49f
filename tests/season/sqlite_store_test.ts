import { assert, assertEquals } from "@std/assert";
import type { SeasonRecord } from "../../server/season/rules/records.ts";
import { systemClock } from "../../server/base/clock.ts";
import { openDatabase, OPERATING } from "../../server/store/database.ts";
import { SEASON_MIGRATIONS } from "../../server/store/season_migrations.ts";
import { openArenaOf, openSqliteArena } from "../../server/season/store/open.ts";
import { withFolder } from "../../server/testing/folder.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { ROOT } from "../../server/testing/root.ts";
import { testArenaStore } from "./store_contract.ts";
import { boardOf, definitionOf, enter, type OpenArena } from "./store_steps.ts";

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

Deno.test("the store writes the log of an independent implementation", async () => {
  const vectors = JSON.parse(await Deno.readTextFile(`${ROOT}tests/golden/season.json`));
  const folder = await Deno.makeTempDir();
  let nowMs = 0;
  const { seasons, signingKeys, close } = openSqliteArena(
    `${folder}/arena.sqlite`,
    { epochMs: () => nowMs },
  );
  try {
    const log: readonly { canonical: string; leaf: string; head: string }[] = vectors.log;
    await inTurn(log, async ({ canonical }) => {
      const record = JSON.parse(canonical);
      // The clock shows a part of a second more; records are in whole seconds.
      nowMs = Date.parse(record.acceptedAt ?? record.at ?? "2026-10-01T00:00:00Z") + 999;
      if (record.kind === "key") await signingKeys.add(record, record.previous && nowMs);
      if (record.kind === "season") {
        const { kind: _, ...definition } = record as SeasonRecord;
        await seasons.create(definition);
      }
      if (record.kind === "entry") {
        const { number, salt } = record;
        await seasons.enter({
          ...record,
          keyId: vectors.entries.callers[number],
          board: "susde-hourly",
          candidate: "{}",
          name: "",
          salt: Uint8Array.fromHex(salt),
        });
      }
      if (record.kind === "void") await seasons.void(record.seasonId, record.reason);
      if (record.kind === "reveal") {
        const { secret, beaconSignature, beacon } = vectors.season;
        const [bytes, signature, value] = [secret, beaconSignature, beacon].map(Uint8Array.fromHex);
        await seasons.reveal(record.seasonId, {
          secret: bytes ?? new Uint8Array(),
          beaconSignature: signature ?? null,
          beacon: value ?? null,
        });
      }
      if (record.kind === "result") {
        await seasons.saveBoard(record.seasonId, { ...boardOf(record.board), ...record });
      }
    });
    const rows = await seasons.log(0, 100);
    assertEquals(rows.map(({ leaf, head }) => [leaf.toHex(), head.toHex()]), [
      ...log.map(({ leaf, head }) => [leaf, head]),
    ]);
  } finally {
    await close();
    await Deno.remove(folder, { recursive: true });
  }
});
