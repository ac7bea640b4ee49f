import { MemoryParts } from "./memory_parts.ts";
import type { Clock } from "../base/clock.ts";
import type { Dataset } from "../datasets/dataset.ts";
import type { Engine } from "../engine/engine.ts";
import { JobRunner } from "../search/jobs/job_runner.ts";
import type { SearchService } from "../services/search_service.ts";
import { Searches } from "../services/searches.ts";
import type { SearchTransaction } from "../store/search_database.ts";
import { openDatabase, SEARCHING } from "../store/database.ts";
import { SEARCH_MIGRATIONS } from "../store/search_migrations.ts";
import { openSqliteSearches } from "../store/searches.ts";
import { SqliteSql } from "../store/sqlite.ts";
import type { SqliteSearchDatabase } from "../store/sqlite_search_database.ts";
import { inlineWorkers } from "./inline_workers.ts";

/** A plan of few candidates. */
export const SEARCH_PLAN = {
  base: { marketId: 1, timeframe: "daily" as const, components: [{ strategyId: "yield-rsi" }] },
  axes: [{ path: "/components/0/strategyParams/period", min: 2, max: 14, steps: 13 }],
};

/** Returns the arguments of a `SqliteSearchDatabase` in memory. */
export function memorySearches(clock: Clock): ConstructorParameters<typeof SqliteSearchDatabase> {
  const file = openDatabase(":memory:", SEARCHING, SEARCH_MIGRATIONS);
  return [new SqliteSql(() => file), clock, { close: () => file.close() }];
}

/**
 * Returns searches in memory, which run on this thread when it is idle. They start when a test first
 * views a search; until then they are queued.
 */
export function inlineSearches(
  engine: Engine,
  datasets: readonly Dataset[],
  clock: Clock,
  addTrials?: SearchTransaction["addTrials"],
): { readonly service: SearchService; close(): void } {
  const { searches: store, jobs, close } = openSqliteSearches(":memory:", clock, {
    files: new MemoryParts(),
    addTrials,
  });
  const workers = inlineWorkers(engine);
  const runner = new JobRunner({ store, engine, datasets, workers });
  let isBegun = false;
  let isClosed = false;
  const begin = (): void => {
    if (isBegun || isClosed) return;
    isBegun = true;
    jobs.work({
      parallel: 1,
      signal: new AbortController().signal,
      run: (job, cancelled) => runner.run(job, cancelled),
      report: (sentence) => {
        throw new Error(sentence);
      },
    });
  };
  const makeId = (): string => crypto.randomUUID();
  const service = new Searches({
    store,
    engine,
    datasets,
    clock,
    workers: 2,
    bytes: { ofKey: 1e9, all: 1e9 },
    makeId,
  });
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
