// This module is browser compatible.

import type { Clock } from "../base/clock.ts";
import { StartError } from "../base/errors.ts";

/**
 * Compute units per second of a core at its slowest. A core runs 300,000 to 1,500,000 for the strategies
 * of the catalogue and 60,000 for the heaviest text; requests leave a search a quarter of a core.
 */
const UNITS_PER_SECOND = 5_000;
const MINUTE_MS = 60_000;

/** A range with its price. */
export interface TimedRange {
  readonly stage: string;
  readonly count: number;
  /** Compute units. */
  readonly units: number;
}

/**
 * Runs a range until its deadline, which follows from its price, in whole minutes.
 *
 * @param signal stops the range before its deadline
 * @throws {StartError} at the deadline
 */
export async function withinDeadline<T>(
  clock: Pick<Clock, "after">,
  { stage, count, units }: TimedRange,
  signal: AbortSignal | undefined,
  work: (either: AbortSignal) => Promise<T>,
): Promise<T> {
  const minutes = 1 + Math.ceil(units / UNITS_PER_SECOND * 1000 / MINUTE_MS);
  const deadline = new AbortController();
  const cancel = clock.after(minutes * MINUTE_MS, () => deadline.abort());
  try {
    return await work(
      signal === undefined ? deadline.signal : AbortSignal.any([signal, deadline.signal]),
    );
  } catch (error) {
    if (!deadline.signal.aborted || signal?.aborted) throw error;
    throw new StartError(
      `Cannot search: ${count} candidates of the stage "${stage}" did not end within ${minutes} ` +
        "minutes; start the search again, with fewer components if it fails again",
      { cause: error },
    );
  } finally {
    cancel();
  }
}
