// This module is browser compatible.

import { type Clock, withDeadline } from "./clock.ts";
import { ApiError } from "./errors.ts";
import { makeProxy, type Remote } from "./remote.ts";
import { isStream } from "./serve_remote.ts";

/** Time for an answer. A store that is locked or stopped fails the call, and callers do not wait. */
const CALL_MS = 1_400;
/** Further time in which a call that has begun may end, so that no change is refused that was made. */
const END_MS = 500;
/** Time for a later piece of a stream: its answer has begun and could only be cut off. */
const PIECE_MS = 10_000;
/**
 * Time in which a service may open from the start of its thread, which loads its modules and datasets
 * first: on a starved machine that takes seconds, although the store is well.
 */
const OPENING_MS = 15_000;

/** The cause of an error when a call took longer than its callers wait. */
export const DEADLINE = "deadline";

/** Deadlines of the calls on a service. */
export interface CallDeadlines<S> {
  readonly clock: Clock;
  /** Milliseconds for an answer; 1,400 by default. */
  readonly deadlineMs?: number;
  /** Where a method takes the signal that aborts at its deadline: the index of the parameter. */
  readonly signalAt?: { readonly [Name in keyof S]?: number };
  /** Returns the error of a late call. */
  toError(cause: unknown): ApiError;
}

/**
 * Returns a service whose calls fail after a deadline. The signal of the call aborts then: a change that
 * is still queued is dropped, so callers who retry do not queue behind their own abandoned calls. The
 * deadline counts on the thread of the service, which alone knows whether a change was made: after a
 * pause of the whole process, the call has a moment to tell. It begins once the service is open, for
 * which the first calls wait longer. A stream is a call up to its first piece, and is cut off when a
 * later piece takes long.
 *
 * @param opened resolves with the service once its store is open
 */
export function withCallDeadlines<S extends object>(
  opened: Promise<S>,
  { clock, deadlineMs = CALL_MS, signalAt = {}, toError }: CallDeadlines<S>,
): Remote<S> {
  const late = (): ApiError => toError(DEADLINE);
  const opening = withDeadline(clock, OPENING_MS, opened, late);
  // Whoever waits for it hears of it.
  opening.catch(() => {});
  const places = new Map(Object.entries<number | undefined>(signalAt));
  return makeProxy<S>(async (name, args) => {
    // A service that did not open in time may still do so.
    const service = await opening.catch(() => withDeadline(clock, deadlineMs, opened, late));
    const method = service[name as keyof S] as (...args: readonly unknown[]) => unknown;
    const ending = new AbortController();
    const cancel = clock.after(deadlineMs, () => ending.abort());
    const given = [...args];
    const place = places.get(name);
    if (place !== undefined) given[place] = ending.signal;
    const answer = async (): Promise<unknown> => {
      const value = await method.apply(service, given);
      return isStream(value) ? await begun(value, clock, late) : value;
    };
    const told = answer().finally(cancel).catch((error) => {
      throw ending.signal.aborted && !(error instanceof ApiError) ? late() : error;
    });
    return await withDeadline(clock, deadlineMs + END_MS, told, late);
  });
}

/** Returns a stream once its first piece is there. */
async function begun(
  stream: AsyncIterable<unknown>,
  clock: Clock,
  late: () => ApiError,
): Promise<AsyncIterable<unknown>> {
  const pieces = stream[Symbol.asyncIterator]();
  let first: IteratorResult<unknown> | null = await pieces.next();
  const next = async (): Promise<IteratorResult<unknown>> => {
    const piece = first ?? await withDeadline(clock, PIECE_MS, pieces.next(), late);
    first = null;
    return piece;
  };
  const end = async (value?: unknown): Promise<IteratorResult<unknown>> =>
    await pieces.return?.(value) ?? { done: true, value };
  return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
}
