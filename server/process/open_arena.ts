import { FailureThrottle } from "../auth/failure_throttle.ts";
import { KeyResolver } from "../auth/key_resolver.ts";
import { type Clock, systemClock } from "../base/clock.ts";
import { lazy } from "../base/lazy.ts";
import type { AppParts } from "../http/app.ts";
import type { RequestRecord } from "../http/request_record.ts";
import { AddressBudgets } from "../limits/address_budget.ts";
import { BodyBytes } from "../limits/body_bytes.ts";
import { Limiter } from "../limits/limiter.ts";
import { RequestKeys } from "../limits/request_keys.ts";
import { RecentRequests } from "../search/workers/yield_to_requests.ts";
import type { Signer } from "../season/rules/receipt.ts";
import type { ArenaFiles } from "../season/service/arena_folder.ts";
import { EMPTY_ARENA } from "../season/service/empty_arena.ts";
import { Evaluations } from "../services/evaluations.ts";
import { Simulations } from "../services/simulations.ts";
import { CodedBodies } from "../services/web_files.ts";
import type { KeyStore } from "../store/key_store.ts";
import type { Stores } from "../store/stores.ts";
import { makeCatalog } from "./catalog_source.ts";
import { Compressor } from "./compressor.ts";
import type { Config } from "./config.ts";
import { type Engines, startEngines } from "./engines.ts";
import { startLifecycle } from "./lifecycle.ts";
import { proxyMatcher } from "./listen/trusted_proxies.ts";
import { type RestartingThread, restartingThread } from "./store_thread/restarting_thread.ts";
import type { StoreThread } from "./store_thread/store_thread.ts";
import { openSigner } from "./signing.ts";
import { openStores } from "./stores.ts";
import { openWebFiles } from "./web_files.ts";

/** Callbacks for the events of a running arena. */
export interface ArenaEvents {
  /** Receives the sentence of a failure. */
  failed(reason: string): void;
  /** Called when as many threads hang as workers may run, so that only a restart can help. */
  exhausted(): void;
  /** Receives the record of every finished request. */
  log(record: RequestRecord): void;
}

/** What a test makes itself; everything else is made as the settings say. */
export interface OwnParts {
  readonly clock?: Clock;
  readonly signer?: Signer | null;
  readonly engines?: Engines;
  readonly stores?: Stores;
  /** The services on the stores of searches and seasons, in place of the store thread. */
  readonly services?: StoreServices;
  readonly compressor?: Pick<Compressor, "compress" | "close">;
}

type StoreServices = Pick<AppParts, "searches" | "seasons" | "arena" | "practice" | "hasStores">;

/** What a request is admitted, measured and held by. */
type Bounds = Pick<
  AppParts,
  | "addresses"
  | "bodies"
  | "bodyBytes"
  | "failures"
  | "keys"
  | "limiter"
  | "requestKeys"
  | "searchFilesAtOnce"
  | "searchLimits"
>;

/** A running arena without a port: engines, stores and searches behind the parts of the app. */
export interface OpenArena {
  readonly deps: AppParts;
  readonly runner: Engines["runner"];
  readonly withKeyRegister: Stores["withRegister"];
  readonly storeThread: RestartingThread<StoreThread>;
  /** Whether there is a store of searches, which the first search makes. */
  hasSearches(): boolean;
  /**
   * Starts the store thread if there is a store, so that the first call finds it open, and searches of
   * an earlier process go on.
   */
  resumeSearches(): void;
  /** Releases threads and files, after the last writes. */
  close(): Promise<void>;
}

/** A revoked key works at most this long; requests within it do not read the store. */
const KEY_FRESH_MS = 2_000;
const KEY_STALE_MS = 60_000;
const CACHED_KEYS_MAX = 10_000;
const CACHED_ADDRESSES_MAX = 10_000;
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

/**
 * Opens an arena by its settings. Its threads start when they are needed.
 *
 * @throws {StartError} that names the wrong value and the wanted one
 */
export async function openArena(
  config: Config,
  { failed, exhausted, log }: ArenaEvents,
  own: OwnParts = {},
): Promise<OpenArena> {
  const { clock = systemClock, compressor = new Compressor() } = own;
  const signer = own.signer === undefined ? await openSigner(config, clock, failed) : own.signer;
  const requests = new RecentRequests();
  const onRun = (): void => requests.record();
  const starting = own.engines ??
    startEngines(config, { onLost: failed, onExhausted: exhausted, onRun });
  const stores = own.stores ?? await openStores(config, failed);
  const { module, source, datasets, skippedFolders, local, runner } = await starting;
  const { keys, trials, withRegister } = stores;
  const storeThread = restartingThread<StoreThread>(
    { module, datasets, config, requests: requests.memory },
    spawnStores,
    failed,
  );
  const { keyStoreDeadlineMs } = config;
  const deps: AppParts = {
    ...bounds(config, keys, clock),
    ...own.services ?? threadServices(config, storeThread),
    clock,
    isTrustedProxy: await proxyMatcher(config.trustedProxies),
    versions: source.versions,
    catalog: lazy(() => makeCatalog(source)),
    local,
    simulations: new Simulations({
      local,
      runner,
      trials,
      datasets,
      makeId: () => crypto.randomUUID(),
    }),
    evaluations: new Evaluations({ runner, trials, signer, clock }),
    trials,
    lifecycle: startLifecycle({ clock, local, runner, keys, trials, keyStoreDeadlineMs }),
    skippedFolders,
    webFiles: lazy(() => openWebFiles(source, datasets)),
    codedBodies: new CodedBodies((...asked) => compressor.compress(...asked)),
    log,
  };
  return {
    deps,
    runner,
    withKeyRegister: withRegister,
    storeThread,
    hasSearches: () => hasSearches(config),
    resumeSearches: () => {
      if (deps.hasStores()) storeThread.open();
    },
    close: async () => {
      storeThread.close();
      await stores.close();
      runner.close();
      compressor.close();
    },
  };
}

function bounds(
  { limits, searches, keyStoreDeadlineMs }: Config,
  keys: KeyStore,
  clock: Clock,
): Bounds {
  return {
    searchLimits: searches,
    searchFilesAtOnce: searches.filesAtOnce,
    keys: new KeyResolver(keys, clock, {
      storeDeadlineMs: keyStoreDeadlineMs,
      freshMs: KEY_FRESH_MS,
      staleMs: KEY_STALE_MS,
      recordsMax: CACHED_KEYS_MAX,
    }),
    failures: new FailureThrottle({
      failuresMax: limits.authFailuresPerMinute,
      windowMs: MINUTE_MS,
      addressesMax: CACHED_ADDRESSES_MAX,
    }),
    addresses: new AddressBudgets({
      units: limits.addressUnitsPerMinute,
      windowMs: MINUTE_MS,
      addressesMax: CACHED_ADDRESSES_MAX,
    }),
    limiter: new Limiter({
      budget: { units: limits.budgetUnits, windowMs: SECOND_MS },
      slots: { simulations: limits.simulationsInFlight, evaluations: limits.evaluationsInFlight },
    }),
    bodyBytes: new BodyBytes(limits.bodyBytesInFlight),
    requestKeys: new RequestKeys(),
    bodies: {
      simulationBytesMax: limits.simulationBodyBytes,
      evaluationBytesMax: limits.evaluationBodyBytes,
      deadlineMs: limits.bodyDeadlineMs,
    },
  };
}

/** Returns the services of the store thread. Without a store of seasons, nobody starts it for a file. */
function threadServices(config: Config, { part }: RestartingThread<StoreThread>): StoreServices {
  const folder = part("folder");
  // A file that was there is asked for: its loss is an error, and no empty arena.
  let isMade = false;
  return {
    searches: part("searches"),
    seasons: part("seasons"),
    practice: part("practice"),
    hasStores: () => hasSearches(config) || hasSeasons(config),
    arena: {
      arenaFile(...args): ReturnType<ArenaFiles["arenaFile"]> {
        isMade ||= hasSeasons(config);
        return (isMade ? folder : EMPTY_ARENA).arenaFile(...args);
      },
    },
  };
}

function hasSearches({ databaseUrl, searches }: Config): boolean {
  return databaseUrl !== null || isThere(searches.file);
}

function hasSeasons({ databaseUrl, arena }: Config): boolean {
  return databaseUrl !== null || isThere(arena.file);
}

function spawnStores(): Worker {
  return new Worker(new URL("store_thread/store_worker.ts", import.meta.url), { type: "module" });
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
