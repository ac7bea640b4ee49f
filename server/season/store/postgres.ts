import { type ArenaDialect, ArenaSql } from "./arena_sql.ts";
import type { ArenaStore } from "./arena_store.ts";
import { arenaOf } from "./open.ts";
import { PostgresSql } from "../../store/postgres/connection.ts";
import { migrate } from "../../store/postgres/migrations.ts";

/**
 * Opens the arena of a database; makes and migrates its tables as needed.
 *
 * @throws {Error} when the database cannot be reached, or another program has written it
 */
export async function openPostgresArena(url: string, connections?: number): Promise<ArenaStore> {
  const sql = new PostgresSql(url, connections);
  try {
    await migrate(sql);
  } catch (error) {
    await sql.close();
    throw error;
  }
  return postgresArena(sql);
}

/**
 * Returns the stores over the tables of a database.
 *
 * @param now the time, by default that of the database, which all servers share
 */
export function postgresArena(
  sql: Pick<PostgresSql, "query" | "transaction" | "close">,
  now: ArenaDialect["now"] = () => ({
    text: "floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint",
    values: [],
  }),
): ArenaStore {
  const arena = new ArenaSql(sql, {
    // Readers go on. A lock of the newest row would let a waiting writer see an older head.
    lockLog: "LOCK TABLE log IN SHARE ROW EXCLUSIVE MODE",
    now,
  });
  return arenaOf(arena, () => sql.close());
}
