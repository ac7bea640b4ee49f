// This module is browser compatible.

import type { Bytes } from "../../engine/engine.ts";
import type { ReadEntry } from "./entry_request.ts";

/** An answer to an entry. */
export interface EntryAnswer {
  /** The serialised `data` of the response. */
  readonly bytes: Bytes;
  /** false: the key had entered the candidate before. */
  readonly isNew: boolean;
}

/**
 * The operations on seasons. Each returns the serialised `data` of a response, and rejects with
 * `ApiError`: SEASON_NOT_FOUND, or OVERLOADED while the store of the arena is out of reach.
 */
export interface SeasonService {
  /** Lists all seasons, newest first. */
  listSeasons(): Promise<Bytes>;
  /**
   * Enters a candidate.
   *
   * @param entry the request as `readEntry` has read it, on the thread that charges for it
   * @param signal aborts when the caller has given up: then the entry need not be made any more
   */
  enterSeason(
    keyId: string,
    seasonId: string,
    entry: ReadEntry,
    signal?: AbortSignal,
  ): Promise<EntryAnswer>;
  /** Lists the entries of the key in a season. */
  listEntries(keyId: string, seasonId: string): Promise<Bytes>;
  /** Hides the name of an entry of the key. */
  hideEntryName(keyId: string, seasonId: string, number: number): Promise<Bytes>;
}
