/** Migrations of a file of the arena, see `KEY_MIGRATIONS`. */
export const SEASON_MIGRATIONS: readonly string[] = [
  // The record of an entry is not in the log: it is made from the entry, for those who may see it. A
  // matrix is in parts, so that a range is read without the rest. Entries are counted when they are
  // entered. A practice board is read from an index of each of its orders, and counted by its changes;
  // `others` is NULL in the rows that do not stand for their candidates.
  `
  CREATE TABLE log (
    number INTEGER NOT NULL PRIMARY KEY,
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
    matrix_hash BLOB NOT NULL CHECK (length(matrix_hash) = 32),
    board_hash BLOB NOT NULL CHECK (length(board_hash) = 32),
    receipt TEXT,
    log_number INTEGER NOT NULL UNIQUE,
    PRIMARY KEY (season_id, board)
  ) STRICT;
  CREATE TABLE season_matrices (
    season_id TEXT NOT NULL REFERENCES seasons,
    board TEXT NOT NULL,
    first INTEGER NOT NULL,
    bytes BLOB NOT NULL,
    PRIMARY KEY (season_id, board, first)
  ) STRICT;
  CREATE TABLE season_counts (
    season_id TEXT NOT NULL REFERENCES seasons,
    board TEXT NOT NULL,
    entries INTEGER NOT NULL,
    last_hour INTEGER NOT NULL,
    PRIMARY KEY (season_id, board)
  ) STRICT;
  CREATE TABLE signing_keys (
    id TEXT PRIMARY KEY,
    public_key BLOB NOT NULL CHECK (length(public_key) = 32),
    valid_from INTEGER NOT NULL,
    valid_until INTEGER
  ) STRICT;
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
