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

/**
 * Decides which job may use one more worker. While several keys are active, a key leaves one worker to
 * the others, and heavy work of all keys together leaves one to short runs, because the longest run
 * takes a hundred times the shortest and cannot be interrupted.
 */
export class WorkerShares {
  readonly #workersMax: number;
  readonly #clock: Pick<Clock, "nowMs">;
  /** The key of the last request, and the last other key before it. */
  #last = { keyId: "", atMs: -Infinity };
  #other = { keyId: "", atMs: -Infinity };

  constructor(workersMax: number, clock: Pick<Clock, "nowMs">) {
    this.#workersMax = workersMax;
    this.#clock = clock;
  }

  recordRequest(keyId: string): void {
    if (keyId !== this.#last.keyId) this.#other = this.#last;
    this.#last = { keyId, atMs: this.#clock.nowMs() };
  }

  /**
   * Returns whether a job may have one more worker.
   *
   * @param assigned the jobs of each busy worker
   */
  mayRun(job: SharedJob, assigned: readonly (readonly SharedJob[])[]): boolean {
    const { keyId } = job;
    if (this.#workersMax === 1 || this.#isAlone(keyId)) return true;
    const held = (isCounted: (job: SharedJob) => boolean): number =>
      assigned.filter((jobs) => jobs.some(isCounted)).length;
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
