import { systemClock } from "../../base/clock.ts";
import { loadEngine } from "../../engine/load.ts";
import { okBytes } from "../../engine/wire.ts";
import { JobRunner, putBack } from "../../search/jobs/job_runner.ts";
import { WorkerPool } from "../../search/workers/worker_pool.ts";
import { seasonKind } from "../../season/jobs/season_kind.ts";
import { keepScoring } from "../../season/jobs/season_queue.ts";
import type { SearchJobs } from "../../store/search_store.ts";
import { openSigner } from "../signing.ts";
import { openArenaStore } from "./open_arena_store.ts";
import { dropOld } from "./upkeep.ts";
import { openSearches } from "./open_searches.ts";
import { type Report, searchWorkers, type StoreStart } from "./store_start.ts";
import { spawnSearchWorker } from "./spawn_worker.ts";

/**
 * Runs the jobs of a server's searches on a thread of their own: a step merges the results of a whole
 * stage, and the thread that answers for searches must not wait for it.
 */
export class JobServer {
  #jobs: Pick<SearchJobs, "poll"> | null = null;

  /**
   * Works on the searches of a store. Never resolves.
   *
   * @param report receives failures, for the log
   * @throws {Error} when the store cannot be opened
   */
  async run({ module, datasets, config, requests }: StoreStart, report: Report): Promise<never> {
    const workers = searchWorkers(config);
    const { searches: store, jobs } = await openSearches(config, systemClock);
    const { seasons } = await openArenaStore(config, systemClock);
    const engine = loadEngine(module);
    for (const dataset of datasets) okBytes(engine.addDataset(dataset));
    const runner = new JobRunner({
      store,
      engine,
      datasets,
      // Workers start with the first job: a server without searches has none.
      workers: new WorkerPool(workers, spawnSearchWorker, { module, datasets, requests }),
      isShared: config.databaseUrl !== null,
      otherKind: seasonKind(seasons, await openSigner(config, systemClock, report)),
    });
    this.#jobs = jobs;
    jobs.work({
      // One more than workers, so that every worker stays busy while a result is stored.
      parallel: workers + 1,
      workers,
      signal: new AbortController().signal,
      run: (job, cancelled) => runner.run(job, cancelled),
      report: (reason) => report(putBack(reason)),
    });
    dropOld(store, config.searches, systemClock, report);
    keepScoring({ seasons, searches: store, engine, datasets, clock: systemClock }, report);
    return await new Promise(() => {});
  }

  /** Looks for new jobs and for searches that have ended. */
  poll(): void {
    this.#jobs?.poll();
  }
}
