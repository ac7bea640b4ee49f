import { assertEquals, assertThrows } from "@std/assert";
// deno-lint-ignore no-external-import -- part of the runtime
import { DatabaseSync } from "node:sqlite";
import { withFolder } from "../testing/folder.ts";
import { inTurn } from "../testing/in_turn.ts";
import { SEASON_MIGRATIONS } from "./season_migrations.ts";
import { openDatabase, OPERATING } from "./database.ts";
import { FIRST_VERSION, KEY_MIGRATIONS, versionOf } from "./migrations.ts";
import { SEARCH_MIGRATIONS } from "./search_migrations.ts";
import type { Database } from "./sqlite.ts";

/** Makes a file of a version with a table that each kind of file has. */
function write(path: string, version: number, tables: string): void {
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = WAL; ${tables} PRAGMA user_version = ${version};`);
  database.close();
}

function columnsOf(database: Database, table: string): readonly unknown[] {
  return database.prepare(`PRAGMA table_info(${table})`).all().map(({ name }) => name);
}

Deno.test("a file of an earlier or a later program is refused and stays as it is", () =>
  withFolder(async (folder) => {
    // The last versions of 0.4.0 are 5, 9 and 7.
    const kinds = [
      [5, "keys", KEY_MIGRATIONS],
      [9, "searches", SEARCH_MIGRATIONS],
      [7, "seasons", SEASON_MIGRATIONS],
    ] as const;
    const earlier =
      "must be at least 50: only program 0.4.0 reads it, move it away or name another";
    await inTurn(kinds, async ([last, table, migrations]) => {
      const versions = [...Array.from({ length: last }, (_, at) => at + 1), 15, 49, 50, 51, 99];
      await inTurn(versions, async (version) => {
        const path = `${folder}/${table}-${version}.sqlite`;
        write(path, version, `CREATE TABLE ${table} (id TEXT);`);
        const before = await Deno.readFile(path);
        const reason = version < FIRST_VERSION ? earlier : `must be at most ${FIRST_VERSION}`;
        const sentence = version === FIRST_VERSION
          ? "its tables are not those that this program has at version 50: only the commit that wrote"
          : `its version is ${version}, ${reason}`;
        assertThrows(() => openDatabase(path, OPERATING, migrations), Error, sentence);
        assertEquals(await Deno.readFile(path), before);
      });
    });
  }));

Deno.test("a released file gets the later migrations alone", () =>
  withFolder((folder) => {
    const path = `${folder}/keys.sqlite`;
    openDatabase(path).close();
    const later = [
      "ALTER TABLE keys ADD COLUMN one TEXT;",
      "ALTER TABLE keys ADD COLUMN two TEXT;",
    ];
    const steps = [1, 2, 2].map((count) => {
      using database = openDatabase(path, OPERATING, [...KEY_MIGRATIONS, ...later.slice(0, count)]);
      return [versionOf(database), ...columnsOf(database, "keys").slice(-2)];
    });
    assertEquals(steps, [[51, "searches_at_once", "one"], [52, "one", "two"], [52, "one", "two"]]);
  }));

Deno.test("a migration that fails changes nothing", () =>
  withFolder((folder) => {
    const path = `${folder}/keys.sqlite`;
    write(path, 0, "CREATE TABLE evaluated (other TEXT);");
    assertThrows(() => openDatabase(path), Error, "table evaluated already exists");
    using database = new DatabaseSync(path);
    assertEquals([versionOf(database), columnsOf(database, "keys")], [0, []]);
  }));
