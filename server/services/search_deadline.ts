// This module is browser compatible.

import { type Clock, withDeadline } from "../base/clock.ts";
import type { ApiError } from "../base/errors.ts";
import type { Bytes } from "../engine/engine.ts";
import type { SearchService } from "./search_service.ts";
import { searchesUnavailable } from "./searches_unavailable.ts";

/** Time for an answer. A store that is locked or stopped fails the call, and callers do not wait. */
const DEADLINE_MS = 1_400;
/** Time for a later piece of a file: its answer has begun and could only be cut off. */
const PIECE_MS = 10_000;

type Call<N extends keyof SearchService> = (
  ...args: Parameters<SearchService[N]>
) => ReturnType<SearchService[N]>;

/**
 * Returns a service whose calls are OVERLOADED after a deadline; a file is one with its first piece, and
 * the file is cut off when a later piece takes long. The store may still complete a call that its
 * caller has given up: a search that was started so is in the list of its key. A search whose turn has
 * not come by then is not started, so a key whose calls wait for each other does not pay for searches
 * that it asks for again.
 *
 * @param opened resolves with the service once its store is open
 */
export function withinDeadline(
  opened: Promise<SearchService>,
  clock: Clock,
): SearchService {
  const unavailable = (): ApiError => searchesUnavailable(new Error("deadline"));
  const within = <T>(work: Promise<T>, ms = DEADLINE_MS): Promise<T> =>
    withDeadline(clock, ms, work, unavailable);
  const start: Call<"start"> = (searcher, body, trials) => {
    const late = new AbortController();
    const started = opened.then((all) => {
      late.signal.throwIfAborted();
      return all.start(searcher, body, trials, late.signal);
    });
    return withDeadline(clock, DEADLINE_MS, started, () => {
      late.abort();
      return unavailable();
    });
  };
  const list: Call<"list"> = (...args) => within(opened.then((all) => all.list(...args)));
  const view: Call<"view"> = (...args) => within(opened.then((all) => all.view(...args)));
  const cancel: Call<"cancel"> = (...args) => within(opened.then((all) => all.cancel(...args)));
  const points: Call<"points"> = (...args) => within(opened.then((all) => all.points(...args)));
  const file: Call<"file"> = async (...args) => {
    const pieces = await within(opened.then((all) => all.file(...args)));
    const iterator = pieces[Symbol.asyncIterator]();
    let first: IteratorResult<Bytes> | null = await within(iterator.next());
    const next = async (): Promise<IteratorResult<Bytes>> => {
      const piece = first ?? await within(iterator.next(), PIECE_MS);
      first = null;
      return piece;
    };
    const end = async (value?: unknown): Promise<IteratorResult<Bytes>> =>
      await iterator.return?.(value) ?? { done: true, value };
    return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
  };
  return { start, list, view, cancel, points, file };
}
