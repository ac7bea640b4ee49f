import { type CallDeadlines, withCallDeadlines } from "../../base/call_deadline.ts";
import { systemClock, withDeadline } from "../../base/clock.ts";
import type { Remote } from "../../base/remote.ts";
import type { Bytes } from "../../engine/engine.ts";
import { loadEngine } from "../../engine/load.ts";
import { type ArenaFiles, ArenaFolder } from "../../season/service/arena_folder.ts";
import type { DatasetSummary } from "../../contracts/types.ts";
import { okJson } from "../../engine/wire.ts";
import { cancelWithKeys } from "../../search/jobs/ended_keys.ts";
import { Seasons } from "../../season/service/seasons.ts";
import { openPractice, type Practice } from "../../season/service/practice.ts";
import type { SearchService } from "../../services/search_service.ts";
import { Searches } from "../../services/searches.ts";
import { arenaUnavailable, searchesUnavailable } from "../../services/unavailable.ts";
import type { SearchQueue, SearchStore } from "../../store/search_store.ts";
import { StoreError } from "../../store/sql.ts";
import { checkSigner, openSigner } from "../signing.ts";
import { dropOld } from "./upkeep.ts";
import { openArenaStore } from "./open_arena_store.ts";
import { openSearches } from "./open_searches.ts";
import { type Report, searchWorkers, type StoreStart } from "./store_start.ts";
import { restartingThread } from "./restarting_thread.ts";
import type { JobServer } from "./job_server.ts";

/** Time for the state of the queue: a scrape must not wait for a store that does not answer. */
const QUEUE_MS = 1_000;
/** Time for a public file, of which a large one is read and made. */
const FILE_MS = 10_000;

/** Bytes that keep a leaf of the log from being guessed. */
const SALT_BYTES = 16;

/** The state of all searches, for the metrics. */
type QueueState = SearchQueue & { readonly workers: number; readonly bytes: number };

/** The services on the stores of searches and of the arena. */
interface StoreServices {
  readonly searches: SearchService;
  readonly seasons: Seasons;
  readonly practice: Practice;
  readonly folder: ArenaFiles;
  queue(): Promise<QueueState>;
}

/** The thread of the stores, beside the thread of their jobs. */
export class StoreThread {
  readonly #opened = Promise.withResolvers<StoreServices>();
  readonly searches = this.#within("searches", {
    toError: searchesUnavailable,
    signalAt: { start: 3 },
  });
  readonly seasons = this.#within("seasons", {
    toError: arenaUnavailable,
    signalAt: { enterSeason: 3 },
  });
  readonly practice = this.#within("practice", {
    toError: arenaUnavailable,
    signalAt: { publish: 2 },
  });
  readonly folder = this.#within("folder", { toError: arenaUnavailable, deadlineMs: FILE_MS });

  /**
   * Opens the stores and starts the thread of its jobs. Never resolves.
   *
   * @param report receives failures, for the log
   * @throws {Error} when the store cannot be opened
   */
  async run(start: StoreStart, report: Report): Promise<never> {
    this.#opened.resolve(await openServices(start, report));
    return await new Promise(() => {});
  }

  /** Returns the queue of all searches and their bytes. */
  async queue(): Promise<QueueState> {
    return await (await this.#opened.promise).queue();
  }

  #within<Name extends keyof StoreServices>(
    name: Name,
    deadlines: Omit<CallDeadlines<StoreServices[Name]>, "clock">,
  ): Remote<StoreServices[Name]> {
    const opened = this.#opened.promise.then((services) => services[name]);
    return withCallDeadlines(opened, { clock: systemClock, ...deadlines });
  }
}

async function openServices(start: StoreStart, report: Report): Promise<StoreServices> {
  const { module, datasets, config } = start;
  const workers = searchWorkers(config);
  const clock = systemClock;
  const jobs = restartingThread<JobServer>(start, spawnJobs, report);
  const changed = (): void => {
    // A lost thread looks for jobs when it starts again.
    if (workers > 0) jobs.service.poll().catch(() => {});
  };
  const opened = await openSearches(config, clock, changed);
  const store = opened.searches;
  const engine = loadEngine(module);
  const summaries = datasets.map((dataset) => okJson(engine.addDataset(dataset)) as DatasetSummary);
  // Removing many results takes seconds, which the thread of jobs can spare.
  if (workers > 0) jobs.open();
  else dropOld(store, config.searches, clock, report);
  cancelWithKeys(opened, clock, report);
  const arenaStore = await openArenaStore(config, clock);
  const signer = await openSigner(config, clock, report);
  await checkSigner(signer, arenaStore.signingKeys, report);
  const practice = openPractice({
    store: arenaStore,
    engine,
    summaries,
    issuer: config.publicUrl,
    clock,
    countTries: opened.countTries,
  });
  const makeId = (): string => crypto.randomUUID();
  const makeSalt = (): Bytes => crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const { seasons } = arenaStore;
  const bytes = { all: config.searches.bytes, ofKey: config.searches.bytesOfKey };
  return {
    searches: new Searches({ store, engine, datasets, clock, workers, bytes, makeId }),
    seasons: new Seasons({ store: seasons, engine, datasets, clock, signer, makeSalt }),
    practice,
    folder: withoutStoreErrors(new ArenaFolder({ store: arenaStore, practice, clock })),
    queue: () => readQueue(store, workers),
  };
}

/** Returns a folder that says when its store is out of reach. */
function withoutStoreErrors(folder: ArenaFiles): ArenaFiles {
  const arenaFile: ArenaFiles["arenaFile"] = (...args) =>
    folder.arenaFile(...args).catch((error) => {
      throw error instanceof StoreError ? arenaUnavailable(error) : error;
    });
  return { arenaFile };
}

async function readQueue(store: SearchStore, own: number): Promise<QueueState> {
  const late = (): Error => new Error("the store of searches does not answer");
  const found = Promise.all([store.queue(), store.workersAlive(), store.bytes("")]);
  const [queue, workers, { all: bytes }] = await withDeadline(systemClock, QUEUE_MS, found, late);
  return { ...queue, workers: workers ?? own, bytes };
}

function spawnJobs(): Worker {
  return new Worker(new URL("job_worker.ts", import.meta.url), { type: "module" });
}
