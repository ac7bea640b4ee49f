/** Migrations of a file of the arena, see `KEY_MIGRATIONS`. */
export const ARENA_MIGRATIONS: readonly string[] = [
  // 1: the log of the arena, seasons, published evaluations and signing keys. The record of an entry is
  // not in the log: it is made from the entry, for those who may see it.
  `
  CREATE TABLE log (
    number INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    leaf BLOB NOT NULL CHECK (length(leaf) = 32),
    head BLOB NOT NULL CHECK (length(head) = 32),
    record TEXT CHECK ((record IS NULL) = (kind = 'entry')),
    at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE seasons (
    id TEXT PRIMARY KEY,
    definition TEXT NOT NULL,
    opens_at INTEGER NOT NULL,
    closes_at INTEGER NOT NULL,
    secret BLOB CHECK (length(secret) = 32),
    beacon_signature BLOB,
    beacon BLOB CHECK (length(beacon) = 32),
    revealed_at INTEGER CHECK ((revealed_at IS NULL) = (secret IS NULL)),
    search_id TEXT,
    failure TEXT,
    voided TEXT CHECK (voided IS NULL OR secret IS NULL),
    voided_at INTEGER CHECK ((voided_at IS NULL) = (voided IS NULL)),
    scored_at INTEGER CHECK (scored_at IS NULL OR secret IS NOT NULL),
    log_number INTEGER NOT NULL UNIQUE
  ) STRICT;
  CREATE TABLE season_entries (
    season_id TEXT NOT NULL REFERENCES seasons,
    number INTEGER NOT NULL,
    key_id TEXT NOT NULL,
    board TEXT NOT NULL,
    candidate TEXT NOT NULL,
    candidate_hash BLOB NOT NULL CHECK (length(candidate_hash) = 32),
    name TEXT NOT NULL,
    salt BLOB NOT NULL CHECK (length(salt) = 16),
    accepted_at INTEGER NOT NULL,
    name_hidden_at INTEGER,
    log_number INTEGER NOT NULL UNIQUE,
    PRIMARY KEY (season_id, number),
    UNIQUE (season_id, key_id, candidate_hash)
  ) STRICT;
  CREATE TABLE season_boards (
    season_id TEXT NOT NULL REFERENCES seasons,
    board TEXT NOT NULL,
    head TEXT NOT NULL,
    row_texts TEXT NOT NULL,
    leaders INTEGER NOT NULL,
    matrix BLOB NOT NULL,
    matrix_hash BLOB NOT NULL CHECK (length(matrix_hash) = 32),
    board_hash BLOB NOT NULL CHECK (length(board_hash) = 32),
    receipt TEXT,
    log_number INTEGER NOT NULL UNIQUE,
    PRIMARY KEY (season_id, board)
  ) STRICT;
  CREATE TABLE published (
    key_id TEXT NOT NULL,
    dataset_hash BLOB NOT NULL,
    candidate_hash BLOB NOT NULL,
    name TEXT NOT NULL,
    score REAL NOT NULL,
    edge REAL NOT NULL,
    eligible INTEGER NOT NULL CHECK (eligible IN (0, 1)),
    receipt TEXT NOT NULL,
    published_at INTEGER NOT NULL,
    PRIMARY KEY (key_id, dataset_hash, candidate_hash)
  ) STRICT;
  CREATE INDEX published_by_score ON published (dataset_hash, score DESC);
  CREATE TABLE signing_keys (
    id TEXT PRIMARY KEY,
    public_key BLOB NOT NULL CHECK (length(public_key) = 32),
    valid_from INTEGER NOT NULL,
    valid_until INTEGER
  ) STRICT;
  `,
  // 2: matrices in parts, so that a range of one is read without the rest.
  `
  CREATE TABLE season_matrices (
    season_id TEXT NOT NULL REFERENCES seasons,
    board TEXT NOT NULL,
    first INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (season_id, board, first)
  ) STRICT;
  INSERT INTO season_matrices
    WITH RECURSIVE parts (season_id, board, first) AS (
      SELECT season_id, board, 0 FROM season_boards
      UNION ALL
      SELECT season_id, board, first + 1000000 FROM parts JOIN season_boards USING (season_id, board)
        WHERE first + 1000000 < length(matrix)
    )
    SELECT season_id, board, first, substr(matrix, first + 1, 1000000)
      FROM parts JOIN season_boards USING (season_id, board);
  ALTER TABLE season_boards DROP COLUMN matrix;
  `,
  // 3: the entries of a season are counted without reading their candidates.
  `
  CREATE INDEX season_entries_by_board ON season_entries (season_id, board, accepted_at);
  `,
  // 4: entries are counted once, when they are entered.
  `
  CREATE TABLE season_counts (
    season_id TEXT NOT NULL REFERENCES seasons,
    board TEXT NOT NULL,
    entries INTEGER NOT NULL,
    last_hour INTEGER NOT NULL,
    PRIMARY KEY (season_id, board)
  ) STRICT;
  INSERT INTO season_counts (season_id, board, entries, last_hour)
    SELECT season_id, board, count(*),
      sum(CASE WHEN accepted_at >= closes_at - 3600000 THEN 1 ELSE 0 END)
    FROM season_entries JOIN seasons ON id = season_id GROUP BY season_id, board;
  DROP INDEX season_entries_by_board;
  `,
  // 5: the last publication of a candidate is found without reading its board.
  `
  CREATE INDEX published_by_candidate
    ON published (dataset_hash, candidate_hash, published_at);
  `,
  // 6: a board is ordered from an index, without its receipts; "" marks rows of earlier programs.
  `
  ALTER TABLE published ADD COLUMN mark TEXT NOT NULL DEFAULT '';
  DROP INDEX published_by_score;
  CREATE INDEX published_heads ON published
    (dataset_hash, published_at, key_id, candidate_hash, name, score, edge, eligible, mark);
  `,
  // 7: a board is read from an index of each of its orders, and counted by its changes. Rows that earlier
  // programs wrote, of which none was released, are not kept.
  `
  DROP TABLE published;
  CREATE TABLE practice_boards (
    number INTEGER PRIMARY KEY,
    evidence TEXT NOT NULL UNIQUE,
    total INTEGER NOT NULL DEFAULT 0,
    eligible INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE published (
    key_id TEXT NOT NULL,
    dataset_hash BLOB NOT NULL,
    candidate_hash BLOB NOT NULL,
    board INTEGER NOT NULL REFERENCES practice_boards,
    name TEXT NOT NULL,
    texts INTEGER NOT NULL CHECK (texts IN (0, 1)),
    eligible INTEGER NOT NULL CHECK (eligible IN (0, 1)),
    by_score REAL NOT NULL,
    by_edge REAL NOT NULL,
    others INTEGER,
    signed_by TEXT NOT NULL,
    issued_at INTEGER NOT NULL,
    published_at INTEGER NOT NULL UNIQUE,
    receipt TEXT NOT NULL,
    PRIMARY KEY (key_id, dataset_hash, candidate_hash)
  ) STRICT;
  CREATE INDEX published_by_candidate ON published (board, candidate_hash, published_at);
  CREATE UNIQUE INDEX published_first ON published (board, candidate_hash)
    WHERE others IS NOT NULL;
  CREATE INDEX published_by_score ON published (board, texts, by_score DESC, published_at)
    WHERE others IS NOT NULL;
  CREATE INDEX published_by_edge ON published (board, texts, by_edge DESC, published_at)
    WHERE others IS NOT NULL;
  CREATE INDEX eligible_by_score ON published (board, texts, by_score DESC, published_at)
    WHERE others IS NOT NULL AND eligible = 1;
  CREATE INDEX eligible_by_edge ON published (board, texts, by_edge DESC, published_at)
    WHERE others IS NOT NULL AND eligible = 1;
  `,
];
