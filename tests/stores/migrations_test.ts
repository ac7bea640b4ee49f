import { assertEquals, assertRejects } from "@std/assert";
import { PostgresSql } from "../../server/store/postgres/connection.ts";
import { migrate, SCHEMA_VERSION, versionOf } from "../../server/store/postgres/migrations.ts";
import { SqlKeyRegister } from "../../server/store/sql_keys.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { testOnPostgres } from "../../server/testing/postgres.ts";
import { makeRecord } from "./contract.ts";

function testOnSql(name: string, test: (sql: PostgresSql) => Promise<void>): void {
  testOnPostgres(name, async (url) => {
    const sql = new PostgresSql(url);
    await test(sql).finally(() => sql.close());
  });
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

testOnSql("servers that start at once migrate a database once", async (sql) => {
  await Promise.all(Array.from({ length: 6 }, () => migrate(sql)));
  const versions = await sql.query(`SELECT version FROM arena.schema_version`);
  assertEquals([...versions], [{ version: SCHEMA_VERSION }]);
});

testOnSql(
  "a database of an earlier or a later program is refused and stays unchanged",
  async (sql) => {
    await migrate(sql);
    await new SqlKeyRegister(sql).add(await makeRecord());
    const before = await schemaOf(sql);
    // The last version of 0.4.0 is 15.
    await inTurn([1, 9, 15, 49, 99], async (version) => {
      await sql.query("UPDATE arena.schema_version SET version = ?", [version]);
      const reason = version === 99
        ? `must be at most ${SCHEMA_VERSION}`
        : "must be at least 50: only program 0.4.0 reads it, move it away or name another";
      await assertRejects(() => migrate(sql), Error, `its version is ${version}, ${reason}`);
      assertEquals([await versionOf(sql), await schemaOf(sql)], [version, before]);
    });
    // As a database of an earlier commit.
    await sql.executeSql("UPDATE arena.schema_version SET version = 50, migrations = 'others'");
    await assertRejects(() => migrate(sql), Error, "its tables are not those that this program");
    await sql.executeSql("ALTER TABLE arena.schema_version DROP COLUMN migrations");
    await assertRejects(() => migrate(sql), Error, "its tables are not those that this program");
    assertEquals((await new SqlKeyRegister(sql).list()).length, 1);
  },
);

testOnSql("a migration that fails changes nothing", async (sql) => {
  // Another program has a table of that name.
  await sql.executeSql("CREATE SCHEMA arena; CREATE TABLE arena.sharpe_ratios (other text)");
  await assertRejects(() => migrate(sql), Error, 'relation "sharpe_ratios" already exists');
  assertEquals(await versionOf(sql), 0);
  const [keys] = await sql.query(`SELECT to_regclass('arena.keys') AS name`);
  assertEquals(keys?.["name"], null);
});
