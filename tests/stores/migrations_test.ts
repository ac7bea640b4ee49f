import { assertEquals, assertRejects } from "@std/assert";
import { PostgresSql } from "../../server/store/postgres/connection.ts";
import { migrate, SCHEMA_VERSION, versionOf } from "../../server/store/postgres/migrations.ts";
import { openDatabase, OPERATING } from "../../server/store/database.ts";
import { KEY_MIGRATIONS } from "../../server/store/migrations.ts";
import { ARENA_MIGRATIONS } from "../../server/store/arena/migrations.ts";
import { COUNTS } from "../../server/store/arena/season_rows.ts";
import { SEARCH_MIGRATIONS } from "../../server/store/search_migrations.ts";
import { bytesOf } from "../../server/store/sql.ts";
import { SqlKeyRegister } from "../../server/store/sql_keys.ts";
import { SqliteSql } from "../../server/store/sqlite.ts";
import { withFolder } from "../../server/testing/folder.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { Postgres } from "../../server/testing/postgres.ts";
import { needing } from "../../server/testing/tools.ts";
import { makeRecord } from "./contract.ts";

async function withDatabase(
  work: (sql: PostgresSql, postgres: Postgres) => Promise<void>,
): Promise<void> {
  await using postgres = await Postgres.start();
  const sql = new PostgresSql(await postgres.database());
  try {
    await work(sql, postgres);
  } finally {
    await sql.close();
  }
}

/** The parts of a schema in which migrations may differ: columns, keys and checks. */
async function schemaOf(sql: PostgresSql): Promise<readonly unknown[]> {
  const columns = await sql.query(`
    SELECT table_name, column_name, data_type, is_nullable, column_default
    FROM information_schema.columns WHERE table_schema = 'arena'
    ORDER BY table_name, column_name`);
  const constraints = await sql.query(`
    SELECT conrelid::regclass::text AS table, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE connamespace = 'arena'::regnamespace ORDER BY 1, 2`);
  return [[...columns], [...constraints]];
}

Deno.test({
  ...needing(
    ["PostgreSQL"],
    "a database of every older version migrates to the current one, with its keys",
  ),
  fn: () =>
    withDatabase(async (sql, postgres) => {
      await migrate(sql);
      const today = await schemaOf(sql);
      const olds = Array.from({ length: SCHEMA_VERSION - 1 }, (_, index) => index + 1);
      await inTurn(olds, async (version) => {
        const old = new PostgresSql(await postgres.database());
        await migrate(old, version);
        assertEquals(await versionOf(old), version);
        const [limit, units] = version < 3
          ? ["candidates_per_day", 70]
          : ["search_units_per_day", 7];
        const [row] = await old.query(`
          INSERT INTO arena.keys (id, name, hash, scopes, status, created_at, ${limit})
          VALUES ('a', 'bot', '\\x0102', 'strategy:read', 'active', 10, 7) RETURNING id`);
        await migrate(old);
        assertEquals([await versionOf(old), await schemaOf(old)], [SCHEMA_VERSION, today]);
        const [record] = await new SqlKeyRegister(old).list();
        assertEquals([record?.id, record?.name, record?.hash], [
          row?.["id"],
          "bot",
          new Uint8Array([1, 2]),
        ]);
        assertEquals(record?.limits.searchUnitsPerDay, units);
        await old.close();
      });
    }),
});

Deno.test({
  ...needing(["PostgreSQL"], "searches of version 2 cost ten units for each candidate"),
  fn: () =>
    withDatabase(async (sql) => {
      await migrate(sql, 2);
      await sql.executeSql(`
        INSERT INTO arena.searches
          (id, key_id, order_text, candidates, charged, status, created_at, ended_at, jobs_left)
          VALUES ('a', 'key', '{}', 30, 20, 'cancelled', 1, 2, 0);
        INSERT INTO arena.search_results (search_id, stage, first, count, summary)
          VALUES ('a', 'all', 0, 12, '{}')`);
      await migrate(sql);
      const [row] = await sql.query(
        `SELECT searches.units, charged, search_results.units AS done
          FROM arena.searches JOIN arena.search_results ON search_id = id`,
      );
      const found = ["units", "charged", "done"].map((name) => Number(row?.[name]));
      assertEquals(found, [300, 200, 120]);
    }),
});

/** A season with two entries, the second in its last hour, as earlier programs stored it. */
const ENTRIES = `INSERT INTO seasons (id, definition, opens_at, closes_at, log_number)
    VALUES ('one', '{}', 0, 7200000, 1);
  INSERT INTO season_entries (season_id, number, key_id, board, candidate, candidate_hash, name,
    salt, accepted_at, log_number)
    VALUES ('one', 1, 'key', 'susde-daily', '', BYTES, '', SALT, 3599000, 2),
      ('one', 2, 'other', 'susde-daily', '', BYTES, '', SALT, 3600000, 3)`;
const COUNTED = [{ season_id: "one", board: "susde-daily", entries: 2, last_hour: 1 }];

/** Returns the statements with bytes as a database writes them. */
function entriesIn(bytes: (count: number) => string): string {
  return ENTRIES.replaceAll("BYTES", bytes(32)).replaceAll("SALT", bytes(16));
}

Deno.test("the entries of a file of version 3 are counted", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/arena.sqlite`;
    openDatabase(path, OPERATING, ARENA_MIGRATIONS.slice(0, 3))
      .exec(entriesIn((count) => `zeroblob(${count})`));
    using file = openDatabase(path, OPERATING, ARENA_MIGRATIONS);
    assertEquals(await new SqliteSql(() => file).query(COUNTS), COUNTED);
  });
});

Deno.test({
  ...needing(["PostgreSQL"], "the entries of a database of version 11 are counted"),
  fn: () =>
    withDatabase(async (sql) => {
      await migrate(sql, 11);
      const entries = entriesIn((count) => `decode(repeat('00', ${count}), 'hex')`);
      await sql.executeSql(`SET search_path TO arena; ${entries}; RESET search_path`);
      await migrate(sql);
      const [row] = await sql.query(COUNTS);
      assertEquals([Number(row?.["entries"]), Number(row?.["last_hour"])], [2, 1]);
    }),
});

/** Two ended searches of a key and an open one, as earlier programs stored them. */
const KEPT = `INSERT INTO searches
    (id, key_id, order_text, candidates, units, charged, status, created_at, ended_at, outcome)
    VALUES ('a', 'key', 'éé', 1, 10, 10, 'done', 1, 2, 'report'),
      ('b', 'key', '1', 1, 10, 10, 'cancelled', 1, 2, NULL),
      ('c', 'key', 'open', 1, 10, 10, 'queued', 1, NULL, NULL);
  INSERT INTO search_parts (search_id, stage, first, key, row_count, byte_count)
    VALUES ('a', 'one', 0, 'file', 1, 1000);
  INSERT INTO search_results (search_id, stage, first, count, units, best, summary)
    VALUES ('a', 'one', 0, 1, 10, '{}', '')`;

async function assertKept(sql: Pick<PostgresSql, "query">): Promise<void> {
  const rows = await sql.query("SELECT key_id, searches, bytes FROM kept_searches ORDER BY key_id");
  const found = rows.map((row) => [row["key_id"], Number(row["searches"]), Number(row["bytes"])]);
  assertEquals(found, [["", 2, 1013], ["key", 2, 1013]]);
}

Deno.test("a file of version 8 counts its kept searches", async () => {
  await withFolder(async (folder) => {
    const path = `${folder}/searches.sqlite`;
    openDatabase(path, OPERATING, SEARCH_MIGRATIONS.slice(0, 8)).exec(KEPT);
    using file = openDatabase(path, OPERATING, SEARCH_MIGRATIONS);
    await assertKept(new SqliteSql(() => file));
  });
});

Deno.test({
  ...needing(["PostgreSQL"], "a database of version 10 counts its kept searches"),
  fn: () =>
    withDatabase(async (sql) => {
      await migrate(sql, 10);
      await sql.executeSql(`SET search_path TO arena; ${KEPT}; RESET search_path`);
      await migrate(sql);
      await assertKept(sql);
    }),
});

Deno.test({
  ...needing(["PostgreSQL"], "matrices of version 7 are there in parts"),
  fn: () =>
    withDatabase(async (sql) => {
      await migrate(sql, 7);
      const matrix = new Uint8Array(1_000_001).map((_, at) => at % 251);
      await sql.executeSql(`
        INSERT INTO arena.seasons (id, definition, opens_at, closes_at, log_number)
          VALUES ('one', '{}', 0, 1, 1)`);
      await sql.query(
        `INSERT INTO arena.season_boards (season_id, board, head, row_texts, leaders, matrix,
          matrix_hash, board_hash, log_number) VALUES ('one', 'susde-daily', '', '', 0, ?, ?, ?, 2)`,
        [matrix, new Uint8Array(32), new Uint8Array(32)],
      );
      await migrate(sql);
      const rows = await sql.query("SELECT first, bytes FROM arena.season_matrices ORDER BY first");
      assertEquals(rows.map(({ first, bytes }) => [Number(first), bytesOf(bytes)]), [
        [0, matrix.slice(0, 1_000_000)],
        [1_000_000, matrix.slice(1_000_000)],
      ]);
    }),
});

Deno.test({
  ...needing(["PostgreSQL"], "servers that start at once migrate a database once"),
  fn: () =>
    withDatabase(async (sql) => {
      await Promise.all(Array.from({ length: 6 }, () => migrate(sql)));
      const versions = await sql.query(`SELECT version FROM arena.schema_version`);
      assertEquals([...versions], [{ version: SCHEMA_VERSION }]);
    }),
});

Deno.test({
  ...needing(["PostgreSQL"], "a database of a later program is refused and stays unchanged"),
  fn: () =>
    withDatabase(async (sql) => {
      await migrate(sql);
      await new SqlKeyRegister(sql).add(await makeRecord());
      const before = await schemaOf(sql);
      await sql.query(`UPDATE arena.schema_version SET version = 99`);
      const sentence = `its version is 99, must be at most ${SCHEMA_VERSION}`;
      await assertRejects(() => migrate(sql), Error, sentence);
      assertEquals([await versionOf(sql), await schemaOf(sql)], [99, before]);
    }),
});

Deno.test({
  ...needing(["PostgreSQL"], "a migration that fails changes nothing"),
  fn: () =>
    withDatabase(async (sql) => {
      // Another program has a table of that name.
      await sql.executeSql("CREATE SCHEMA arena; CREATE TABLE arena.sharpe_ratios (other text)");
      await assertRejects(() => migrate(sql), Error, 'relation "sharpe_ratios" already exists');
      assertEquals(await versionOf(sql), 0);
      const [keys] = await sql.query(`SELECT to_regclass('arena.keys') AS name`);
      assertEquals(keys?.["name"], null);
    }),
});

Deno.test({
  ...needing(["PostgreSQL"], "the tables and columns of SQLite and PostgreSQL have the same names"),
  fn: () =>
    withDatabase(async (sql) => {
      await migrate(sql);
      const inPostgres = await sql.query(
        `SELECT table_name || '.' || column_name AS name FROM information_schema.columns
          WHERE table_schema = 'arena' AND table_name <> 'schema_version'`,
      );
      const inFiles = [KEY_MIGRATIONS, SEARCH_MIGRATIONS, ARENA_MIGRATIONS].flatMap(
        (migrations) => {
          using file = openDatabase(":memory:", OPERATING, migrations);
          // The jobs of a database are in the tables of pg-boss.
          return file.prepare(
            `SELECT tables.name || '.' || columns.name AS name
            FROM sqlite_schema AS tables JOIN pragma_table_info(tables.name) AS columns
            WHERE tables.type = 'table' AND tables.name <> 'jobs'`,
          ).all();
        },
      );
      const namesOf = (rows: readonly Readonly<Record<string, unknown>>[]): readonly string[] =>
        rows.map(({ name }) => String(name)).toSorted();
      assertEquals(namesOf(inFiles), namesOf(inPostgres));
    }),
});
