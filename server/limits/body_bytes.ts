// This module is browser compatible.

import { ApiError } from "../base/errors.ts";

const RETRY_AFTER_MS = 1000;

/** A body up to this size is always accepted: the slots of the keys bound the number of bodies. */
export const UNCOUNTED_BYTES = 64 * 1024;

/**
 * Counts the bytes of request bodies in memory, over all requests. A key may hold as many bytes as
 * remain free, so the next key finds as much room as each key before it has.
 */
export class BodyBytes {
  readonly #bytesMax: number;
  /** Bytes by key, of keys that hold any. */
  readonly #heldByKey = new Map<string, number>();
  #held = 0;

  /** @param bytesMax bytes that may be held at once */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Bytes held now. */
  get held(): number {
    return this.#held;
  }

  reserve(keyId: string): BodyReservation {
    let count = 0;
    let isOpen = true;
    return {
      add: (more): void => {
        const isFree = count + more <= UNCOUNTED_BYTES;
        if (!isOpen || !(isFree || this.#hasRoom(keyId, more))) throw overloaded();
        this.#hold(keyId, more);
        count += more;
      },
      release: (): void => {
        if (isOpen) this.#hold(keyId, -count);
        isOpen = false;
      },
    };
  }

  #hasRoom(keyId: string, more: number): boolean {
    const own = this.#heldByKey.get(keyId) ?? 0;
    return own + more <= this.#bytesMax - this.#held - more;
  }

  #hold(keyId: string, more: number): void {
    const own = (this.#heldByKey.get(keyId) ?? 0) + more;
    if (own > 0) this.#heldByKey.set(keyId, own);
    else this.#heldByKey.delete(keyId);
    this.#held += more;
  }
}

/** The counted bytes of one body. */
export interface BodyReservation {
  /**
   * Counts bytes, before they are read or when they have arrived.
   *
   * @throws {ApiError} OVERLOADED when there is no room, or after the release; nothing is counted then
   */
  add(more: number): void;
  /** Releases all bytes; calling it again does nothing. */
  release(): void;
}

function overloaded(): ApiError {
  return new ApiError("OVERLOADED", "Cannot take the body: too many bodies are in flight", {
    retryAfterMs: RETRY_AFTER_MS,
  });
}
