// This module is browser compatible.

import { type Clock, withDeadline } from "../base/clock.ts";
import type { SearchService } from "./search_service.ts";
import { searchesUnavailable } from "./searches_unavailable.ts";

/** Time for an answer. A store that is locked or stopped fails the call, and callers do not wait. */
const DEADLINE_MS = 1_400;

type Call<N extends keyof SearchService> = (
  ...args: Parameters<SearchService[N]>
) => ReturnType<SearchService[N]>;

/**
 * Returns a service whose calls are OVERLOADED after a deadline, as are those that wait for the pieces
 * of a file. The store may still complete a call that its caller has given up: a search that was
 * started so is in the list of its key. A search whose turn has not come by then is not started, so a
 * key whose calls wait for each other does not pay for searches that it asks for again.
 *
 * @param opened resolves with the service once its store is open
 */
export function withinDeadline(
  opened: Promise<SearchService>,
  clock: Clock,
): SearchService {
  const within = <T>(work: Promise<T>): Promise<T> =>
    withDeadline(clock, DEADLINE_MS, work, () => searchesUnavailable(new Error("deadline")));
  const start: Call<"start"> = (searcher, body, trials) => {
    const late = new AbortController();
    const started = opened.then((all) => {
      late.signal.throwIfAborted();
      return all.start(searcher, body, trials, late.signal);
    });
    return withDeadline(clock, DEADLINE_MS, started, () => {
      late.abort();
      return searchesUnavailable(new Error("deadline"));
    });
  };
  const list: Call<"list"> = (...args) => within(opened.then((all) => all.list(...args)));
  const view: Call<"view"> = (...args) => within(opened.then((all) => all.view(...args)));
  const cancel: Call<"cancel"> = (...args) => within(opened.then((all) => all.cancel(...args)));
  const points: Call<"points"> = (...args) => within(opened.then((all) => all.points(...args)));
  const file: Call<"file"> = async (...args) => {
    const pieces = await within(opened.then((all) => all.file(...args)));
    return piecesWithin(pieces, within);
  };
  return { start, list, view, cancel, points, file };
}

function piecesWithin<T>(
  pieces: AsyncIterable<T>,
  within: <V>(work: Promise<V>) => Promise<V>,
): AsyncIterable<T> {
  const iterator = pieces[Symbol.asyncIterator]();
  return {
    [Symbol.asyncIterator]: () => ({
      next: () => within(iterator.next()),
      return: async (value) => await iterator.return?.(value) ?? { done: true, value },
    }),
  };
}
