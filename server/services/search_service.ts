// This module is browser compatible.

import type { TrialsBefore } from "../contracts/trial.ts";
import type { Bytes } from "../engine/engine.ts";
import type { SearchUse } from "../store/search_store.ts";

/** The search limits of a key. */
export interface SearchLimits {
  /** Compute units per UTC day. */
  readonly unitsPerDay: number;
  /** Unfinished searches. */
  readonly atOnce: number;
}

/** The caller of the service. A key sees only its own searches. */
export interface Searcher {
  readonly keyId: string;
  readonly limits: SearchLimits;
  /** Most compute units of one request, so of one simulation of a candidate. */
  readonly unitsPerRequest: number;
}

/** The caller who starts a search. */
export interface SearchStarter extends Searcher {
  /** `Idempotency-Key` of the request: with the same one again it is about the same search. */
  readonly idempotencyKey?: string | null;
}

/** A part of the points of a search. */
export interface PointsPage {
  /** Index of the first row. */
  readonly from: number;
  /** Most rows of the page. */
  readonly most: number;
  /** Whether the page is a stream of Apache Arrow, not JSON. */
  readonly isArrow: boolean;
}

/**
 * The operations on searches. Each returns the serialised `data` of a response, and rejects with
 * `ApiError`: SEARCH_NOT_FOUND, or OVERLOADED while the store of searches is out of reach.
 */
export interface SearchService {
  /**
   * Starts a search from the body of a request.
   *
   * @param trials the candidates that the key has evaluated so far
   * @param signal aborts when the caller has given up: then the search need not be started any more
   */
  start(
    searcher: SearchStarter,
    body: Bytes,
    trials: readonly TrialsBefore[],
    signal?: AbortSignal,
  ): Promise<Bytes>;
  list(searcher: Searcher): Promise<Bytes>;
  /** Returns what the key has used of its quota today, without its searches. */
  used(keyId: string): Promise<SearchUse>;
  view(searcher: Searcher, searchId: string): Promise<Bytes>;
  /** Cancels a search; a search that has ended stays as it is. */
  cancel(searcher: Searcher, searchId: string): Promise<Bytes>;
  /** Returns points of a finished search that keeps them. */
  points(searcher: Searcher, searchId: string, page: PointsPage): Promise<Bytes>;
  /** Returns all points as one Parquet file, in pieces. */
  file(searcher: Searcher, searchId: string): Promise<AsyncIterable<Bytes>>;
}
