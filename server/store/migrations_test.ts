import { assertEquals, assertThrows } from "@std/assert";
// deno-lint-ignore no-external-import -- part of the runtime
import { DatabaseSync } from "node:sqlite";
import { withFolder } from "../../tests/support/folder.ts";
import { SERVICE_LIMITS } from "../limits/key_limits.ts";
import { openDatabase } from "./database.ts";
import { SCHEMA_VERSION, versionOf } from "./migrations.ts";
import { SqliteKeyRegister } from "./sqlite_key_store.ts";
import { SqliteTrialStore } from "./sqlite_trial_store.ts";

/** What the first program wrote. */
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

function write(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

Deno.test("a file of version 1 keeps its keys and trials in the version of today", () =>
  withFolder(async (folder) => {
    const path = `${folder}/keys.sqlite`;
    write(path, `PRAGMA journal_mode = WAL; ${VERSION_1}`);
    const database = openDatabase(path);
    assertEquals([versionOf(database), SCHEMA_VERSION], [2, 2]);
    const rest = { previous: null, limits: SERVICE_LIMITS, revokedAt: null };
    assertEquals(await new SqliteKeyRegister(database).list(), [
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
    const trials = new SqliteTrialStore(database).of("a");
    assertEquals(trials.get(1), { count: 3, sharpeCount: 2, mean: 0.5, m2: 0.25 });
    database.close();
  }));

Deno.test("a new file and one of version 1 come to the same tables", () =>
  withFolder((folder) => {
    write(`${folder}/old.sqlite`, VERSION_1);
    const [ofOld, ofNew] = ["old", "new"].map((name) => {
      const database = openDatabase(`${folder}/${name}.sqlite`);
      const columns = database.prepare("PRAGMA table_info(keys)").all();
      database.close();
      return columns.map((column) => Object.values(column));
    });
    assertEquals(ofOld, ofNew);
  }));

Deno.test("a file that a first start left half made is made whole", () =>
  withFolder((folder) => {
    const path = `${folder}/keys.sqlite`;
    write(path, VERSION_1.replace("PRAGMA user_version = 1;", ""));
    const database = openDatabase(path);
    assertEquals(versionOf(database), SCHEMA_VERSION);
    database.close();
  }));

Deno.test("a migration that fails changes nothing", () =>
  withFolder((folder) => {
    const path = `${folder}/keys.sqlite`;
    // The second migration adds this column; that the first ones of it went well must not stay.
    write(path, `${VERSION_1}; ALTER TABLE keys ADD COLUMN units_per_second INTEGER`);
    assertThrows(() => openDatabase(path), Error, "duplicate column name: units_per_second");
    const database = new DatabaseSync(path);
    const names = database.prepare("PRAGMA table_info(keys)").all().map(({ name }) => name);
    assertEquals([versionOf(database), names.includes("revoked_at")], [1, false]);
    database.close();
  }));

Deno.test("a file of a later program is refused, and stays as it is", () =>
  withFolder((folder) => {
    const path = `${folder}/keys.sqlite`;
    openDatabase(path).close();
    write(path, "PRAGMA user_version = 99");
    assertThrows(() => openDatabase(path), Error, "its version is 99, must be at most 2");
    const database = new DatabaseSync(path);
    assertEquals(versionOf(database), 99);
    database.close();
  }));
