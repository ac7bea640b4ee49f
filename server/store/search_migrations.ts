/**
 * Tables of searches in both databases. Results do not refer to their search, and it does not count its
 * jobs: results that are written at the same time would wait for its row. Kept points are files that
 * `search_parts` names. An outcome is a deflated text. In
 * `kept_searches` the key "" counts those of all keys, and the units of searches that were removed on a
 * day, its first instant, stay in the quota of the day.
 */
export const SEARCH_TABLES = `
  CREATE TABLE searches (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    key_id TEXT NOT NULL,
    order_text TEXT NOT NULL,
    candidates INTEGER NOT NULL CHECK (candidates >= 0),
    units INTEGER NOT NULL CHECK (units >= 0),
    charged INTEGER NOT NULL CHECK (charged >= 0),
    status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed', 'cancelled')),
    created_at INTEGER NOT NULL,
    started_at INTEGER,
    ended_at INTEGER,
    outcome BLOB,
    bytes INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX searches_of_key ON searches (key_id, created_at);
  CREATE INDEX open_searches ON searches (id) WHERE ended_at IS NULL;
  CREATE INDEX ended_searches ON searches (ended_at) WHERE ended_at IS NOT NULL;
  CREATE INDEX ended_searches_of_key ON searches (key_id, ended_at, number)
    WHERE ended_at IS NOT NULL;
  CREATE TABLE search_results (
    number INTEGER PRIMARY KEY,
    search_id TEXT NOT NULL,
    stage TEXT NOT NULL,
    first INTEGER NOT NULL,
    count INTEGER NOT NULL,
    units INTEGER NOT NULL CHECK (units >= 0),
    merit REAL,
    best TEXT,
    summary BLOB NOT NULL,
    UNIQUE (search_id, stage, first)
  ) STRICT;
  CREATE TABLE search_parts (
    search_id TEXT NOT NULL,
    stage TEXT NOT NULL,
    first INTEGER NOT NULL,
    key TEXT NOT NULL,
    row_count INTEGER NOT NULL,
    byte_count INTEGER NOT NULL,
    PRIMARY KEY (search_id, stage, first)
  ) STRICT;
  CREATE TABLE kept_searches (
    key_id TEXT PRIMARY KEY,
    searches INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    removed_on INTEGER NOT NULL DEFAULT 0,
    removed_units INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  INSERT INTO kept_searches (key_id, searches, bytes) VALUES ('', 0, 0);
`;

/** Jobs of a file; a PostgreSQL database has them in pg-boss. */
const JOBS = `
  CREATE TABLE search_jobs (
    id INTEGER PRIMARY KEY,
    search_id TEXT NOT NULL,
    stage TEXT NOT NULL,
    first INTEGER NOT NULL,
    count INTEGER NOT NULL,
    units INTEGER NOT NULL CHECK (units >= 0),
    priority INTEGER NOT NULL,
    task TEXT NOT NULL,
    claimed INTEGER NOT NULL DEFAULT 0 CHECK (claimed IN (0, 1)),
    UNIQUE (search_id, stage, first)
  ) STRICT;
  CREATE INDEX jobs_in_turn ON search_jobs (claimed, priority, id);
`;

/** Migrations of a file of searches, see `KEY_MIGRATIONS`. A step is a job with the stage "". */
export const SEARCH_MIGRATIONS: readonly string[] = [`${SEARCH_TABLES}${JOBS}`];
