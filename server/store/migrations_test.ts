import { MemoryParts } from "../testing/memory_parts.ts";
import { assertEquals, assertThrows } from "@std/assert";
// deno-lint-ignore no-external-import -- part of the runtime
import { DatabaseSync } from "node:sqlite";
import { ManualClock } from "../testing/clock.ts";
import { withFolder } from "../testing/folder.ts";
import { storedTrials, trialOf } from "../testing/trials.ts";
import { SERVICE_LIMITS } from "../limits/key_limits.ts";
import { openDatabase, OPERATING } from "./database.ts";
import { keepFormer } from "./keep_former.ts";
import { KEY_MIGRATIONS, versionOf } from "./migrations.ts";
import { SEARCH_MIGRATIONS } from "./search_migrations.ts";
import type { JobOutcome } from "./search_store.ts";
import { openSqliteSearches } from "./searches.ts";
import { SqlKeyRegister } from "./sql_keys.ts";
import { SqliteTrialStore } from "./sql_trials.ts";
import { type Database, SqliteSql } from "./sqlite.ts";
import { WriteBehind } from "./write_behind.ts";

/** A file of the first program. */
const VERSION_1 = `
  CREATE TABLE keys (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    hash BLOB NOT NULL,
    scopes TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('active', 'revoked')),
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    last_used_at INTEGER
  ) STRICT;
  CREATE TABLE trials (
    key_id TEXT NOT NULL,
    market_id INTEGER NOT NULL,
    count INTEGER NOT NULL,
    sharpe_count INTEGER NOT NULL,
    mean REAL NOT NULL,
    m2 REAL NOT NULL,
    PRIMARY KEY (key_id, market_id)
  ) STRICT, WITHOUT ROWID;
  PRAGMA user_version = 1;
  INSERT INTO keys VALUES
    ('a', 'bot', x'0102', 'strategy:read', 'active', 10, NULL, 30),
    ('b', 'old', x'0304', 'strategy:read evaluation:run', 'revoked', 20, 25, NULL);
  INSERT INTO trials VALUES ('a', 1, 3, 2, 0.5, 0.25);
`;

/** The migration of the second program. */
const TO_VERSION_2 = `
  ALTER TABLE keys ADD COLUMN revoked_at INTEGER;
  ALTER TABLE keys ADD COLUMN previous_hash BLOB;
  ALTER TABLE keys ADD COLUMN previous_expires_at INTEGER
    CHECK ((previous_expires_at IS NULL) = (previous_hash IS NULL));
  ALTER TABLE keys ADD COLUMN units_per_second INTEGER CHECK (units_per_second > 0);
  ALTER TABLE keys ADD COLUMN simulations_in_flight INTEGER CHECK (simulations_in_flight > 0);
  ALTER TABLE keys ADD COLUMN evaluations_in_flight INTEGER CHECK (evaluations_in_flight > 0);
  PRAGMA user_version = 2;
`;

/** The migration of the third program. */
const TO_VERSION_3 = `
  DROP TABLE trials;
  CREATE TABLE evaluated (
    key_id TEXT NOT NULL,
    dataset_hash BLOB NOT NULL CHECK (length(dataset_hash) = 32),
    formula_version INTEGER NOT NULL,
    kept BLOB NOT NULL CHECK (length(kept) % 8 = 0),
    beyond INTEGER NOT NULL CHECK (beyond >= 0),
    PRIMARY KEY (key_id, dataset_hash, formula_version)
  ) STRICT;
  CREATE TABLE sharpe_ratios (
    key_id TEXT NOT NULL,
    dataset_hash BLOB NOT NULL CHECK (length(dataset_hash) = 32),
    ratios BLOB NOT NULL CHECK (length(ratios) % 16 = 0),
    PRIMARY KEY (key_id, dataset_hash)
  ) STRICT;
  PRAGMA user_version = 3;
`;

/** The migration of the fourth program, and a key with a limit of candidates. */
const TO_VERSION_4 = `
  ALTER TABLE keys ADD COLUMN candidates_per_day INTEGER CHECK (candidates_per_day > 0);
  ALTER TABLE keys ADD COLUMN searches_at_once INTEGER CHECK (searches_at_once > 0);
  PRAGMA user_version = 4;
  UPDATE keys SET candidates_per_day = 7 WHERE id = 'a';
`;

function tablesOf(database: Database): readonly unknown[] {
  const select = "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name";
  return database.prepare(select).all().map(({ name }) => name);
}

function write(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

Deno.test("a file of version 1 keeps its keys and has no trials", () =>
  withFolder(async (folder) => {
    const path = `${folder}/keys.sqlite`;
    write(path, `PRAGMA journal_mode = WAL; ${VERSION_1}`);
    const database = openDatabase(path);
    assertEquals([versionOf(database), KEY_MIGRATIONS.length], [5, 5]);
    const rest = { previous: null, limits: SERVICE_LIMITS, revokedAt: null };
    assertEquals(await new SqlKeyRegister(new SqliteSql(() => database)).list(), [
      {
        ...rest,
        id: "a",
        name: "bot",
        hash: new Uint8Array([1, 2]),
        scopes: ["strategy:read"],
        status: "active",
        createdAt: 10,
        expiresAt: null,
        lastUsedAt: 30,
      },
      {
        ...rest,
        id: "b",
        name: "old",
        hash: new Uint8Array([3, 4]),
        scopes: ["strategy:read", "evaluation:run"],
        status: "revoked",
        createdAt: 20,
        expiresAt: 25,
        lastUsedAt: null,
      },
    ]);
    assertEquals(tablesOf(database), ["evaluated", "keys", "sharpe_ratios"]);
    assertEquals(
      new SqliteTrialStore(new SqliteSql(() => database)).count("a", trialOf(1)).count,
      1,
    );
    database.close();
  }));

Deno.test("a file that is about to be migrated is copied beside it, once", () =>
  withFolder((folder) => {
    const path = `${folder}/keys.sqlite`;
    write(path, `PRAGMA journal_mode = WAL; ${VERSION_1}`);
    const note =
      `${path}: version 1 -> ${KEY_MIGRATIONS.length}, the former file is ${path}.version-1`;
    assertEquals(keepFormer(path, KEY_MIGRATIONS, Deno.copyFileSync), note);
    assertEquals(
      keepFormer(path, KEY_MIGRATIONS, Deno.copyFileSync),
      note,
      "after an interrupted start",
    );
    openDatabase(path).close();
    assertEquals(keepFormer(path, KEY_MIGRATIONS, Deno.copyFileSync), null);
    // The earlier program finds all in the copy.
    const former = new DatabaseSync(`${path}.version-1`, { readOnly: true });
    const ids = former.prepare("SELECT id FROM keys ORDER BY id").all().map(({ id }) => id);
    assertEquals([versionOf(former), ids], [1, ["a", "b"]]);
    former.close();
  }));

Deno.test("a file of version 2 restarts its counts", () =>
  withFolder(async (folder) => {
    const path = `${folder}/keys.sqlite`;
    write(path, `${VERSION_1} ${TO_VERSION_2}`);
    const database = openDatabase(path);
    assertEquals([versionOf(database), tablesOf(database).includes("trials")], [5, false]);
    const sql = new SqliteSql(() => database);
    const store = new SqliteTrialStore(sql);
    assertEquals(store.count("a", trialOf(1)).count, 1);
    const target = { sql, close: (): void => database.close() };
    await new WriteBehind(new ManualClock(), target, [store], () => {}).close();
    const again = openDatabase(path);
    assertEquals(storedTrials(again, "a"), { evaluated: 1, ratios: 1 });
    again.close();
  }));

Deno.test("a new file and a file of every older version have the same tables", () =>
  withFolder((folder) => {
    const olds = [VERSION_1, TO_VERSION_2, TO_VERSION_3, TO_VERSION_4];
    assertEquals(olds.length, KEY_MIGRATIONS.length - 1, "each has its text");
    olds.forEach((_, last) => {
      write(`${folder}/${last + 1}.sqlite`, olds.slice(0, last + 1).join("\n"));
    });
    const made = ["new", "1", "2", "3", "4"].map((name) => {
      const database = openDatabase(`${folder}/${name}.sqlite`);
      const columns = database.prepare("PRAGMA table_info(keys)").all();
      const keys = database.prepare("SELECT id FROM keys ORDER BY id").all().map(({ id }) => id);
      const tables = tablesOf(database);
      database.close();
      assertEquals(keys, name === "new" ? [] : ["a", "b"]);
      return [tables, columns.map((column) => Object.values(column))];
    });
    made.forEach((tables) => assertEquals(tables, made[0]));
  }));

Deno.test("a limit of candidates becomes one of compute units", () =>
  withFolder(async (folder) => {
    const path = `${folder}/keys.sqlite`;
    write(path, [VERSION_1, TO_VERSION_2, TO_VERSION_3, TO_VERSION_4].join("\n"));
    const database = openDatabase(path);
    const keys = await new SqlKeyRegister(new SqliteSql(() => database)).list();
    assertEquals(keys.map(({ limits }) => limits.searchUnitsPerDay), [70, null]);
    database.close();
  }));

Deno.test("a file from an interrupted first start is completed", () =>
  withFolder((folder) => {
    const path = `${folder}/keys.sqlite`;
    write(path, VERSION_1.replace("PRAGMA user_version = 1;", ""));
    const database = openDatabase(path);
    assertEquals(versionOf(database), KEY_MIGRATIONS.length);
    database.close();
  }));

Deno.test("a migration that fails changes nothing", () =>
  withFolder((folder) => {
    const path = `${folder}/keys.sqlite`;
    // The second migration fails at this column; the columns before it must not stay.
    write(path, `${VERSION_1}; ALTER TABLE keys ADD COLUMN units_per_second INTEGER`);
    assertThrows(() => openDatabase(path), Error, "duplicate column name: units_per_second");
    const database = new DatabaseSync(path);
    const names = database.prepare("PRAGMA table_info(keys)").all().map(({ name }) => name);
    assertEquals([versionOf(database), names.includes("revoked_at")], [1, false]);
    database.close();
  }));

Deno.test("a file of a later program is refused and stays unchanged", () =>
  withFolder((folder) => {
    const path = `${folder}/keys.sqlite`;
    openDatabase(path).close();
    write(path, "PRAGMA user_version = 99");
    assertThrows(() => openDatabase(path), Error, "its version is 99, must be at most 5");
    const database = new DatabaseSync(path);
    assertEquals(versionOf(database), 99);
    database.close();
  }));

Deno.test("a file of searches of version 1 keeps its searches, and open ones begin again", () =>
  withFolder(async (folder) => {
    const path = `${folder}/searches.sqlite`;
    openDatabase(path, OPERATING, SEARCH_MIGRATIONS.slice(0, 1)).close();
    write(
      path,
      `INSERT INTO searches VALUES
        ('b', 'key', '{}', 30, 30, 'running', 10, 11, NULL, NULL),
        ('a', 'key', '{}', 20, 20, 'done', 10, 12, 13, '{"report":true}');
      INSERT INTO jobs (search_id, stage, first, count, turn, task) VALUES
        ('b', 'one', 10, 10, 7, 'later'), ('b', 'one', 20, 10, 3, 'sooner');
      INSERT INTO results (search_id, stage, first, count, merit, best, summary) VALUES
        ('b', 'one', 0, 10, 0.5, '"best"', '"sum"'), ('a', 'one', 0, 20, NULL, NULL, '"sum"');
      INSERT INTO points VALUES ('b', 'one', 0, x'00');`,
    );
    const { searches, jobs, close } = openSqliteSearches(path, new ManualClock(), {
      files: new MemoryParts(),
    });
    const { searches: listed, use } = await searches.ofKey("key", { since: 0, most: 9 });
    assertEquals(listed.map(({ id, done, units, unitsDone }) => [id, done, units, unitsDone]), [
      ["a", 20, 200, 200],
      ["b", 0, 300, 0],
    ]);
    assertEquals(listed.map(({ status }) => status), ["done", "running"]);
    assertEquals(use, { units: 500, atOnce: 1 });
    assertEquals(await searches.outcome("a"), '{"report":true}');
    assertEquals((await searches.progress("a")).stages[0]?.count, 20);
    assertEquals((await searches.progress("b")).stages, []);
    assertEquals(await searches.points("b", "one", 0), null);
    const done: string[] = [];
    const stopping = new AbortController();
    await jobs.work({
      parallel: 1,
      signal: stopping.signal,
      report: () => {},
      run: (job): Promise<JobOutcome> => {
        done.push(job.kind === "range" ? job.task : job.kind);
        if (job.kind === "step") stopping.abort();
        return Promise.resolve(
          job.kind === "step" ? { kind: "end", end: { status: "done", outcome: "" } } : {
            kind: "result",
            result: { count: 10, summary: "", merit: 1, best: "", points: null, part: null },
          },
        );
      },
    });
    assertEquals(done, ["step"]);
    await close();
  }));
