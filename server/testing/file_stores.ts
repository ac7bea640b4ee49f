import { makeKey } from "../auth/api_key.ts";
import { newRecord } from "../auth/key_changes.ts";
import { diskFolder } from "../process/disk_folder.ts";
import { openDatabase } from "../store/database.ts";
import { SqlKeyRegister, SqlKeyStore } from "../store/sql_keys.ts";
import { SqliteTrialStore } from "../store/sql_trials.ts";
import { type Database, SqliteSql } from "../store/sqlite.ts";
import { StoreFile } from "../store/store_file.ts";
import { WriteBehind } from "../store/write_behind.ts";
import { ManualClock } from "./clock.ts";
import { withFolder } from "./folder.ts";
import { inTurn } from "./in_turn.ts";

/** The stores of a server on one file, which a command has open too. */
export interface Setup {
  readonly path: string;
  readonly clock: ManualClock;
  readonly file: StoreFile;
  readonly keys: SqlKeyStore;
  readonly trials: SqliteTrialStore;
  readonly writer: WriteBehind;
  /** Moves the clock on; a write ends before the next second begins. */
  pass(seconds: number): Promise<void>;
  /** The reports of the writer. */
  readonly reports: string[];
  /** The connection of the command. */
  readonly other: Database;
}

/** Opens the stores, and closes them after some work. */
export async function withStores(work: (setup: Setup) => Promise<void> | void): Promise<void> {
  await withFolder(async (folder) => {
    const path = `${folder}/keys.sqlite`;
    const clock = new ManualClock();
    const file = new StoreFile(path, diskFolder);
    const keys = new SqlKeyStore(file.sql);
    const trials = new SqliteTrialStore(file.sql, () => writer.isWritable);
    const reports: string[] = [];
    const writer: WriteBehind = new WriteBehind(
      clock,
      file,
      [trials, keys],
      (line) => void reports.push(line),
    );
    const other = openDatabase(path);
    const pass = async (seconds: number): Promise<void> => {
      await inTurn(Array.from({ length: seconds }), async () => {
        clock.advance(1_000);
        await writer.settled();
      });
    };
    await work({ path, clock, pass, file, keys, trials, writer, reports, other });
    if (other.isOpen) other.close();
    file.close();
  });
}

/** Adds a key; returns its id. */
export async function addKey(database: Database, name = "bot"): Promise<string> {
  const made = await makeKey();
  const record = newRecord(made, { name, scopes: ["strategy:read"], createdAt: 1 });
  await new SqlKeyRegister(new SqliteSql(() => database)).add(record);
  return made.id;
}
