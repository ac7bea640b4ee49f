import type { Clock } from "../../server/clock.ts";
import type { Dataset } from "../../server/datasets/dataset.ts";
import type { Engine } from "../../server/engine/engine.ts";
import { Replay } from "../../server/search/replay.ts";
import type { SearchService } from "../../server/services/search_service.ts";
import { Searches } from "../../server/services/searches.ts";
import { openSqliteSearches } from "../../server/store/sqlite_searches.ts";
import { inlineCrew } from "./inline_crew.ts";

/** A plan of few candidates. */
export const SEARCH_PLAN = {
  base: { marketId: 1, timeframe: "daily" as const, components: [{ strategyId: "yield-rsi" }] },
  axes: [{ path: "/components/0/strategyParams/period", min: 2, max: 14, steps: 13 }],
};

/**
 * Returns searches in memory, run on this thread when it has nothing else to do. They begin when a
 * test looks at one: until then they are queued, however long the test takes.
 */
export function inlineSearches(
  engine: Engine,
  datasets: readonly Dataset[],
  clock: Clock,
): { readonly service: SearchService; close(): void } {
  const { searches: store, jobs, close } = openSqliteSearches(":memory:", clock);
  const replay = new Replay({ store, engine, datasets, crew: inlineCrew(engine, datasets) });
  let isBegun = false;
  let isClosed = false;
  const begin = (): void => {
    if (isBegun || isClosed) return;
    isBegun = true;
    jobs.work({
      parallel: 1,
      signal: new AbortController().signal,
      run: (job) => replay.run(job),
      report: (sentence) => {
        throw new Error(sentence);
      },
    });
  };
  const makeId = (): string => crypto.randomUUID();
  const service = new Searches({ store, engine, datasets, clock, workers: 2, makeId });
  const view: SearchService["view"] = (searcher, id) => {
    begin();
    return Searches.prototype.view.call(service, searcher, id);
  };
  const closeNow = (): void => {
    isClosed = true;
    close();
  };
  return { service: Object.assign(service, { view }), close: closeNow };
}
