// This module is browser compatible.

import { ApiError } from "../base/errors.ts";

/** A limit on concurrent works, with the words of its error. */
export interface PlacesOptions {
  /** Name of the limit in `policy`. */
  readonly policy: string;
  /** The works, in the plural. */
  readonly works: string;
  /** Works of one key that may be in flight. */
  readonly most: number;
  readonly retryAfterMs: number;
}

/** Counts the works of each key that last longer than their request, such as streams. */
export class Places {
  readonly #options: PlacesOptions;
  /** Number of works in flight by key. */
  readonly #taken = new Map<string, number>();

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  /**
   * Takes a place. It is counted before the caller awaits anything, so concurrent requests see each
   * other.
   *
   * @returns gives the place back, once
   * @throws {ApiError} CONCURRENCY_LIMIT_EXCEEDED
   */
  take(keyId: string): () => void {
    const { policy, works, most, retryAfterMs } = this.#options;
    const taken = this.#taken.get(keyId) ?? 0;
    if (taken >= most) {
      throw new ApiError(
        "CONCURRENCY_LIMIT_EXCEEDED",
        `Cannot take the request: ${taken} ${works} of this key are in flight, which is the maximum`,
        { members: { policy, limit: most, remaining: 0 }, retryAfterMs },
      );
    }
    this.#taken.set(keyId, taken + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (this.#taken.get(keyId) ?? 1) - 1;
      if (left === 0) this.#taken.delete(keyId);
      else this.#taken.set(keyId, left);
    };
  }
}
