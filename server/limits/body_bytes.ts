// This module is browser compatible.

import { ApiError } from "../errors.ts";

const RETRY_AFTER_MS = 1000;

/** Bytes of a body that always find room: the slots of the keys bound how many such bodies are. */
export const FREE_BYTES = 64 * 1024;

/**
 * Bytes of bodies that the process holds, over all requests. A key may hold as much as it leaves
 * free: however many keys fill the room, the next one finds as much as each of them has.
 */
export class BodyBytes {
  readonly #bytesMax: number;
  /** Of the keys that hold any. */
  readonly #heldByKey = new Map<string, number>();
  #held = 0;

  /** @param bytesMax how many may be held at once */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** Bytes held now. */
  get held(): number {
    return this.#held;
  }

  /** Returns the count of one body of a key. */
  open(keyId: string): HeldBytes {
    let count = 0;
    let isOpen = true;
    return {
      add: (more): void => {
        const isFree = count + more <= FREE_BYTES;
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
