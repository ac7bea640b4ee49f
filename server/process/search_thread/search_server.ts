import { systemClock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import { loadEngine } from "../../engine/load.ts";
import { okBytes } from "../../engine/wire.ts";
import type { SearchService } from "../../services/search_service.ts";
import { Searches } from "../../services/searches.ts";
import type { SearchStore } from "../../store/search_store.ts";
import { openSearches } from "./open_searches.ts";
import type { Report, SearchStart } from "./search_start.ts";
import { searchThread } from "./search_thread.ts";
import type { JobServer } from "./job_server.ts";

type Call<N extends keyof SearchService> = (
  ...args: Parameters<SearchService[N]>
) => ReturnType<SearchService[N]>;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Serves searches on their thread, beside the thread that runs their jobs. Calls wait until the store is open. */
export class SearchServer implements SearchService {
  readonly #opened = Promise.withResolvers<SearchService>();

  /**
   * Opens the store and starts the thread of its jobs. Never resolves.
   *
   * @param report receives failures, for the log
   * @throws {Error} when the store cannot be opened
   */
  async run(start: SearchStart, report: Report): Promise<never> {
    const { module, datasets, place, workers, keepDays } = start;
    const jobs = searchThread<JobServer>(start, spawnJobs, report);
    const changed = (): void => {
      // A lost thread looks for jobs when it starts again.
      if (workers > 0) jobs.service.poll().catch(() => {});
    };
    const { searches: store } = await openSearches(place, systemClock, changed);
    if (workers > 0) jobs.open();
    const engine = loadEngine(module);
    for (const dataset of datasets) okBytes(engine.addDataset(dataset));
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

function spawnJobs(): Worker {
  return new Worker(new URL("job_worker.ts", import.meta.url), { type: "module" });
}

/** Removes searches that ended long ago, now and every hour. */
function dropOld(store: SearchStore, keepDays: number, report: Report): void {
  systemClock.after(HOUR_MS, () => dropOld(store, keepDays, report));
  store.drop(systemClock.epochMs() - keepDays * DAY_MS)
    .catch((error) => report(`Cannot remove old searches: ${messageOf(error)}`));
}
