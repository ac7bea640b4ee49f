// This module is browser compatible.

import type { TrialCounts } from "../contracts/trial.ts";

/**
 * Shared memory in which the main thread tells one worker a count. The worker waits meanwhile: the
 * engine asks in the middle of an evaluation, and a count must be made before the answer is.
 */
export interface CountCell {
  /** One of the states below. */
  readonly state: Int32Array<SharedArrayBuffer>;
  /** Count, whether it is one (1 or 0), count of ratios, their variance (NaN: none). */
  readonly numbers: Float64Array<SharedArrayBuffer>;
}

const ASKED = 0;
const COUNTED = 1;
const REFUSED = 2;

/** The main thread did not count; it knows why. */
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
 * @throws {NotCounted} when it did not count
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

/** Tells the worker that waits what was counted. */
export function tellCounts(cell: CountCell, counts: TrialCounts): void {
  const { count, counted, sharpeCount, sharpeVariance } = counts;
  cell.numbers.set([count, counted ? 1 : 0, sharpeCount, sharpeVariance ?? NaN]);
  tell(cell, COUNTED);
}

/** Tells the worker, if it waits, that it is not counted. */
export function refuseCount(cell: CountCell): void {
  tell(cell, REFUSED);
}

function tell({ state }: CountCell, outcome: number): void {
  Atomics.store(state, 0, outcome);
  Atomics.notify(state, 0);
}
