import { systemClock, withDeadline } from "../../base/clock.ts";
import { loadEngine } from "../../engine/load.ts";
import { type ArenaFiles, ArenaFolder } from "../../services/arena/arena_folder.ts";
import { filesWithinDeadline } from "../../services/arena/season_deadline.ts";
import type { DatasetSummary } from "../../contracts/types.ts";
import { okJson } from "../../engine/wire.ts";
import { cancelWithKeys } from "../../search/ended_keys.ts";
import { seasonsWithinDeadline } from "../../services/arena/season_deadline.ts";
import type { SeasonService } from "../../services/arena/season_service.ts";
import { Seasons } from "../../services/arena/seasons.ts";
import { openPractice } from "../../services/practice/practice.ts";
import { practiceWithinDeadline } from "../../services/practice/practice_deadline.ts";
import type { PracticeService } from "../../services/practice/practice_service.ts";
import type { SearchService } from "../../services/search_service.ts";
import { withinDeadline } from "../../services/search_deadline.ts";
import { Searches } from "../../services/searches.ts";
import type { SearchQueue, SearchStore } from "../../store/search_store.ts";
import { lowerPriority } from "../lower_priority.ts";
import { checkSigner, openSigner } from "../signing.ts";
import { dropOld } from "./upkeep.ts";
import { openArenaStore } from "./open_arena_store.ts";
import { openSearches } from "./open_searches.ts";
import type { Report, SearchStart } from "./search_start.ts";
import { searchThread } from "./search_thread.ts";
import type { JobServer } from "./job_server.ts";

/** Time for the state of the queue: a scrape must not wait for a store that does not answer. */
const QUEUE_MS = 1_000;

/** Bytes that keep a leaf of the log from being guessed. */
const SALT_BYTES = 16;

/** Serves searches, seasons and practice boards on their thread, beside the thread of their jobs. */
export class SearchServer implements SearchService, SeasonService, PracticeService, ArenaFiles {
  readonly #opened = Promise.withResolvers<SearchService>();
  readonly #store = Promise.withResolvers<
    { readonly store: SearchStore; readonly workers: number }
  >();
  readonly #openedSeasons = Promise.withResolvers<SeasonService>();
  readonly #openedFolder = Promise.withResolvers<ArenaFiles>();
  readonly #service = withinDeadline(this.#opened.promise, systemClock);
  readonly #openedPractice = Promise.withResolvers<PracticeService>();
  readonly #seasons = seasonsWithinDeadline(this.#openedSeasons.promise, systemClock);
  readonly #folder = filesWithinDeadline(this.#openedFolder.promise, systemClock);
  readonly #practice = practiceWithinDeadline(this.#openedPractice.promise, systemClock);

  /**
   * Opens the stores and starts the thread of its jobs. Never resolves.
   *
   * @param report receives failures, for the log
   * @throws {Error} when the store cannot be opened
   */
  async run(start: SearchStart, report: Report): Promise<never> {
    lowerPriority();
    const { module, datasets, place, arena, signing, workers, retention, bytes } = start;
    const jobs = searchThread<JobServer>(start, spawnJobs, report);
    const changed = (): void => {
      // A lost thread looks for jobs when it starts again.
      if (workers > 0) jobs.service.poll().catch(() => {});
    };
    const opened = await openSearches(place, systemClock, changed);
    const store = opened.searches;
    this.#store.resolve({ store, workers });
    const engine = loadEngine(module);
    const summaries = datasets.map((dataset) =>
      okJson(engine.addDataset(dataset)) as DatasetSummary
    );
    // Removing many results takes seconds, which the thread of jobs can spare.
    if (workers > 0) jobs.open();
    else dropOld(store, retention, systemClock, report);
    cancelWithKeys(opened, systemClock, report);
    const makeId = (): string => crypto.randomUUID();
    this.#opened.resolve(
      new Searches({ store, engine, datasets, clock: systemClock, workers, bytes, makeId }),
    );
    const arenaStore = await openArenaStore(arena, systemClock);
    const issuer = signing.publicUrl;
    const practice = openPractice({
      store: arenaStore,
      engine,
      summaries,
      issuer,
      clock: systemClock,
      countTries: opened.countTries,
    });
    this.#openedPractice.resolve(practice);
    this.#openedFolder.resolve(
      new ArenaFolder({ store: arenaStore, practice, clock: systemClock }),
    );
    const signer = await openSigner(signing, systemClock, report);
    await checkSigner(signer, arenaStore.signingKeys, report);
    this.#openedSeasons.resolve(
      new Seasons({
        store: arenaStore.seasons,
        engine,
        datasets,
        clock: systemClock,
        signer,
        makeSalt: () => crypto.getRandomValues(new Uint8Array(SALT_BYTES)),
      }),
    );
    return await new Promise(() => {});
  }

  /** Returns the queue of all searches and their bytes, for the metrics. */
  async queue(): Promise<SearchQueue & { readonly workers: number; readonly bytes: number }> {
    const { store, workers: own } = await this.#store.promise;
    const late = (): Error => new Error("the store of searches does not answer");
    const found = Promise.all([store.queue(), store.workersAlive(), store.bytes("")]);
    const [queue, workers, { all: bytes }] = await withDeadline(systemClock, QUEUE_MS, found, late);
    return { ...queue, workers: workers ?? own, bytes };
  }

  start = this.#service.start;
  list = this.#service.list;
  view = this.#service.view;
  cancel = this.#service.cancel;
  points = this.#service.points;
  file = this.#service.file;
  listSeasons = this.#seasons.listSeasons;
  enterSeason = this.#seasons.enterSeason;
  listEntries = this.#seasons.listEntries;
  hideEntryName = this.#seasons.hideEntryName;
  arenaFile = this.#folder.arenaFile;
  publish = this.#practice.publish;
  unpublish = this.#practice.unpublish;
  leaderboard = this.#practice.leaderboard;
}

function spawnJobs(): Worker {
  return new Worker(new URL("job_worker.ts", import.meta.url), { type: "module" });
}
