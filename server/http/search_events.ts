// This module is browser compatible.

import type { Bytes } from "../engine/engine.ts";
import { ApiError } from "../base/errors.ts";
import type { Searcher } from "../services/search_service.ts";
import type { Deps } from "./context.ts";

/** How often a search is looked at. */
const EVERY_MS = 1_000;
/** Looks of one stream: ten minutes, then the caller comes again. */
const LOOKS_MAX = 600;
/** Streams of a key at once. */
const STREAMS_MAX = 4;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Streams of events, one for each who watches a search. */
export class SearchEvents {
  readonly #deps: Pick<Deps, "clock" | "lifecycle" | "searches">;
  /** Streams that are read, by key. */
  readonly #open = new Map<string, number>();

  constructor(deps: Pick<Deps, "clock" | "lifecycle" | "searches">) {
    this.#deps = deps;
  }

  /**
   * Returns a stream of the views of a search: `progress` whenever it has changed, and at last `end`.
   *
   * @throws {ApiError} SEARCH_NOT_FOUND, or CONCURRENCY_LIMIT_EXCEEDED
   */
  async stream(searcher: Searcher, searchId: string): Promise<ReadableStream<Bytes>> {
    const { keyId } = searcher;
    const open = this.#open.get(keyId) ?? 0;
    if (open >= STREAMS_MAX) {
      throw new ApiError(
        "CONCURRENCY_LIMIT_EXCEEDED",
        `Cannot take the request: ${open} event streams of this key are in flight, no more may be`,
        { members: { policy: "events", limit: STREAMS_MAX, remaining: 0 }, retryAfterMs: EVERY_MS },
      );
    }
    const events = this.#events(searcher, searchId, await this.#look(searcher, searchId));
    // Nothing is held before somebody reads: HEAD reads nothing.
    return new ReadableStream<Bytes>({
      async pull(controller): Promise<void> {
        const { done, value } = await events.next();
        if (done) return controller.close();
        controller.enqueue(value);
      },
      async cancel(): Promise<void> {
        await events.return();
      },
    }, { highWaterMark: 0 });
  }

  async *#events(
    searcher: Searcher,
    searchId: string,
    first: string,
  ): AsyncGenerator<Bytes, void, void> {
    const { keyId } = searcher;
    this.#open.set(keyId, (this.#open.get(keyId) ?? 0) + 1);
    try {
      let last = "";
      let view = first;
      for (let look = 0; look < LOOKS_MAX; look++) {
        const isEnded = JSON.parse(view).endedAt !== null;
        const name = isEnded ? "end" : "progress";
        if (view !== last) yield encoder.encode(`event: ${name}\ndata: ${view}\n\n`);
        // A comment, so that whatever is between keeps the connection.
        else yield encoder.encode(":\n\n");
        if (isEnded || this.#deps.lifecycle.isDraining) return;
        last = view;
        await new Promise<void>((resolve) => this.#deps.clock.after(EVERY_MS, resolve));
        view = await this.#look(searcher, searchId);
      }
    } finally {
      const left = (this.#open.get(keyId) ?? 1) - 1;
      if (left === 0) this.#open.delete(keyId);
      else this.#open.set(keyId, left);
    }
  }

  async #look(searcher: Searcher, searchId: string): Promise<string> {
    return decoder.decode(await this.#deps.searches.view(searcher, searchId));
  }
}
