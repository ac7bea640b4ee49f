import { systemClock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import type { Engine } from "../../engine/engine.ts";
import { loadEngine } from "../../engine/load.ts";
import { okBytes } from "../../engine/wire.ts";
import { JobRunner, putBack } from "../../search/job_runner.ts";
import { WorkerPool } from "../../search/worker_pool.ts";
import type { SharedMemory } from "../../search/yield_to_requests.ts";
import type { SearchService } from "../../services/search_service.ts";
import { Searches } from "../../services/searches.ts";
import type { SearchStore } from "../../store/search_store.ts";
import { openSearches, type SearchPlace } from "./open_searches.ts";
import { spawnSearchWorker } from "./spawn_worker.ts";

/** Everything that the search thread starts with. */
export interface SearchStart {
  readonly module: WebAssembly.Module;
  readonly datasets: readonly Dataset[];
  readonly place: SearchPlace;
  /** Workers; 0: other processes work on the searches. */
  readonly workers: number;
  /** Days for which a search that has ended is kept. */
  readonly keepDays: number;
  /** Memory of the `Requests` that come before searches. */
  readonly requests: SharedMemory;
}

type Report = (sentence: string) => void;
type Call<N extends keyof SearchService> = (
  ...args: Parameters<SearchService[N]>
) => ReturnType<SearchService[N]>;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Serves searches on their thread and runs their jobs. Calls wait until the store is open. */
export class SearchServer implements SearchService {
  readonly #opened = Promise.withResolvers<SearchService>();

  /**
   * Opens the store and works on its searches. Never resolves.
   *
   * @param report receives failures, for the log
   * @throws {Error} when the store cannot be opened
   */
  async run(start: SearchStart, report: Report): Promise<never> {
    const { module, datasets, place, workers, keepDays } = start;
    const { searches: store, jobs } = await openSearches(place, systemClock);
    const engine = loadEngine(module);
    for (const dataset of datasets) okBytes(engine.addDataset(dataset));
    if (workers > 0) {
      const runner = runnerOf(start, store, engine);
      jobs.work({
        // One more than workers, so that every worker stays busy while a result is stored.
        parallel: workers + 1,
        signal: new AbortController().signal,
        run: (job, cancelled) => runner.run(job, cancelled),
        report: (reason) => report(putBack(reason)),
      });
    }
    dropOld(store, keepDays, report);
    const makeId = (): string => crypto.randomUUID();
    this.#opened.resolve(
      new Searches({ store, engine, datasets, clock: systemClock, workers, makeId }),
    );
    return await new Promise(() => {});
  }

  start: Call<"start"> = async (...args) => (await this.#opened.promise).start(...args);
  list: Call<"list"> = async (...args) => (await this.#opened.promise).list(...args);
  view: Call<"view"> = async (...args) => (await this.#opened.promise).view(...args);
  cancel: Call<"cancel"> = async (...args) => (await this.#opened.promise).cancel(...args);
  points: Call<"points"> = async (...args) => (await this.#opened.promise).points(...args);
  file: Call<"file"> = async (...args) => (await this.#opened.promise).file(...args);
}

function runnerOf(
  { module, datasets, place, workers, requests }: SearchStart,
  store: SearchStore,
  engine: Engine,
): JobRunner {
  return new JobRunner({
    store,
    engine,
    datasets,
    // Workers start with the first job: a server without searches has none.
    workers: new WorkerPool(workers, spawnSearchWorker, { module, datasets, requests }),
    isShared: place.databaseUrl !== null,
  });
}

/** Removes searches that ended long ago, now and every hour. */
function dropOld(store: SearchStore, keepDays: number, report: Report): void {
  systemClock.after(HOUR_MS, () => dropOld(store, keepDays, report));
  store.drop(systemClock.epochMs() - keepDays * DAY_MS)
    .catch((error) => report(`Cannot remove old searches: ${messageOf(error)}`));
}
