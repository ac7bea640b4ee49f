import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { systemClock } from "../../server/base/clock.ts";
import { SEASON_MIGRATIONS } from "../../server/store/season_migrations.ts";
import { openSqliteArena } from "../../server/season/store/open.ts";
import { openDatabase, OPERATING } from "../../server/store/database.ts";
import { definitionOf } from "../season/store_steps.ts";
import { CANDIDATE } from "../../server/testing/arena.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { poll } from "../../server/testing/until.ts";
import { LocalServer } from "../../server/testing/local_server.ts";
import { type Outcome } from "../../server/testing/programs.ts";
import type { Served } from "../../server/testing/served.ts";
import { Home } from "../../server/testing/server_process.ts";
import { post, untilReadyz } from "../../server/testing/wire.ts";

const SCOPES = "strategy:read,strategy:simulate";

function jsonOf({ code, stdout, stderr }: Outcome): ReturnType<typeof JSON.parse> {
  assertEquals([code, stderr], [0, ""]);
  return JSON.parse(stdout);
}

async function makeKey(home: Home, name = "bot"): Promise<{ id: string; key: string }> {
  const words = ["create", "--name", name, "--scopes", SCOPES, "--json"];
  return jsonOf(await home.run("keys", words));
}

async function statusOf({ origin }: Served, key: string): Promise<number> {
  const response = await fetch(`${origin}/v1/families`, { headers: { "x-api-key": key } });
  await response.text();
  return response.status;
}

function trialsIn(path: string): number {
  const database = openDatabase(path);
  const found = database.prepare("SELECT sum(length(ratios))/16 AS count FROM sharpe_ratios").get();
  database.close();
  return Number(found?.["count"]);
}

Deno.test("a backup of a running server has its keys and trials, and a restore brings them back", async () => {
  await using home = await Home.make();
  const { id, key } = await makeKey(home);
  const backup = `${home.folder}/backups/backup.sqlite`;
  const server = await LocalServer.in(home);
  await untilReadyz(server, '"ready"');
  const simulated = await post(server, "/simulations/summary", JSON.stringify(CANDIDATE), key);
  assertEquals(simulated.status, 200, await simulated.text());
  const written = (): Promise<number> => Promise.resolve(trialsIn(home.keysFile));
  await poll("a written trial", written, (count) => count === 1);
  assertEquals(jsonOf(await home.run("backup", [backup, "--json"])), { file: backup, keys: 1 });
  assertEquals(await Deno.stat(`${backup}-wal`).catch(() => null), null, "it is one file");
  const made = await makeKey(home, "made since");
  await home.run("keys", ["update", id, "--units", "9"]);
  await home.run("keys", ["rotate", id, "--grace", "0"]);
  await home.run("keys", ["revoke", id]);
  await poll("a refusal", () => statusOf(server, key), (status) => status === 401);

  const refused = await home.run("restore", [backup]);
  assertEquals([refused.code, refused.stdout], [1, ""]);
  assertStringIncludes(refused.stderr, `${home.keysFile}: it is in use, stop the server first`);
  await server.stop();
  const restored = jsonOf(await home.run("restore", [backup, "--json"]));
  assertEquals([restored.file, restored.keys], [home.keysFile, 1]);
  assertEquals(restored.undone, {
    revocations: [id],
    rotations: [id],
    changes: [id],
    creations: [made.id],
  });
  assertEquals(trialsIn(home.keysFile), 1);
  assertEquals(trialsIn(restored.kept), 1);
  const names = (await Array.fromAsync(Deno.readDir(`${home.folder}/data`))).map((e) => e.name);
  assertEquals(names.filter((name) => !name.includes(".replaced-")), ["keys.sqlite"]);

  await using again = await LocalServer.in(home);
  assertEquals([await statusOf(again, key), await statusOf(again, made.key)], [200, 401]);
  await again.stop();
  const text = (await home.run("restore", [backup])).stdout;
  assertStringIncludes(text, `${home.keysFile} has all keys of ${backup}: 1.\nWhat was there is`);
  assert(!text.includes("since"), "nothing was undone this time");
});

Deno.test("a backup has the seasons of a server, and a restore says which records it undoes", async () => {
  await using home = await Home.make();
  await makeKey(home);
  const path = home.arenaFile;
  const withSeasons = async (ids: readonly string[]): Promise<void> => {
    const { seasons, close } = openSqliteArena(path, systemClock);
    await inTurn(ids, async (id) => {
      await seasons.create(await definitionOf(id));
    });
    await close();
  };
  await withSeasons(["one", "two"]);
  const backup = `${home.folder}/backups/monday.sqlite`;
  const made = jsonOf(await home.run("backup", [backup, "--json"]));
  const copy = `${home.folder}/backups/monday.arena.sqlite`;
  assertEquals(made.arena, { file: copy, records: 2 });
  await withSeasons(["three"]);
  const open = openSqliteArena(path, systemClock);
  const refused = await home.run("restore", [backup]);
  assertStringIncludes(refused.stderr, `${copy} cannot replace ${path}: it is in use`);
  await open.close();
  const { arena } = jsonOf(await home.run("restore", [backup, "--json"]));
  assertEquals([arena.file, arena.records, arena.lost.length], [path, 2, 1]);
  assertStringIncludes(arena.lost[0], "Records 3 to 3 of the arena's log are undone");
  const { seasons, close } = openSqliteArena(path, systemClock);
  assertEquals((await seasons.list()).map(({ definition }) => definition.seasonId), ["two", "one"]);
  await close();
  // The replaced file is kept, and the log of a backup must be a chain.
  const kept = openSqliteArena(arena.kept, systemClock);
  assertEquals((await kept.seasons.list()).length, 3);
  await kept.close();
  const damaged = openDatabase(copy, OPERATING, SEASON_MIGRATIONS);
  damaged.exec("UPDATE log SET leaf = zeroblob(32) WHERE number = 2; PRAGMA journal_mode = DELETE");
  damaged.close();
  const broken = await home.run("restore", [backup]);
  assertStringIncludes(broken.stderr, "its log is damaged, record 2 does not follow");
  const names = (await Array.fromAsync(Deno.readDir(`${home.folder}/data`))).map((e) => e.name);
  assertEquals(names.filter((name) => !name.includes(".replaced-")).toSorted(), [
    "arena.sqlite",
    "keys.sqlite",
  ]);
});

Deno.test("a restore names the revocations it undoes, or says that it cannot", async () => {
  await using home = await Home.make();
  const { id } = await makeKey(home);
  const backup = `${home.folder}/backup.sqlite`;
  await home.run("backup", [backup]);
  await home.run("keys", ["revoke", id]);
  const known = await home.run("restore", [backup]);
  assertStringIncludes(known.stdout, `Revoked since the backup; these keys work again: ${id}\n`);
  await Deno.writeTextFile(home.keysFile, "a disk that went bad wrote this over the file");
  const unknown = await home.run("restore", [backup]);
  assertEquals([unknown.code, unknown.stderr], [0, ""]);
  assertMatch(unknown.stdout, /cannot be read: revocations that were made since .* undone\.\n$/);
  await Deno.remove(home.keysFile);
  const [first] = (await home.run("restore", [backup])).stdout.split("\n");
  assertEquals(first, `${home.keysFile} has all keys of ${backup}: 1.`);
});

Deno.test("a file that is not a backup is not restored, and no present file is overwritten", async () => {
  await using home = await Home.make();
  await makeKey(home);
  const backup = `${home.folder}/backup.sqlite`;
  await home.run("backup", [backup]);
  const twice = await home.run("backup", [backup]);
  assertEquals([twice.code, twice.stdout], [1, ""]);
  assertStringIncludes(twice.stderr, `to ${backup}: it exists already\n`);
  const before = await Deno.readFile(home.keysFile);
  const bytes = await Deno.readFile(backup);
  bytes.fill(0x61, 4096, 8192);
  const [damaged, foreign] = [`${home.folder}/damaged`, `${home.folder}/foreign`];
  await Deno.writeFile(damaged, bytes);
  await Deno.writeTextFile(foreign, "no database at all, whatever its name may promise");
  const later = openDatabase(`${home.folder}/later`);
  later.exec("PRAGMA user_version = 99; PRAGMA journal_mode = DELETE");
  later.close();
  const cases: [string, RegExp][] = [
    [damaged, /: (it is damaged, .*|database disk image is malformed)\n$/],
    [foreign, /: file is not a database\n$/],
    [`${home.folder}/later`, /: its version is 99, must be at most 50: use a later program\n$/],
    [`${home.folder}/nowhere`, /: No such file .*\n$/],
  ];
  await inTurn(cases, async ([file, expected]) => {
    const { code, stdout, stderr } = await home.run("restore", [file]);
    assertEquals([code, stdout], [1, ""]);
    assertMatch(stderr, expected);
  });
  assertEquals(await Deno.readFile(home.keysFile), before);
  const names = (await Array.fromAsync(Deno.readDir(`${home.folder}/data`))).map((e) => e.name);
  assertEquals(names, ["keys.sqlite"]);
  const nameless = await home.run("restore");
  assertEquals([nameless.code, nameless.stderr], [
    1,
    "Cannot run restore: FILE is missing\nUsage: restore FILE [--json]\n",
  ]);
});

Deno.test("a server whose seasons are removed does not say that there are none", async () => {
  await using home = await Home.make();
  await openSqliteArena(home.arenaFile, systemClock).close();
  await using server = await LocalServer.in(home);
  const read = async (): Promise<readonly unknown[]> => {
    const response = await fetch(`${server.origin}/arena/seasons.json`);
    const { seasons, code } = await response.json();
    return [response.status, seasons ?? code];
  };
  assertEquals(await read(), [200, []]);
  await Deno.remove(home.arenaFile);
  assertEquals(await read(), [503, "OVERLOADED"]);
});
