/**
 * 15: a board is read from an index of each of its orders, and counted by its changes. Rows that earlier
 * programs wrote, of which none was released, are not kept.
 */
export const PRACTICE_TABLES = `
  DROP TABLE arena.published;
  CREATE TABLE arena.practice_boards (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    evidence text NOT NULL UNIQUE,
    total bigint NOT NULL DEFAULT 0,
    eligible bigint NOT NULL DEFAULT 0
  );
  CREATE TABLE arena.published (
    key_id text NOT NULL,
    dataset_hash bytea NOT NULL,
    candidate_hash bytea NOT NULL,
    board bigint NOT NULL REFERENCES arena.practice_boards,
    name text NOT NULL,
    texts integer NOT NULL CHECK (texts IN (0, 1)),
    eligible integer NOT NULL CHECK (eligible IN (0, 1)),
    by_score double precision NOT NULL,
    by_edge double precision NOT NULL,
    others bigint,
    signed_by text NOT NULL,
    issued_at bigint NOT NULL,
    published_at bigint NOT NULL UNIQUE,
    receipt text NOT NULL,
    PRIMARY KEY (key_id, dataset_hash, candidate_hash)
  );
  CREATE INDEX published_by_candidate ON arena.published (board, candidate_hash, published_at);
  CREATE UNIQUE INDEX published_first ON arena.published (board, candidate_hash)
    WHERE others IS NOT NULL;
  CREATE INDEX published_by_score ON arena.published (board, texts, by_score DESC, published_at)
    WHERE others IS NOT NULL;
  CREATE INDEX published_by_edge ON arena.published (board, texts, by_edge DESC, published_at)
    WHERE others IS NOT NULL;
  CREATE INDEX eligible_by_score ON arena.published (board, texts, by_score DESC, published_at)
    WHERE others IS NOT NULL AND eligible = 1;
  CREATE INDEX eligible_by_edge ON arena.published (board, texts, by_edge DESC, published_at)
    WHERE others IS NOT NULL AND eligible = 1;
  `;
