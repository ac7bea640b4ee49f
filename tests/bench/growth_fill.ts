import { openSeason } from "../../server/testing/seasons.ts";
import { SEASON_MIGRATIONS } from "../../server/store/season_migrations.ts";
import { openArenaOf } from "../../server/season/store/open.ts";
import { systemClock } from "../../server/base/clock.ts";
import { openDatabase, OPERATING } from "../../server/store/database.ts";
import { KEY_MIGRATIONS } from "../../server/store/migrations.ts";
import { SEARCH_MIGRATIONS } from "../../server/store/search_migrations.ts";
import type { Home } from "../../server/testing/server_process.ts";

/** The season that gets entries. */
export const SEASON = "autumn-1";
export const BOARD = "susde-daily";
/** Searches that a key keeps at most. */
const PER_KEY = 1_000;

/** Adds rows of other keys to a home whose server has made its files and published one evaluation. */
export async function fillHome(home: Home, rows: number): Promise<void> {
  fill(home.keysFile, KEY_MIGRATIONS, [`${numbers(rows)}
    INSERT INTO keys (id, name, hash, scopes, status, created_at)
      SELECT printf('%012d', n), 'key', randomblob(32), 'strategy:read', 'active', 1 FROM numbers`]);
  fill(`${home.folder}/data/searches.sqlite`, SEARCH_MIGRATIONS, searchesOf(rows));
  await addSeason(home);
  fill(home.arenaFile, SEASON_MIGRATIONS, arenaOf(rows));
}

function fill(path: string, migrations: readonly string[], statements: readonly string[]): void {
  using database = openDatabase(path, OPERATING, migrations);
  database.exec("PRAGMA synchronous = OFF");
  for (const statement of statements) database.exec(statement);
}

function numbers(rows: number): string {
  return `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers
    WHERE n < ${rows})`;
}

/** Ended searches of today, as many of the calling key as it may keep, which also has one that runs. */
function searchesOf(rows: number): readonly string[] {
  const own = "(SELECT key_id FROM searches WHERE ended_at IS NULL LIMIT 1)";
  return [
    `${numbers(rows)} INSERT INTO searches
      (id, key_id, order_text, candidates, units, charged, status, created_at, ended_at, outcome, bytes)
      SELECT printf('search %d', n), CASE WHEN n <= ${PER_KEY} THEN ${own}
          ELSE printf('%012d', n / ${PER_KEY}) END,
        (SELECT order_text FROM searches WHERE ended_at IS NULL LIMIT 1), 10, 100, 100, 'done',
        ${Date.now()}, ${Date.now()} + n, x'abae0500', 2000 FROM numbers`,
    `${numbers(rows)} INSERT INTO search_results (search_id, stage, first, count, units, summary)
      SELECT printf('search %d', n), 'all', 0, 10, 100, x'' FROM numbers`,
    `${numbers(rows)} INSERT INTO search_parts (search_id, stage, first, key, row_count, byte_count)
      SELECT printf('search %d', n), 'all', 0, 'part', 10, 100 FROM numbers`,
    "DELETE FROM kept_searches",
    `INSERT INTO kept_searches (key_id, searches, bytes)
      SELECT key_id, count(*), sum(bytes) FROM searches WHERE ended_at IS NOT NULL GROUP BY key_id`,
    `INSERT INTO kept_searches (key_id, searches, bytes)
      SELECT '', sum(searches), sum(bytes) FROM kept_searches`,
  ];
}

async function addSeason({ arenaFile }: Home): Promise<void> {
  const arena = openArenaOf(openDatabase(arenaFile, OPERATING, SEASON_MIGRATIONS), systemClock);
  const datasets = [{ header: { marketKey: "susde", timeframe: "daily" } }] as const;
  const season = await openSeason(datasets, { epochMs: Date.now() });
  await arena.seasons.create({ ...season, entriesPerKey: 1_000 });
  await arena.close();
}

/** Entries with a log that holds no proof, and copies of the published row. */
function arenaOf(rows: number): readonly string[] {
  const last = "(SELECT log_number FROM seasons)";
  return [
    `${numbers(rows)} INSERT INTO log (number, kind, leaf, head, at)
      SELECT ${last} + n, 'entry', zeroblob(32), zeroblob(32), 1 FROM numbers`,
    `${numbers(rows)} INSERT INTO season_entries (season_id, number, key_id, board, candidate,
        candidate_hash, name, salt, accepted_at, log_number)
      SELECT '${SEASON}', n, printf('%012d', n), '${BOARD}', '{}', randomblob(32), 'entry',
        zeroblob(16), 1000, ${last} + n FROM numbers`,
    `INSERT INTO season_counts VALUES ('${SEASON}', '${BOARD}', ${rows}, 0)`,
    `${numbers(rows)}
      INSERT INTO published (key_id, dataset_hash, candidate_hash, board, name, texts, eligible,
        by_score, by_edge, others, signed_by, issued_at, published_at, receipt)
      SELECT printf('%012d', n), dataset_hash, randomblob(32), board, 'row', texts, n % 2,
        by_score - n, by_edge - n, 0, signed_by, issued_at, published_at - n, receipt
      FROM numbers, (SELECT * FROM published LIMIT 1)`,
    `UPDATE practice_boards SET (total, eligible) =
      (SELECT count(*), sum(eligible) FROM published WHERE board = number)`,
  ];
}
