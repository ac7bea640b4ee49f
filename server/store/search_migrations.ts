/** Migrations of a file of searches, see `KEY_MIGRATIONS`. */
export const SEARCH_MIGRATIONS: readonly string[] = [
  // 1: a step is a job with the stage "". Points have their own table, so that reading summaries does
  // not read points.
  `
  CREATE TABLE searches (
    id TEXT PRIMARY KEY,
    key_id TEXT NOT NULL,
    order_text TEXT NOT NULL,
    candidates INTEGER NOT NULL CHECK (candidates >= 0),
    charged INTEGER NOT NULL CHECK (charged >= 0),
    status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed', 'cancelled')),
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    ended_at INTEGER,
    outcome TEXT
  ) STRICT;
  CREATE INDEX searches_of_key ON searches (key_id, created_at);
  CREATE TABLE jobs (
    id INTEGER PRIMARY KEY,
    search_id TEXT NOT NULL,
    stage TEXT NOT NULL,
    first INTEGER NOT NULL,
    count INTEGER NOT NULL,
    turn INTEGER NOT NULL,
    task TEXT NOT NULL,
    UNIQUE (search_id, stage, first)
  ) STRICT;
  CREATE INDEX jobs_in_turn ON jobs (turn, id);
  CREATE TABLE results (
    id INTEGER PRIMARY KEY,
    search_id TEXT NOT NULL,
    stage TEXT NOT NULL,
    first INTEGER NOT NULL,
    count INTEGER NOT NULL,
    merit REAL,
    best TEXT,
    summary TEXT NOT NULL,
    UNIQUE (search_id, stage, first)
  ) STRICT;
  CREATE TABLE points (
    search_id TEXT NOT NULL,
    stage TEXT NOT NULL,
    first INTEGER NOT NULL,
    numbers BLOB NOT NULL,
    UNIQUE (search_id, stage, first)
  ) STRICT;
  `,
  // 2: the names and columns of the PostgreSQL tables.
  `
  ALTER TABLE results RENAME TO search_results;
  ALTER TABLE search_results RENAME COLUMN id TO number;
  ALTER TABLE points RENAME TO search_points;
  ALTER TABLE jobs RENAME COLUMN turn TO priority;
  CREATE TABLE numbered (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    key_id TEXT NOT NULL,
    order_text TEXT NOT NULL,
    candidates INTEGER NOT NULL CHECK (candidates >= 0),
    charged INTEGER NOT NULL CHECK (charged >= 0),
    status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed', 'cancelled')),
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    ended_at INTEGER,
    outcome TEXT,
    jobs_left INTEGER NOT NULL CHECK (jobs_left >= 0)
  ) STRICT;
  INSERT INTO numbered
    SELECT rowid, id, key_id, order_text, candidates, charged, status, created_at, started_at,
      ended_at, outcome, (SELECT count(*) FROM jobs WHERE search_id = searches.id)
    FROM searches;
  DROP TABLE searches;
  ALTER TABLE numbered RENAME TO searches;
  CREATE INDEX searches_of_key ON searches (key_id, created_at);
  `,
  // 3: searches cost compute units, 10 for a candidate of one component. `charged` is units now.
  `
  ALTER TABLE searches ADD COLUMN units INTEGER NOT NULL DEFAULT 0 CHECK (units >= 0);
  UPDATE searches SET units = 10 * candidates, charged = 10 * charged;
  ALTER TABLE jobs ADD COLUMN units INTEGER NOT NULL DEFAULT 0 CHECK (units >= 0);
  UPDATE jobs SET units = 10 * count;
  ALTER TABLE search_results ADD COLUMN units INTEGER NOT NULL DEFAULT 0 CHECK (units >= 0);
  UPDATE search_results SET units = 10 * count;
  `,
  // 4: a claim is in the file, where the thread that cancels a search charges for it.
  `
  ALTER TABLE jobs ADD COLUMN claimed INTEGER NOT NULL DEFAULT 0 CHECK (claimed IN (0, 1));
  DROP INDEX jobs_in_turn;
  CREATE INDEX jobs_in_turn ON jobs (claimed, priority, id);
  `,
  // 5: a search has no count of its jobs, which all of its results would change.
  `
  ALTER TABLE searches DROP COLUMN jobs_left;
  CREATE INDEX open_searches ON searches (id) WHERE ended_at IS NULL;
  `,
  // 6: ranges of a plan are cut in another way, so open searches begin again: a search without jobs
  // gets a step.
  `
  DELETE FROM search_results WHERE search_id IN (SELECT id FROM searches WHERE ended_at IS NULL);
  DELETE FROM search_points WHERE search_id IN (SELECT id FROM searches WHERE ended_at IS NULL);
  DELETE FROM jobs;
  `,
  // 7: the points that a search keeps are files; rows name them. Open searches begin again.
  `
  CREATE TABLE search_parts (
    search_id TEXT NOT NULL,
    stage TEXT NOT NULL,
    first INTEGER NOT NULL,
    key TEXT NOT NULL,
    row_count INTEGER NOT NULL,
    byte_count INTEGER NOT NULL,
    UNIQUE (search_id, stage, first)
  ) STRICT;
  DELETE FROM search_results WHERE search_id IN (SELECT id FROM searches WHERE ended_at IS NULL);
  DELETE FROM search_points;
  DELETE FROM jobs;
  `,
  // 8: what only steps read goes when a search ends, and ended searches are found by index.
  `
  UPDATE search_results SET summary = ''
    WHERE search_id IN (SELECT id FROM searches WHERE ended_at IS NOT NULL);
  DELETE FROM search_points
    WHERE search_id IN (SELECT id FROM searches WHERE ended_at IS NOT NULL);
  CREATE INDEX ended_searches ON searches (ended_at) WHERE ended_at IS NOT NULL;
  `,
  // 9: the kept searches of a key and their bytes are counted once; the key "" counts those of all.
  // The units of searches that were removed on a day, its first instant, stay in the day's quota.
  `
  ALTER TABLE searches ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
  CREATE TABLE kept_searches (
    key_id TEXT PRIMARY KEY,
    searches INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    removed_on INTEGER NOT NULL DEFAULT 0,
    removed_units INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  UPDATE searches SET bytes = octet_length(order_text) + coalesce(octet_length(outcome), 0)
    + (SELECT coalesce(sum(octet_length(best)), 0) FROM search_results
      WHERE search_id = searches.id)
    + (SELECT coalesce(sum(byte_count), 0) FROM search_parts WHERE search_id = searches.id)
    WHERE ended_at IS NOT NULL;
  INSERT INTO kept_searches (key_id, searches, bytes)
    SELECT key_id, count(*), sum(bytes) FROM searches WHERE ended_at IS NOT NULL GROUP BY key_id;
  INSERT INTO kept_searches (key_id, searches, bytes)
    SELECT '', coalesce(sum(searches), 0), coalesce(sum(bytes), 0) FROM kept_searches;
  CREATE INDEX ended_searches_of_key ON searches (key_id, ended_at)
    WHERE ended_at IS NOT NULL;
  `,
];
