// This module is browser compatible.

import "../local_datasets/without_eval.ts";
import type { Engine } from "../../engine/engine.ts";
import { type SearchScope, serveRanges } from "../../search/serve_ranges.ts";
import type { SearchTask } from "../../search/serve_ranges.ts";
import { engineOf, SERVED_FILES } from "../engine/files.ts";
import { loadOwn } from "../local_datasets/storage.ts";
import { SearchHost } from "./search_host.ts";
import type { FromSearch, ToSearch } from "./search_messages.ts";

/**
 * The program of the search and of its workers: the page starts one, which starts the others and tells
 * them what to run.
 */
interface Scope {
  readonly location: Location;
  onmessage: ((event: MessageEvent<ToSearch | SearchTask>) => void) | null;
  postMessage(message: FromSearch, transfer: Transferable[]): void;
}

const scope = self as unknown as Scope;

let engine: Engine | null = null;
const host = new SearchHost({
  // The bindings have one instance.
  engineOf: (module) => engine ??= engineOf(module),
  load: async (marketId, timeframe, { engine, sources }) => {
    const entry = sources.datasets.find(({ header }) =>
      header.marketId === marketId && header.timeframe === timeframe
    );
    if (entry === undefined) return await loadOwn(marketId, timeframe).catch(() => null);
    return await SERVED_FILES.loadDataset(entry, engine);
  },
  spawn: () => new Worker(scope.location.href, { type: "module" }),
  tell: (message, transfer) => scope.postMessage(message, transfer),
});

scope.onmessage = (event): void => {
  const { data: message } = event;
  if (message.kind === "search" || message.kind === "stop") return host.handle(message);
  // The first message of one that another one has started.
  serveRanges(scope as unknown as SearchScope, engineOf);
  scope.onmessage?.(event);
};
