// This module is browser compatible.

import type { Bytes } from "../../engine/engine.ts";
import { Places } from "../../limits/places.ts";
import type { Searcher, SearchService } from "../../services/search_service.ts";
import type { Deps, Lifecycle } from "../context.ts";
import { heldStream } from "../held_stream.ts";

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
  readonly keys: Pick<Deps["keys"], "hasEnded">;
  readonly lifecycle: Pick<Lifecycle, "isDraining">;
  readonly searches: Pick<SearchService, "view">;
}

/** Streams of events. The watchers of a search share its polls. */
export class SearchEvents {
  readonly #deps: EventDeps;
  readonly #places = new Places({
    policy: "events",
    works: "event streams",
    most: STREAMS_MAX,
    retryAfterMs: POLL_MS,
  });
  /** The next views of searches that are watched, by key and search. */
  readonly #polls = new Map<string, Promise<string | null>>();

  constructor(deps: EventDeps) {
    this.#deps = deps;
  }

  /**
   * Returns a stream of the views of a search: `progress` on every change, and finally `end`.
   * It ends without that when its key is revoked or expires.
   *
   * @throws {ApiError} SEARCH_NOT_FOUND, or CONCURRENCY_LIMIT_EXCEEDED
   */
  async stream(searcher: Searcher, searchId: string): Promise<ReadableStream<Bytes>> {
    const release = this.#places.take(searcher.keyId);
    try {
      const first = await this.#view(searcher, searchId);
      return heldStream(this.#events(searcher, searchId, first), release);
    } catch (error) {
      release();
      throw error;
    }
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
      const next = await this.#nextView(searcher, searchId);
      if (next === null) return;
      view = next;
    }
  }

  /** Returns the view after a pause, the same for all who wait for it; null: the key has ended. */
  #nextView(searcher: Searcher, searchId: string): Promise<string | null> {
    const id = `${searcher.keyId}/${searchId}`;
    const known = this.#polls.get(id);
    if (known) return known;
    const next = new Promise<void>((resolve) => this.#deps.clock.after(POLL_MS, resolve))
      .then(async () => {
        this.#polls.delete(id);
        if (await this.#deps.keys.hasEnded(searcher.keyId)) return null;
        return await this.#view(searcher, searchId);
      });
    this.#polls.set(id, next);
    return next;
  }

  async #view(searcher: Searcher, searchId: string): Promise<string> {
    return decoder.decode(await this.#deps.searches.view(searcher, searchId));
  }
}
