// This module is browser compatible.

/** A published evaluation. Instants are milliseconds since 1970, hashes hexadecimal. */
export interface PublishedRow {
  readonly keyId: string;
  readonly datasetHash: string;
  readonly candidateHash: string;
  readonly name: string;
  readonly score: number;
  readonly edge: number;
  readonly isEligible: boolean;
  /** JSON of the receipt. */
  readonly receipt: string;
  /** Text of what decides whether the row stands; "" in rows of earlier programs. */
  readonly mark: string;
  readonly publishedAt: number;
}

/** A published evaluation without its receipt, which is most of its bytes. */
export type PublishedHead = Omit<PublishedRow, "receipt">;

/** The outcome of a publication; `full` has the candidates of the key's rows. */
export type PublishOutcome =
  | { readonly kind: "added" | "replaced" }
  | { readonly kind: "full"; readonly candidateHashes: readonly string[] };

/** The rows of the practice boards. */
export interface PublishedStore {
  /**
   * Adds a row at the clock of the store, or replaces that of the same key, dataset and candidate, which
   * keeps the time of its first publication.
   *
   * @param signal aborts when the caller has given up; a row whose turn comes later is not added
   */
  publish(
    row: Omit<PublishedRow, "publishedAt">,
    rowsPerKey: number,
    signal?: AbortSignal,
  ): Promise<PublishOutcome>;
  /** Removes the rows of a candidate of a key; false if there are none. */
  unpublish(keyId: string, candidateHash: string): Promise<boolean>;
  /** Removes the rows of a candidate, whoever has published them; returns their number. */
  remove(candidateHash: string): Promise<number>;
  /** Lists the rows of a dataset in the order of their publication, without receipts. */
  heads(datasetHash: string): Promise<readonly PublishedHead[]>;
  /** Returns the receipts of rows; null for a row that has been removed. */
  receipts(rows: readonly PublishedHead[]): Promise<readonly (string | null)[]>;
}
