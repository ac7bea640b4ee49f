// This module is browser compatible.

import type { Clock } from "../../base/clock.ts";
import { StartError } from "../../base/errors.ts";

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
  const message = `Cannot search: ${count} candidates of the stage "${stage}" did not end within ` +
    `${minutes} minutes; start the search again, with fewer components if it fails again`;
  return await ended(clock, { minutes, message }, signal, (either, begin) => {
    begin();
    return work(either);
  });
}

/** Minutes after which a range is stuck whose blocks of some milliseconds do not end. */
const STUCK_MINUTES = 10;

/**
 * Runs a range for as long as it moves forward, however slow its core is, and however long it waits
 * for a worker.
 *
 * @param signal stops the range
 * @param work runs it, and calls `moved` whenever a part of it begins or has ended
 * @throws {StartError} when nothing has moved for ten minutes
 */
export async function whileMoving<T>(
  clock: Pick<Clock, "after">,
  { stage, count }: Omit<TimedRange, "units">,
  signal: AbortSignal | undefined,
  work: (either: AbortSignal, moved: () => void) => Promise<T>,
): Promise<T> {
  const message =
    `Cannot score ${stage}: no run of ${count} paths has ended for ${STUCK_MINUTES} ` +
    "minutes";
  return await ended(clock, { minutes: STUCK_MINUTES, message }, signal, work);
}

/** Runs work that fails when it has not called `begin` for a number of minutes. */
async function ended<T>(
  clock: Pick<Clock, "after">,
  { minutes, message }: { readonly minutes: number; readonly message: string },
  signal: AbortSignal | undefined,
  work: (either: AbortSignal, begin: () => void) => Promise<T>,
): Promise<T> {
  const deadline = new AbortController();
  let cancel = (): void => {};
  const begin = (): void => {
    cancel();
    cancel = clock.after(minutes * MINUTE_MS, () => deadline.abort());
  };
  try {
    const either = signal === undefined
      ? deadline.signal
      : AbortSignal.any([signal, deadline.signal]);
    return await work(either, begin);
  } catch (error) {
    if (!deadline.signal.aborted || signal?.aborted) throw error;
    throw new StartError(message, { cause: error });
  } finally {
    cancel();
  }
}
