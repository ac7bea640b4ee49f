import { systemClock } from "../base/clock.ts";
import { lazy } from "../base/lazy.ts";
import type { AppParts } from "../http/app.ts";
import type { RequestRecord } from "../http/request_record.ts";
import { RecentRequests } from "../search/workers/yield_to_requests.ts";
import { EMPTY_ARENA } from "../season/service/empty_arena.ts";
import { compose } from "./compose.ts";
import { Compressor } from "./compressor.ts";
import type { Config } from "./config.ts";
import { type Engines, startEngines } from "./engines.ts";
import { openExamples } from "./example_markets.ts";
import { proxyMatcher } from "./listen/trusted_proxies.ts";
import type { StoreThread } from "./store_thread/store_thread.ts";
import { type RestartingThread, restartingThread } from "./store_thread/restarting_thread.ts";
import { openSigner } from "./signing.ts";
import { openStores } from "./stores.ts";
import type { Stores } from "../store/stores.ts";
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

/** A running arena without a port: engines, stores and searches behind the dependencies of the app. */
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

/**
 * Opens an arena by its settings. Its threads start when they are needed.
 *
 * @throws {StartError} that names the wrong value and the wanted one
 */
export async function openArena(config: Config, events: ArenaEvents): Promise<OpenArena> {
  const { failed, exhausted, log } = events;
  const signer = await openSigner(config, systemClock, failed);
  const requests = new RecentRequests();
  const starting = startEngines(config, {
    onLost: failed,
    onExhausted: exhausted,
    onRun: () => requests.record(),
  });
  const { keys, trials, withRegister, close } = await openStores(config, failed);
  const { module, source, datasets, skippedFolders, local, runner } = await starting;
  const storeThread = restartingThread<StoreThread>(
    { module, datasets, config, requests: requests.memory },
    spawnSearches,
    failed,
  );
  const compressor = new Compressor();
  const hasSearches = (): boolean => config.databaseUrl !== null || isThere(config.searches.file);
  const hasArena = (): boolean => config.databaseUrl !== null || isThere(config.arena.file);
  const folder = storeThread.part("folder");
  const deps: AppParts = compose({
    clock: systemClock,
    config,
    isTrustedProxy: await proxyMatcher(config.trustedProxies),
    source,
    skippedFolders,
    local,
    runner,
    keys,
    trials,
    signer,
    searches: storeThread.part("searches"),
    seasons: storeThread.part("seasons"),
    arena: { arenaFile: (...args) => (hasArena() ? folder : EMPTY_ARENA).arenaFile(...args) },
    practice: storeThread.part("practice"),
    webFiles: lazy(async () => {
      const { marketList: markets } = await deps.catalog();
      return openWebFiles({ markets, datasets }, await openExamples(module, datasets, failed));
    }),
    compress: (bytes, coding) => compressor.compress(bytes, coding),
    log,
  });
  return {
    deps,
    runner,
    withKeyRegister: withRegister,
    storeThread,
    hasSearches,
    resumeSearches: () => {
      if (hasSearches() || hasArena()) storeThread.open();
    },
    close: async () => {
      storeThread.close();
      await close();
      runner.close();
      compressor.close();
    },
  };
}

function spawnSearches(): Worker {
  return new Worker(new URL("store_thread/store_worker.ts", import.meta.url), { type: "module" });
}

function isThere(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
