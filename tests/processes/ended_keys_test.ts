import {
  assert,
  assertEquals,
  assertMatch,
  assertRejects,
  assertStringIncludes,
} from "@std/assert";
import { makeKey } from "../../server/auth/api_key.ts";
import { newRecord, revokedRecord } from "../../server/auth/key_changes.ts";
import { cancelWithKeys } from "../../server/search/jobs/ended_keys.ts";
import { diskFolder } from "../../server/process/disk_folder.ts";
import { openDatabase, SEARCHING } from "../../server/store/database.ts";
import { PostgresSql } from "../../server/store/postgres/connection.ts";
import { openPostgresSearches } from "../../server/store/postgres/searches.ts";
import { SEARCH_MIGRATIONS } from "../../server/store/search_migrations.ts";
import { keysIn, openSqliteSearches, type Searches } from "../../server/store/searches.ts";
import type { Sql } from "../../server/store/sql.ts";
import { SqlKeyRegister } from "../../server/store/sql_keys.ts";
import { SqliteSql } from "../../server/store/sqlite.ts";
import { FAMILY, makeArena } from "../../server/testing/arena.ts";
import { ManualClock } from "../../server/testing/clock.ts";
import { call, DAILY } from "../../server/testing/mcp.ts";
import { MemoryParts } from "../../server/testing/memory_parts.ts";
import { testOnPostgres } from "../../server/testing/postgres.ts";
import { SEARCH_PLAN } from "../../server/testing/searches.ts";
import { LocalServer } from "../../server/testing/local_server.ts";
import { Home } from "../../server/testing/server_process.ts";
import { until } from "../../server/testing/until.ts";
import { PLENTY, searchOf } from "../search/store_steps.ts";

const files = new MemoryParts();
const LOOK_MS = 2_000;

/** Returns an order that a search can be read from. */
function orderOf(id: string, keyId: string): Parameters<Searches["searches"]["add"]>[0] {
  const basis = JSON.stringify({ datasets: ["d".repeat(64)] });
  const order = { plan: SEARCH_PLAN, topMax: 20, keepsPoints: false, basis };
  return { ...searchOf(id, keyId), order: JSON.stringify(order) };
}

/** Adds a search of each kind of key, ends two of the keys, and looks what has become of the searches. */
async function assertEnded(opened: Searches, sql: Sql, clock: ManualClock): Promise<void> {
  const { searches } = opened;
  const register = new SqlKeyRegister(sql);
  const add = async (name: string, expiresAt: number | null): Promise<string> => {
    const made = await makeKey();
    const createdAt = clock.epochMs();
    await register.add(newRecord(made, { name, scopes: [], createdAt, expiresAt }));
    await searches.add(orderOf(name, made.id), PLENTY);
    return made.id;
  };
  const id = await add("revoked", null);
  await add("expired", clock.epochMs() + LOOK_MS);
  await add("active", clock.epochMs() + 60_000);
  await searches.add(orderOf("of a season", "season:1"), PLENTY);
  const statuses = async (): Promise<readonly unknown[]> =>
    await Promise.all(
      ["revoked", "expired", "active", "of a season"].map(async (name) =>
        (await searches.find(name))?.status
      ),
    );
  const fail = (sentence: string): void => {
    throw new Error(sentence);
  };
  await cancelWithKeys(opened, clock, fail);
  assertEquals(await statuses(), ["queued", "queued", "queued", "queued"]);
  await register.update(id, (record) => revokedRecord(record, clock.epochMs()));
  clock.advance(LOOK_MS);
  // The next look is planned when this one is through.
  await until(() => clock.pendingCount === 1);
  assertEquals(await statuses(), ["cancelled", "cancelled", "queued", "queued"]);
}

Deno.test("SQLite: searches end with their key, and no others", async () => {
  const folder = await Deno.makeTempDir();
  const clock = new ManualClock();
  const keysFile = `${folder}/keys.sqlite`;
  const keys = openDatabase(keysFile);
  const opened = openSqliteSearches(`${folder}/searches.sqlite`, clock, {
    files,
    ...keysIn(keysFile, diskFolder),
  });
  try {
    await assertEnded(opened, new SqliteSql(() => keys), clock);
  } finally {
    keys.close();
    await opened.close();
    await Deno.remove(folder, { recursive: true });
  }
});

testOnPostgres("PostgreSQL: searches end with their key, and no others", async (url) => {
  const clock = new ManualClock();
  const opened = await openPostgresSearches(url, clock, { files });
  const sql = new PostgresSql(url);
  try {
    await assertEnded(opened, sql, clock);
  } finally {
    await sql.close();
    await opened.close();
  }
});

Deno.test("searches go on while their keys cannot be read, and the log says so once", async () => {
  const folder = await Deno.makeTempDir();
  const clock = new ManualClock();
  const opened = openSqliteSearches(":memory:", clock, {
    files,
    ...keysIn(`${folder}/missing.sqlite`, diskFolder),
  });
  const said: string[] = [];
  await cancelWithKeys(opened, clock, (sentence) => said.push(sentence));
  assertEquals(said, [], "without a search no key is looked for");
  await opened.searches.add(orderOf("a", "key"), PLENTY);
  for (let look = 0; look < 3; look++) {
    clock.advance(LOOK_MS);
    await until(() => clock.pendingCount === 1);
  }
  assertEquals((await opened.searches.find("a"))?.status, "queued");
  assertEquals(said.length, 1);
  assertMatch(
    said[0] ?? "",
    /^Cannot end the searches of ended keys, it will be retried: .*missing$/,
  );
  await opened.close();
  await Deno.remove(folder, { recursive: true });
});

Deno.test("a download of points is cut off when its key is revoked", async () => {
  const arena = await makeArena();
  const started = await arena.post(`${FAMILY}/searches`, { plan: SEARCH_PLAN, points: "all" });
  const { data: { links } } = await started.json();
  await until(async () => {
    arena.clock.advance(1_000);
    const { data } = await (await arena.request(links.self)).json();
    return data.status === "done";
  });
  arena.clock.advance(1_000);
  const { body } = await arena.request(links.file);
  const reader = body?.getReader();
  const first = await reader?.read();
  assert(first?.value instanceof Uint8Array);
  const [, id = ""] = arena.key.split("_");
  await arena.keys.update(id, (record) => revokedRecord(record, arena.clock.epochMs()));
  arena.clock.advance(LOOK_MS);
  await assertRejects(async () => await reader?.read(), Error, "the key was revoked");
});

Deno.test("a tool of an agent that waits for units ends when its key is revoked", async () => {
  const arena = await makeArena({ limits: { budgetUnits: 10 } });
  assert(!(await call(arena, "simulate", { candidate: DAILY })).isError);
  const waiting = call(arena, "simulate", { candidate: DAILY });
  const isRefused = (): boolean =>
    arena.records.some(({ code }) => code === "COMPUTE_BUDGET_EXCEEDED");
  await until(() => isRefused() && arena.clock.pendingCount > 0);
  const [, id = ""] = arena.key.split("_");
  await arena.keys.update(id, (record) => revokedRecord(record, arena.clock.epochMs()));
  arena.clock.advance(LOOK_MS);
  assertEquals((await waiting).code, "API_KEY_INACTIVE");
});

Deno.test("keys revoke ends the searches and the event streams of a key that runs them", async () => {
  await using home = await Home.make();
  await using server = await LocalServer.in(home, { ARENA_SEARCH_WORKERS: "1" });
  const client = server.patientClient();
  const key = server.key;
  // Minutes of work, within the quota of a day.
  const method = { kind: "sobol" as const, count: 5_000_000, seed: 1 };
  const axes = [{ path: "/components/0/strategyParams/overbought", min: 52, max: 90 }];
  const base = { ...SEARCH_PLAN.base, timeframe: "hourly" as const };
  const { searchId, links } = await client.startSearch({ plan: { base, axes, method } });
  await until(async () => (await client.getSearch(searchId)).status === "running");
  const stream = await fetch(server.origin + links.events, { headers: { "x-api-key": key } });
  assertEquals(stream.status, 200);
  const [, id = ""] = key.split("_");
  const { code } = await home.run("keys", ["revoke", id]);
  assertEquals(code, 0);
  // Resolves when the server ends the stream.
  assertStringIncludes(await stream.text(), '"status":"running"');
  const database = openDatabase(
    `${home.folder}/data/searches.sqlite`,
    SEARCHING,
    SEARCH_MIGRATIONS,
  );
  const sql = new SqliteSql(() => database);
  await until(() => {
    const [row] = sql.rows("SELECT status FROM searches WHERE id = ?", [searchId]);
    return row?.["status"] === "cancelled";
  });
  assertEquals(sql.rows("SELECT 1 FROM search_jobs"), []);
  database.close();
});
