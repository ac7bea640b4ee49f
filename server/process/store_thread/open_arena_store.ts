import type { Clock } from "../../base/clock.ts";
import type { ArenaStore } from "../../season/store/arena_store.ts";
import { openSqliteArena } from "../../season/store/open.ts";
import type { Config } from "../config.ts";
import { diskFolder } from "../disk_folder.ts";

/** Connections of a thread to the arena of a database: changes run one after another. */
const CONNECTIONS = 2;

/**
 * Opens the store of seasons, their log, and published evaluations.
 *
 * @throws {Error} when the store cannot be reached, or another program has written it
 */
export async function openArenaStore(
  { arena: { file }, databaseUrl }: Pick<Config, "arena" | "databaseUrl">,
  clock: Pick<Clock, "epochMs">,
): Promise<ArenaStore> {
  if (databaseUrl === null) return openSqliteArena(file, clock, diskFolder.identityOf);
  // Slow to load, and only used with a database.
  const { openPostgresArena } = await import("../../season/store/postgres.ts");
  return await openPostgresArena(databaseUrl, CONNECTIONS);
}
