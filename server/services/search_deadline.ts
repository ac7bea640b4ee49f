// This module is browser compatible.

import { type Clock, withDeadline } from "../base/clock.ts";
import type { Bytes } from "../engine/engine.ts";
import { callsWithinDeadline } from "./call_deadline.ts";
import type { SearchService } from "./search_service.ts";
import { DEADLINE, searchesUnavailable } from "./unavailable.ts";

/** Time for a later piece of a file: its answer has begun and could only be cut off. */
const PIECE_MS = 10_000;

/**
 * Returns a service whose calls are OVERLOADED after a deadline. A file is a call up to its first piece,
 * and is cut off when a later piece takes long. A search whose caller has given up is not started, or is
 * withdrawn, so a key does not pay for a search that it asks for again; with an `Idempotency-Key`, one
 * that was stored at that moment stays, and the same request again finds it.
 *
 * @param opened resolves with the service once its store is open
 */
export function withinDeadline(
  opened: Promise<SearchService>,
  clock: Clock,
): SearchService {
  const within = callsWithinDeadline(opened, clock, searchesUnavailable);
  return {
    start: (searcher, body, trials) =>
      within((searches, signal) => searches.start(searcher, body, trials, signal)),
    list: (...args) => within((searches) => searches.list(...args)),
    view: (...args) => within((searches) => searches.view(...args)),
    cancel: (...args) => within((searches) => searches.cancel(...args)),
    points: (...args) => within((searches) => searches.points(...args)),
    file: async (...args) => {
      const [iterator, begun] = await within(async (searches) => {
        const pieces = (await searches.file(...args))[Symbol.asyncIterator]();
        return [pieces, await pieces.next()] as const;
      });
      let first: IteratorResult<Bytes> | null = begun;
      const next = async (): Promise<IteratorResult<Bytes>> => {
        const piece = first ??
          await withDeadline(
            clock,
            PIECE_MS,
            iterator.next(),
            () => searchesUnavailable(DEADLINE),
          );
        first = null;
        return piece;
      };
      const end = async (value?: unknown): Promise<IteratorResult<Bytes>> =>
        await iterator.return?.(value) ?? { done: true, value };
      return { [Symbol.asyncIterator]: () => ({ next, return: end }) };
    },
  };
}
