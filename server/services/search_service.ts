// This module is browser compatible.

import type { Bytes } from "../engine/engine.ts";

/** What a key may search. */
export interface SearchLimits {
  /** Candidates of a day, UTC. */
  readonly candidatesPerDay: number;
  /** Searches that have not ended. */
  readonly atOnce: number;
}

/** Who asks for searches. A key sees its own alone. */
export interface Searcher {
  readonly keyId: string;
  readonly limits: SearchLimits;
}

/** A part of the points of a search. */
export interface PointsPage {
  /** Rows that come before it. */
  readonly from: number;
  /** Rows that it has at most. */
  readonly most: number;
}

/**
 * The searches, for those who ask for them. What is returned is the finished `data` of a response.
 * Every method rejects with `ApiError`: SEARCH_NOT_FOUND, and OVERLOADED while the store of searches
 * is out of reach.
 */
export interface SearchService {
  /** Takes a search; the body is as it was received. */
  start(searcher: Searcher, body: Bytes): Promise<Bytes>;
  list(searcher: Searcher): Promise<Bytes>;
  view(searcher: Searcher, searchId: string): Promise<Bytes>;
  /** Ends a search that runs; one that has ended stays as it is. */
  cancel(searcher: Searcher, searchId: string): Promise<Bytes>;
  /** Returns points of a search that is done and keeps them. */
  points(searcher: Searcher, searchId: string, page: PointsPage): Promise<Bytes>;
  /** Returns all points as one Parquet file, in pieces. */
  file(searcher: Searcher, searchId: string): Promise<AsyncIterable<Bytes>>;
}
