// This module is browser compatible.

import { type Clock, withDeadline } from "../base/clock.ts";
import type { ApiError } from "../base/errors.ts";
import { DEADLINE } from "./searches_unavailable.ts";

/** Time for an answer. A store that is locked or stopped fails the call, and callers do not wait. */
const DEADLINE_MS = 1_400;

/**
 * Returns a function that makes a call on a service, which is OVERLOADED after a deadline. The signal
 * of the call aborts then: a change whose turn in the queue of the store comes later is not made, so
 * that callers who retry do not queue behind their own abandoned calls. A change whose turn has come is
 * completed, although its caller has given up.
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
    return withDeadline(clock, DEADLINE_MS, work, () => {
      late.abort();
      return unavailable(DEADLINE);
    });
  };
}
