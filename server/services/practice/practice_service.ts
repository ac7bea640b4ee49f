// This module is browser compatible.

import type { BoardSort } from "../../contracts/leaderboard.ts";
import type { Bytes } from "../../engine/engine.ts";

/** An answer to a publication. */
export interface PublishAnswer {
  /** The serialised `data` of the response. */
  readonly bytes: Bytes;
  /** false: the key had published the candidate before. */
  readonly isNew: boolean;
}

/** Which rows of a board are read. */
export interface BoardPage {
  readonly sort: BoardSort;
  /** Leaves out the candidates that are not eligible. */
  readonly isEligible: boolean;
  readonly from: number;
  readonly most: number;
}

/**
 * The operations on practice boards. Each returns the serialised `data` of a response, and rejects
 * with `ApiError`, OVERLOADED while the store of the arena is out of reach.
 */
export interface PracticeService {
  /**
   * Publishes the evaluation of a receipt.
   *
   * @param signal aborts when the caller has given up: then the row need not be added any more
   */
  publish(keyId: string, body: Bytes, signal?: AbortSignal): Promise<PublishAnswer>;
  /** Withdraws a candidate of the key from a board. */
  unpublish(keyId: string, board: string, candidateHash: string): Promise<Bytes>;
  /** Returns rows of a board. */
  leaderboard(board: string, page: BoardPage): Promise<Bytes>;
}
