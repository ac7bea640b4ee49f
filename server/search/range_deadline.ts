// This module is browser compatible.

import type { Clock } from "../base/clock.ts";
import { StartError } from "../base/errors.ts";

/** How much longer than measured a range may take: it shares its core with requests and other keys. */
const LONGER = 100;
const MINUTE_MS = 60_000;

/** A range with its price, and the measured speed of this process. */
export interface TimedRange {
  readonly stage: string;
  readonly count: number;
  /** Compute units. */
  readonly units: number;
  readonly unitsPerSecond: number;
}

/**
 * Runs a range until its deadline: a hundred times as long as measured, in whole minutes.
 *
 * @param signal stops the range before its deadline
 * @throws {StartError} at the deadline
 */
export async function withinDeadline<T>(
  clock: Pick<Clock, "after">,
  { stage, count, units, unitsPerSecond }: TimedRange,
  signal: AbortSignal | undefined,
  work: (either: AbortSignal) => Promise<T>,
): Promise<T> {
  const minutes = 1 + Math.ceil(LONGER * units / unitsPerSecond * 1000 / MINUTE_MS);
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
