import { PRACTICE_TABLES } from "./practice_tables.ts";

/**
 * Migrations in order: number N makes version N of the schema `arena` from version N - 1. Never edit a
 * released migration: databases that have run it would differ from those that run it later.
 */
export const MIGRATIONS: readonly string[] = [
  // 1: keys and trials, with the columns of the file.
  `
  CREATE TABLE arena.keys (
    id text PRIMARY KEY,
    name text NOT NULL,
    hash bytea NOT NULL,
    scopes text NOT NULL,
    status text NOT NULL CHECK (status IN ('active', 'revoked')),
    created_at bigint NOT NULL,
    expires_at bigint,
    last_used_at bigint,
    revoked_at bigint,
    previous_hash bytea,
    previous_expires_at bigint CHECK ((previous_expires_at IS NULL) = (previous_hash IS NULL)),
    units_per_second bigint CHECK (units_per_second > 0),
    simulations_in_flight bigint CHECK (simulations_in_flight > 0),
    evaluations_in_flight bigint CHECK (evaluations_in_flight > 0),
    candidates_per_day bigint CHECK (candidates_per_day > 0),
    searches_at_once bigint CHECK (searches_at_once > 0)
  );
  CREATE TABLE arena.evaluated (
    key_id text NOT NULL,
    dataset_hash bytea NOT NULL CHECK (length(dataset_hash) = 32),
    formula_version integer NOT NULL,
    kept bytea NOT NULL CHECK (length(kept) % 8 = 0),
    beyond bigint NOT NULL CHECK (beyond >= 0),
    PRIMARY KEY (key_id, dataset_hash, formula_version)
  );
  CREATE TABLE arena.sharpe_ratios (
    key_id text NOT NULL,
    dataset_hash bytea NOT NULL CHECK (length(dataset_hash) = 32),
    ratios bytea NOT NULL CHECK (length(ratios) % 16 = 0),
    PRIMARY KEY (key_id, dataset_hash)
  );
  `,
  // 2: searches. Their jobs are in the schema of pg-boss; `jobs_left` counts those of a search, for
  // whoever holds the lock of its row.
  `
  CREATE TABLE arena.searches (
    id text PRIMARY KEY,
    number bigint GENERATED ALWAYS AS IDENTITY,
    key_id text NOT NULL,
    order_text text NOT NULL,
    candidates bigint NOT NULL CHECK (candidates >= 0),
    charged bigint NOT NULL CHECK (charged >= 0),
    status text NOT NULL CHECK (status IN ('queued', 'running', 'done', 'failed', 'cancelled')),
    created_at bigint NOT NULL,
    started_at bigint,
    ended_at bigint,
    outcome text,
    jobs_left integer NOT NULL CHECK (jobs_left >= 0)
  );
  CREATE INDEX searches_of_key ON arena.searches (key_id, created_at);
  CREATE TABLE arena.search_results (
    search_id text NOT NULL REFERENCES arena.searches ON DELETE CASCADE,
    stage text NOT NULL,
    first bigint NOT NULL,
    number bigint GENERATED ALWAYS AS IDENTITY,
    count bigint NOT NULL,
    merit double precision,
    best text,
    summary text NOT NULL,
    PRIMARY KEY (search_id, stage, first)
  );
  CREATE TABLE arena.search_points (
    search_id text NOT NULL REFERENCES arena.searches ON DELETE CASCADE,
    stage text NOT NULL,
    first bigint NOT NULL,
    numbers bytea NOT NULL,
    PRIMARY KEY (search_id, stage, first)
  );
  `,
  // 3: searches cost compute units, 10 for a candidate of one component. `charged` is units now.
  `
  ALTER TABLE arena.searches ADD COLUMN units bigint NOT NULL DEFAULT 0 CHECK (units >= 0);
  UPDATE arena.searches SET units = 10 * candidates, charged = 10 * charged;
  ALTER TABLE arena.search_results ADD COLUMN units bigint NOT NULL DEFAULT 0 CHECK (units >= 0);
  UPDATE arena.search_results SET units = 10 * count;
  ALTER TABLE arena.keys RENAME COLUMN candidates_per_day TO search_units_per_day;
  UPDATE arena.keys SET search_units_per_day = 10 * search_units_per_day;
  `,
  // 4: results change and lock no row of their search, so that they are written at the same time.
  // A reference would lock it. LZ4, where the server has it, compresses a summary four times as fast.
  `
  ALTER TABLE arena.searches DROP COLUMN jobs_left;
  CREATE INDEX open_searches ON arena.searches (id) WHERE ended_at IS NULL;
  ALTER TABLE arena.search_results DROP CONSTRAINT search_results_search_id_fkey;
  ALTER TABLE arena.search_points DROP CONSTRAINT search_points_search_id_fkey;
  DO $$ BEGIN
    ALTER TABLE arena.search_results ALTER COLUMN summary SET COMPRESSION lz4;
  EXCEPTION WHEN feature_not_supported OR syntax_error THEN NULL;
  END $$;
  `,
  // 5: ranges of a plan are cut in another way, so open searches begin again: a search without jobs
  // gets a step.
  `
  DELETE FROM arena.search_results
    WHERE search_id IN (SELECT id FROM arena.searches WHERE ended_at IS NULL);
  DELETE FROM arena.search_points
    WHERE search_id IN (SELECT id FROM arena.searches WHERE ended_at IS NULL);
  DO $$ BEGIN
    DELETE FROM pgboss.job WHERE name = 'searches';
  EXCEPTION WHEN undefined_table OR invalid_schema_name THEN NULL;
  END $$;
  `,
  // 6: the points that a search keeps are files; rows name them. Open searches begin again.
  `
  CREATE TABLE arena.search_parts (
    search_id text NOT NULL,
    stage text NOT NULL,
    first bigint NOT NULL,
    key text NOT NULL,
    row_count bigint NOT NULL,
    byte_count bigint NOT NULL,
    PRIMARY KEY (search_id, stage, first)
  );
  DELETE FROM arena.search_results
    WHERE search_id IN (SELECT id FROM arena.searches WHERE ended_at IS NULL);
  DELETE FROM arena.search_points;
  DO $$ BEGIN
    DELETE FROM pgboss.job WHERE name = 'searches';
  EXCEPTION WHEN undefined_table OR invalid_schema_name THEN NULL;
  END $$;
  `,
  // 7: the log of the arena, seasons, published evaluations and signing keys, with the columns of the
  // file.
  `
  CREATE TABLE arena.log (
    number bigint PRIMARY KEY,
    kind text NOT NULL,
    leaf bytea NOT NULL CHECK (length(leaf) = 32),
    head bytea NOT NULL CHECK (length(head) = 32),
    record text CHECK ((record IS NULL) = (kind = 'entry')),
    at bigint NOT NULL
  );
  CREATE TABLE arena.seasons (
    id text PRIMARY KEY,
    definition text NOT NULL,
    opens_at bigint NOT NULL,
    closes_at bigint NOT NULL,
    secret bytea CHECK (length(secret) = 32),
    beacon_signature bytea,
    beacon bytea CHECK (length(beacon) = 32),
    revealed_at bigint CHECK ((revealed_at IS NULL) = (secret IS NULL)),
    search_id text,
    failure text,
    voided text CHECK (voided IS NULL OR secret IS NULL),
    voided_at bigint CHECK ((voided_at IS NULL) = (voided IS NULL)),
    scored_at bigint CHECK (scored_at IS NULL OR secret IS NOT NULL),
    log_number bigint NOT NULL UNIQUE
  );
  CREATE TABLE arena.season_entries (
    season_id text NOT NULL REFERENCES arena.seasons,
    number bigint NOT NULL,
    key_id text NOT NULL,
    board text NOT NULL,
    candidate text NOT NULL,
    candidate_hash bytea NOT NULL CHECK (length(candidate_hash) = 32),
    name text NOT NULL,
    salt bytea NOT NULL CHECK (length(salt) = 16),
    accepted_at bigint NOT NULL,
    name_hidden_at bigint,
    log_number bigint NOT NULL UNIQUE,
    PRIMARY KEY (season_id, number),
    UNIQUE (season_id, key_id, candidate_hash)
  );
  CREATE TABLE arena.season_boards (
    season_id text NOT NULL REFERENCES arena.seasons,
    board text NOT NULL,
    head text NOT NULL,
    row_texts text NOT NULL,
    leaders bigint NOT NULL,
    matrix bytea NOT NULL,
    matrix_hash bytea NOT NULL CHECK (length(matrix_hash) = 32),
    board_hash bytea NOT NULL CHECK (length(board_hash) = 32),
    receipt text,
    log_number bigint NOT NULL UNIQUE,
    PRIMARY KEY (season_id, board)
  );
  CREATE TABLE arena.published (
    key_id text NOT NULL,
    dataset_hash bytea NOT NULL,
    candidate_hash bytea NOT NULL,
    name text NOT NULL,
    score double precision NOT NULL,
    edge double precision NOT NULL,
    eligible integer NOT NULL CHECK (eligible IN (0, 1)),
    receipt text NOT NULL,
    published_at bigint NOT NULL,
    PRIMARY KEY (key_id, dataset_hash, candidate_hash)
  );
  CREATE INDEX published_by_score ON arena.published (dataset_hash, score DESC);
  CREATE TABLE arena.signing_keys (
    id text PRIMARY KEY,
    public_key bytea NOT NULL CHECK (length(public_key) = 32),
    valid_from bigint NOT NULL,
    valid_until bigint
  );
  `,
  // 8: matrices of seasons in parts, so that a range of one is read without the rest.
  `
  CREATE TABLE arena.season_matrices (
    season_id text NOT NULL REFERENCES arena.seasons,
    board text NOT NULL,
    first bigint NOT NULL,
    bytes bytea NOT NULL,
    PRIMARY KEY (season_id, board, first)
  );
  INSERT INTO arena.season_matrices
    SELECT season_id, board, first, substring(matrix FROM first + 1 FOR 1000000)
    FROM arena.season_boards, generate_series(0, length(matrix) - 1, 1000000) AS first;
  ALTER TABLE arena.season_boards DROP COLUMN matrix;
  `,
  // 9: the entries of a season are counted without reading their candidates.
  `
  CREATE INDEX season_entries_by_board ON arena.season_entries (season_id, board, accepted_at);
  `,
  // 10: what only steps read goes when a search ends, and ended searches are found by index.
  `
  UPDATE arena.search_results SET summary = ''
    WHERE search_id IN (SELECT id FROM arena.searches WHERE ended_at IS NOT NULL);
  DELETE FROM arena.search_points
    WHERE search_id IN (SELECT id FROM arena.searches WHERE ended_at IS NOT NULL);
  CREATE INDEX ended_searches ON arena.searches (ended_at) WHERE ended_at IS NOT NULL;
  `,
  // 11: the kept searches of a key and their bytes are counted once; the key "" counts those of all.
  // The units of searches that were removed on a day, its first instant, stay in the day's quota.
  `
  ALTER TABLE arena.searches ADD COLUMN bytes bigint NOT NULL DEFAULT 0;
  CREATE TABLE arena.kept_searches (
    key_id text PRIMARY KEY,
    searches bigint NOT NULL,
    bytes bigint NOT NULL,
    removed_on bigint NOT NULL DEFAULT 0,
    removed_units bigint NOT NULL DEFAULT 0
  );
  UPDATE arena.searches SET bytes = octet_length(order_text) + coalesce(octet_length(outcome), 0)
    + (SELECT coalesce(sum(octet_length(best)), 0) FROM arena.search_results
      WHERE search_id = arena.searches.id)
    + (SELECT coalesce(sum(byte_count), 0) FROM arena.search_parts WHERE search_id = arena.searches.id)
    WHERE ended_at IS NOT NULL;
  INSERT INTO arena.kept_searches (key_id, searches, bytes)
    SELECT key_id, count(*), sum(bytes) FROM arena.searches WHERE ended_at IS NOT NULL GROUP BY key_id;
  INSERT INTO arena.kept_searches (key_id, searches, bytes)
    SELECT '', coalesce(sum(searches), 0), coalesce(sum(bytes), 0) FROM arena.kept_searches;
  CREATE INDEX ended_searches_of_key ON arena.searches (key_id, ended_at, number)
    WHERE ended_at IS NOT NULL;
  `,
  // 12: entries are counted once, when they are entered.
  `
  CREATE TABLE arena.season_counts (
    season_id text NOT NULL REFERENCES arena.seasons,
    board text NOT NULL,
    entries bigint NOT NULL,
    last_hour bigint NOT NULL,
    PRIMARY KEY (season_id, board)
  );
  INSERT INTO arena.season_counts (season_id, board, entries, last_hour)
    SELECT season_id, board, count(*),
      sum(CASE WHEN accepted_at >= closes_at - 3600000 THEN 1 ELSE 0 END)
    FROM arena.season_entries JOIN arena.seasons ON id = season_id GROUP BY season_id, board;
  DROP INDEX arena.season_entries_by_board;
  `,
  // 13: the last publication of a candidate is found without reading its board.
  `
  CREATE INDEX published_by_candidate
    ON arena.published (dataset_hash, candidate_hash, published_at);
  `,
  // 14: a board is ordered without its receipts; "" marks rows of earlier programs.
  `
  ALTER TABLE arena.published ADD COLUMN mark text NOT NULL DEFAULT '';
  DROP INDEX arena.published_by_score;
  CREATE INDEX published_heads ON arena.published
    (dataset_hash, published_at, key_id, candidate_hash, name, score, edge, eligible, mark);
  `,
  PRACTICE_TABLES,
];
