// This module is browser compatible.

import type { Clock } from "../clock.ts";

/** Jobs that a worker has in hand. */
type InHand = readonly { readonly keyId: string }[];

/** How long a key that asked counts as one that may ask again. */
const NEIGHBOUR_MS = 10_000;
/** How long a key is suspect after a job of it had to be ended. */
const SUSPECT_MS = 60_000;

/**
 * Decides which key may have one more worker. A key that is not alone leaves one to the others, for
 * the longest run is a hundred times the shortest and cannot be interrupted. Keys whose job had to
 * be ended share one worker, so that the others keep the rest however often that is tried again.
 */
export class WorkerShares {
  readonly #workersMax: number;
  readonly #clock: Pick<Clock, "nowMs">;
  /** The key that asked last, and the last one before it that was another. */
  #last = { keyId: "", atMs: -Infinity };
  #other = { keyId: "", atMs: -Infinity };
  /** When each suspect key is cleared. */
  readonly #suspects = new Map<string, number>();

  constructor(workersMax: number, clock: Pick<Clock, "nowMs">) {
    this.#workersMax = workersMax;
    this.#clock = clock;
  }

  /** Notes that a key asks for a run. */
  noteAsked(keyId: string): void {
    if (keyId !== this.#last.keyId) this.#other = this.#last;
    this.#last = { keyId, atMs: this.#clock.nowMs() };
  }

  /** Notes that a job of the key had to be ended. */
  noteEnded(keyId: string): void {
    const nowMs = this.#clock.nowMs();
    for (const [known, untilMs] of this.#suspects) {
      if (untilMs <= nowMs) this.#suspects.delete(known);
    }
    this.#suspects.set(keyId, nowMs + SUSPECT_MS);
  }

  /** Returns whether a job of the key had to be ended of late. */
  isSuspect(keyId: string): boolean {
    return (this.#suspects.get(keyId) ?? -Infinity) > this.#clock.nowMs();
  }

  /**
   * Returns whether a key may have one more worker.
   *
   * @param inHand what each busy worker has in hand
   */
  mayRun(keyId: string, inHand: readonly InHand[]): boolean {
    if (this.#workersMax === 1) return true;
    const held = (isCounted: (keyId: string) => boolean): number =>
      inHand.filter((jobs) => jobs.some((job) => isCounted(job.keyId))).length;
    if (this.isSuspect(keyId)) return held((other) => this.isSuspect(other)) === 0;
    return this.#isAlone(keyId) || held((other) => other === keyId) < this.#workersMax - 1;
  }

  #isAlone(keyId: string): boolean {
    const { atMs } = keyId === this.#last.keyId ? this.#other : this.#last;
    return atMs < this.#clock.nowMs() - NEIGHBOUR_MS;
  }
}
