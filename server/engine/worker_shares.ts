// This module is browser compatible.

import type { Clock } from "../base/clock.ts";

/** A job, as far as it decides which worker runs it. */
export interface SharedJob {
  readonly keyId: string;
  readonly weight: number;
}

/** Smallest weight of heavy work: an evaluation, a full view, or that many components. */
const HEAVY_WEIGHT_MIN = 8;

/** How long a key counts as active after a request. */
const NEIGHBOUR_MS = 10_000;
/** How long a key is suspect after one of its jobs was terminated. */
const SUSPECT_MS = 60_000;

/**
 * Decides which job may use one more worker. While several keys are active, a key leaves one worker to
 * the others, and heavy work of all keys together leaves one to short runs, because the longest run
 * takes a hundred times the shortest and cannot be interrupted. Keys whose job was terminated share one
 * worker, so that retries of such jobs leave the others free.
 */
export class WorkerShares {
  readonly #workersMax: number;
  readonly #clock: Pick<Clock, "nowMs">;
  /** The key of the last request, and the last other key before it. */
  #last = { keyId: "", atMs: -Infinity };
  #other = { keyId: "", atMs: -Infinity };
  /** When each suspicion ends, by key. */
  readonly #suspects = new Map<string, number>();

  constructor(workersMax: number, clock: Pick<Clock, "nowMs">) {
    this.#workersMax = workersMax;
    this.#clock = clock;
  }

  /** Records that a key requests a run. */
  recordRequest(keyId: string): void {
    if (keyId !== this.#last.keyId) this.#other = this.#last;
    this.#last = { keyId, atMs: this.#clock.nowMs() };
  }

  /** Records that a job of the key was terminated. */
  recordTermination(keyId: string): void {
    const nowMs = this.#clock.nowMs();
    for (const [known, untilMs] of this.#suspects) {
      if (untilMs <= nowMs) this.#suspects.delete(known);
    }
    this.#suspects.set(keyId, nowMs + SUSPECT_MS);
  }

  /** Returns whether a job of the key was terminated in the last minute. */
  isSuspect(keyId: string): boolean {
    const untilMs = this.#suspects.get(keyId);
    return untilMs !== undefined && untilMs > this.#clock.nowMs();
  }

  /**
   * Returns whether a job may have one more worker.
   *
   * @param assigned the jobs of each busy worker
   */
  mayRun(job: SharedJob, assigned: readonly (readonly SharedJob[])[]): boolean {
    if (this.#workersMax === 1) return true;
    const { keyId } = job;
    const held = (isCounted: (job: SharedJob) => boolean): number =>
      assigned.filter((jobs) => jobs.some(isCounted)).length;
    if (this.isSuspect(keyId)) return held((other) => this.isSuspect(other.keyId)) === 0;
    if (this.#isAlone(keyId)) return true;
    const most = this.#workersMax - 1;
    return held((other) => other.keyId === keyId) < most && (!isHeavy(job) || held(isHeavy) < most);
  }

  #isAlone(keyId: string): boolean {
    const { atMs } = keyId === this.#last.keyId ? this.#other : this.#last;
    return atMs < this.#clock.nowMs() - NEIGHBOUR_MS;
  }
}

function isHeavy({ weight }: SharedJob): boolean {
  return weight >= HEAVY_WEIGHT_MIN;
}
