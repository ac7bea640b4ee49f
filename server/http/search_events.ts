// This module is browser compatible.

import type { Bytes } from "../engine/engine.ts";
import { ApiError } from "../base/errors.ts";
import type { Searcher, SearchService } from "../services/search_service.ts";
import type { Deps, Lifecycle } from "./context.ts";

/** Interval between polls of a search. */
const POLL_MS = 1_000;
/** Maximum polls of a stream: ten minutes, after which the caller reconnects. */
const POLLS_MAX = 600;
/** Maximum concurrent streams of a key. */
const STREAMS_MAX = 4;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The dependencies of event streams. */
export interface EventDeps extends Pick<Deps, "clock"> {
  readonly lifecycle: Pick<Lifecycle, "isDraining">;
  readonly searches: Pick<SearchService, "view">;
}

/** Streams of events, one per watcher of a search. */
export class SearchEvents {
  readonly #deps: EventDeps;
  /** Number of open streams by key. */
  readonly #open = new Map<string, number>();

  constructor(deps: EventDeps) {
    this.#deps = deps;
  }

  /**
   * Returns a stream of the views of a search: `progress` on every change, and finally `end`.
   *
   * @throws {ApiError} SEARCH_NOT_FOUND, or CONCURRENCY_LIMIT_EXCEEDED
   */
  async stream(searcher: Searcher, searchId: string): Promise<ReadableStream<Bytes>> {
    const release = this.#reserve(searcher.keyId);
    try {
      const events = this.#events(searcher, searchId, await this.#poll(searcher, searchId));
      return new ReadableStream<Bytes>({
        async pull(controller): Promise<void> {
          try {
            const { done, value } = await events.next();
            if (!done) return controller.enqueue(value);
          } catch (error) {
            release();
            throw error;
          }
          release();
          controller.close();
        },
        async cancel(): Promise<void> {
          release();
          await events.return();
        },
      }, { highWaterMark: 0 });
    } catch (error) {
      release();
      throw error;
    }
  }

  /**
   * Counts a stream before anything is awaited, so concurrent requests see each other.
   *
   * @returns gives the place back, once
   */
  #reserve(keyId: string): () => void {
    const open = this.#open.get(keyId) ?? 0;
    if (open >= STREAMS_MAX) {
      throw new ApiError(
        "CONCURRENCY_LIMIT_EXCEEDED",
        `Cannot take the request: ${open} event streams of this key are in flight, ` +
          "which is the maximum",
        { members: { policy: "events", limit: STREAMS_MAX, remaining: 0 }, retryAfterMs: POLL_MS },
      );
    }
    this.#open.set(keyId, open + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (this.#open.get(keyId) ?? 1) - 1;
      if (left === 0) this.#open.delete(keyId);
      else this.#open.set(keyId, left);
    };
  }

  async *#events(
    searcher: Searcher,
    searchId: string,
    first: string,
  ): AsyncGenerator<Bytes, void, void> {
    let last = "";
    let view = first;
    for (let poll = 0; poll < POLLS_MAX; poll++) {
      const isEnded = JSON.parse(view).endedAt !== null;
      const name = isEnded ? "end" : "progress";
      if (view !== last) yield encoder.encode(`event: ${name}\ndata: ${view}\n\n`);
      // A comment, so that proxies keep the connection open.
      else yield encoder.encode(":\n\n");
      if (isEnded || this.#deps.lifecycle.isDraining) return;
      last = view;
      await new Promise<void>((resolve) => this.#deps.clock.after(POLL_MS, resolve));
      view = await this.#poll(searcher, searchId);
    }
  }

  async #poll(searcher: Searcher, searchId: string): Promise<string> {
    return decoder.decode(await this.#deps.searches.view(searcher, searchId));
  }
}
