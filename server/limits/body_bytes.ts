// This module is browser compatible.

import { ApiError } from "../errors/api_error.ts";

const RETRY_AFTER_MS = 1000;

/** Bytes of bodies that the process holds, over all requests. */
export class BodyBytes {
  readonly #bytesMax: number;
  #held = 0;

  /** @param bytesMax how many may be held at once */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Bytes held now. */
  get held(): number {
    return this.#held;
  }

  /** Returns the count of one body. */
  open(): HeldBytes {
    let count = 0;
    let isOpen = true;
    return {
      add: (more): void => {
        if (!isOpen || this.#held + more > this.#bytesMax) throw overloaded();
        this.#held += more;
        count += more;
      },
      release: (): void => {
        if (isOpen) this.#held -= count;
        isOpen = false;
      },
    };
  }
}

/** The bytes of one body. */
export interface HeldBytes {
  /**
   * Counts bytes before they are read or when they have come.
   *
   * @throws {ApiError} OVERLOADED when there is no room, or after the release; nothing is counted
   */
  add(more: number): void;
  /** Gives all bytes back; calling it again does nothing. */
  release(): void;
}

function overloaded(): ApiError {
  return new ApiError("OVERLOADED", "Cannot take the body: too many bodies are in flight", {
    retryAfterMs: RETRY_AFTER_MS,
  });
}
