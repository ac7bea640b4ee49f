import { systemClock } from "../base/clock.ts";
import { EMPTY_HEAD, nextHead } from "../season/rules/log.ts";
import { SEASON_MIGRATIONS } from "../store/season_migrations.ts";
import { openArenaOf } from "../season/store/open.ts";
import type { SeasonStore } from "../season/store/season_store.ts";
import { openDatabase, OPERATING } from "../store/database.ts";
import { checkIntegrity } from "./checked_file.ts";

/** The heads of a log, as hexadecimal digits in order. */
export type LogHeads = readonly string[];

const PAGE = 10_000;

/** Returns the name of the backup of the arena that belongs to a backup of the keys. */
export function arenaBackupPath(file: string): string {
  return file.replace(/(\.sqlite)?$/, ".arena.sqlite");
}

/**
 * Migrates a copy of the arena's file and checks its log; returns the heads.
 *
 * @throws {Error} when the file is damaged, or its log is no chain
 */
export async function readArena(path: string): Promise<LogHeads> {
  const database = openDatabase(path, OPERATING, SEASON_MIGRATIONS);
  const arena = openArenaOf(database, systemClock);
  try {
    checkIntegrity(database);
    const heads = await readHeads(arena.seasons);
    database.exec("PRAGMA journal_mode = DELETE");
    return heads;
  } finally {
    await arena.close();
  }
}

async function readHeads(seasons: SeasonStore): Promise<LogHeads> {
  const heads: string[] = [];
  let head = EMPTY_HEAD;
  for (;;) {
    const rows = await seasons.log(heads.length, PAGE);
    if (rows.length === 0) return heads;
    for (const row of rows) {
      head = await nextHead(head, row.leaf);
      if (row.index !== heads.length + 1 || row.head.toHex() !== head.toHex()) {
        throw new Error(`its log is damaged, record ${heads.length + 1} does not follow`);
      }
      heads.push(row.head.toHex());
    }
  }
}

/** Returns sentences about the records of the log that a restore loses. */
export function lostRecordsText(present: LogHeads | null, next: LogHeads): readonly string[] {
  if (present === null) return [];
  const at = next.findIndex((head, index) => head !== present[index]);
  const shared = at < 0 ? Math.min(next.length, present.length) : at;
  if (shared === present.length) return [];
  return [
    `Records ${
      shared + 1
    } to ${present.length} of the arena's log are undone; entries among them ` +
    "have receipts, which still prove them: enter them again, or declare their season void.",
  ];
}
