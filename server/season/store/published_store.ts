// This module is browser compatible.

import type { BoardSort } from "../../contracts/leaderboard.ts";

/** A published evaluation. Instants are milliseconds since 1970, hashes hexadecimal. */
export interface PublishedRow {
  readonly keyId: string;
  readonly datasetHash: string;
  readonly candidateHash: string;
  /** Names the board: a text of the evidence that all its rows share. */
  readonly evidence: string;
  readonly name: string;
  /** Whether the candidate has texts: it stands below all others, and has no rank. */
  readonly hasTexts: boolean;
  readonly isEligible: boolean;
  /** The figure that each order of the board goes by, descending. */
  readonly figures: Readonly<Record<BoardSort, number>>;
  /** The key that signed the receipt, and when. */
  readonly signedBy: string;
  readonly issuedAt: number;
  /** JSON of the receipt. */
  readonly receipt: string;
}

export interface BoardPart {
  readonly evidence: string;
  readonly sort: BoardSort;
  /** Leaves out the candidates that are not eligible. */
  readonly isEligible: boolean;
  readonly from: number;
  readonly most: number;
}

/** A row that stands for its candidate: of the key that published it first. */
export interface PlacedRow extends Pick<PublishedRow, "keyId" | "candidateHash" | "name"> {
  /** Equal figures share it; null for a candidate with texts. */
  readonly rank: number | null;
  /** Other keys that published the same candidate later. */
  readonly others: number;
  readonly publishedAt: number;
  readonly receipt: string;
}

/** Rows of a board, and how many it has in this order. */
export interface PlacedRows {
  readonly total: number;
  readonly rows: readonly PlacedRow[];
}

/**
 * The outcome of a publication; `full` has the candidates of the key's rows, and `ended` says that the
 * receipt was issued when its key did not sign.
 */
export type PublishOutcome =
  | { readonly kind: "added" | "replaced" | "ended" }
  | { readonly kind: "full"; readonly candidateHashes: readonly string[] };

/** The rows of the practice boards. Those of a signing key leave when it ends, see `SigningKeyStore`. */
export interface PublishedStore {
  /**
   * Adds a row at the clock of the store, or replaces that of the same key, dataset and candidate, which
   * keeps the time of its first publication.
   *
   * @param signal aborts when the caller has given up; a row whose turn comes later is not added
   */
  publish(row: PublishedRow, rowsPerKey: number, signal?: AbortSignal): Promise<PublishOutcome>;
  /** Removes the rows of a candidate of a key; false if there are none. */
  unpublish(keyId: string, candidateHash: string): Promise<boolean>;
  /** Removes the rows of a candidate, whoever has published them; returns their number. */
  remove(candidateHash: string): Promise<number>;
  /** Counts the rows of a key, by dataset in the order of their hashes. */
  countRows(keyId: string): Promise<readonly { datasetHash: string; rows: number }[]>;
  /** Reads a part of a board, at a cost that does not grow with the board. */
  read(part: BoardPart): Promise<PlacedRows>;
}
