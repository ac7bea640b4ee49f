// This module is browser compatible.

import type { TrialCounts } from "../contracts/trial.ts";

/**
 * Shared memory in which the main thread tells one worker the counts of a trial. The worker blocks
 * until they are there: the engine asks in the middle of an evaluation, after it has proved the payload
 * and found the trial's Sharpe ratio, and needs the counts for its answer.
 */
export interface CountCell {
  /** One of the states below. */
  readonly state: Int32Array<SharedArrayBuffer>;
  /** `count`, `counted` (1 or 0), `sharpeCount`, `sharpeVariance` (NaN for null). */
  readonly numbers: Float64Array<SharedArrayBuffer>;
}

const ASKED = 0;
const COUNTED = 1;
const REFUSED = 2;

/** The main thread did not count the trial; it has the reason. */
export class NotCounted extends Error {
  override readonly name = "NotCounted";
}

/** Makes the cell of a worker. */
export function makeCountCell(): CountCell {
  return {
    state: new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
    numbers: new Float64Array(new SharedArrayBuffer(4 * Float64Array.BYTES_PER_ELEMENT)),
  };
}

/**
 * Asks the main thread, and blocks this one until it has written an answer.
 *
 * @param ask posts the question
 * @throws {NotCounted} when the trial was not counted
 */
export function awaitCounts({ state, numbers }: CountCell, ask: () => void): TrialCounts {
  Atomics.store(state, 0, ASKED);
  ask();
  Atomics.wait(state, 0, ASKED);
  if (Atomics.load(state, 0) !== COUNTED) throw new NotCounted("Cannot evaluate: not counted");
  const [count = 0, counted = 0, sharpeCount = 0, variance = NaN] = numbers;
  const sharpeVariance = Number.isNaN(variance) ? null : variance;
  return { count, counted: counted === 1, sharpeCount, sharpeVariance };
}

/** Releases the waiting worker with its counts. */
export function tellCounts(cell: CountCell, counts: TrialCounts): void {
  const { count, counted, sharpeCount, sharpeVariance } = counts;
  cell.numbers.set([count, counted ? 1 : 0, sharpeCount, sharpeVariance ?? NaN]);
  tell(cell, COUNTED);
}

/** Releases a waiting worker without counts. */
export function refuseCount(cell: CountCell): void {
  tell(cell, REFUSED);
}

function tell({ state }: CountCell, outcome: number): void {
  Atomics.store(state, 0, outcome);
  Atomics.notify(state, 0);
}
