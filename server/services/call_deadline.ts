// This module is browser compatible.

import { type Clock, withDeadline } from "../base/clock.ts";
import { ApiError } from "../base/errors.ts";
import { DEADLINE } from "./unavailable.ts";

/** Time for an answer. A store that is locked or stopped fails the call, and callers do not wait. */
const DEADLINE_MS = 1_400;
/** Further time in which a call that has begun may end, so that no change is refused that was made. */
const END_MS = 500;

/**
 * Time in which a store may open from the start of its thread, which loads its modules and datasets
 * first: on a starved machine that takes seconds, although the store is well.
 */
const OPENING_MS = 15_000;

/**
 * Returns a function that makes a call on a service, which is OVERLOADED after a deadline. The signal
 * of the call aborts then: a change that is not made yet is not made any more, so callers who retry do
 * not queue behind their own abandoned calls. After a pause of the whole process, the call has a moment
 * to tell of what it has done. The deadline begins once the service is open, for which the first calls
 * wait longer.
 *
 * @param opened resolves with the service once its store is open
 * @param unavailable returns the error of a late call
 */
export function callsWithinDeadline<S>(
  opened: Promise<S>,
  clock: Clock,
  unavailable: (cause: unknown) => ApiError,
): <T>(call: (service: S, signal: AbortSignal) => Promise<T>) => Promise<T> {
  const late = (): ApiError => unavailable(DEADLINE);
  const opening = withDeadline(clock, OPENING_MS, opened, late);
  // Whoever waits for it hears of it.
  opening.catch(() => {});
  return async (call) => {
    // A store that did not open in time may still do so.
    const service = await opening.catch(() => withDeadline(clock, DEADLINE_MS, opened, late));
    const ending = new AbortController();
    const cancel = clock.after(DEADLINE_MS, () => ending.abort());
    const told = Promise.try(call, service, ending.signal).finally(cancel).catch((error) => {
      throw ending.signal.aborted && !(error instanceof ApiError) ? late() : error;
    });
    return await withDeadline(clock, DEADLINE_MS + END_MS, told, late);
  };
}
