// This module is browser compatible.

import { type Clock, withDeadline } from "../base/clock.ts";
import { ApiError } from "../base/errors.ts";
import { DEADLINE } from "./searches_unavailable.ts";

/** Time for an answer. A store that is locked or stopped fails the call, and callers do not wait. */
const DEADLINE_MS = 1_400;
/** Further time in which a call that has begun may end, so that no change is refused that was made. */
const END_MS = 500;

/**
 * Returns a function that makes a call on a service, which is OVERLOADED after a deadline. The signal
 * of the call aborts then: a change that is not made yet is not made any more, so callers who retry do
 * not queue behind their own abandoned calls. After a pause of the whole process, the call has a moment
 * to tell of what it has done.
 *
 * @param opened resolves with the service once its store is open
 * @param unavailable returns the error of a late call
 */
export function callsWithinDeadline<S>(
  opened: Promise<S>,
  clock: Clock,
  unavailable: (cause: unknown) => ApiError,
): <T>(call: (service: S, signal: AbortSignal) => Promise<T>) => Promise<T> {
  return (call) => {
    const late = new AbortController();
    const work = opened.then((service) => {
      late.signal.throwIfAborted();
      return call(service, late.signal);
    });
    const cancel = clock.after(DEADLINE_MS, () => late.abort());
    const told = work.finally(cancel).catch((error) => {
      throw late.signal.aborted && !(error instanceof ApiError) ? unavailable(DEADLINE) : error;
    });
    return withDeadline(clock, DEADLINE_MS + END_MS, told, () => unavailable(DEADLINE));
  };
}
