import { createApp } from "../http/app.ts";
import { makeKey } from "../auth/api_key.ts";
import { newRecord } from "../auth/key_changes.ts";
import type { KeyRecord, KeyRegister, KeyStore } from "../store/key_store.ts";
import { SCOPES } from "../contracts/scopes.ts";
import { readCatalogSource } from "../process/catalog_source.ts";
import { openArena } from "../process/open_arena.ts";
import { type Limits, readConfig } from "../process/config.ts";
import type { AppParts } from "../http/app.ts";
import { compressNow } from "../process/compress.ts";
import type { Engine } from "../engine/engine.ts";
import { compileEngine } from "../engine/load.ts";
import type { ProcessRunner } from "../engine/pool.ts";
import { LocalEngine } from "../engine/local_engine.ts";
import { type RequestRecord, toJsonLine, toTextLine } from "../http/request_record.ts";
import type { Signer } from "../season/rules/receipt.ts";
import type { SearchLimits } from "../services/search_service.ts";
import type { CatalogSource } from "../services/catalog.ts";
import type { ArenaStore } from "../season/store/arena_store.ts";
import { openDatabase } from "../store/database.ts";
import { addTrials } from "../store/search_trials.ts";
import { SqlKeyRegister, SqlKeyStore } from "../store/sql_keys.ts";
import { SqliteTrialStore } from "../store/sql_trials.ts";
import { SqliteSql } from "../store/sqlite.ts";
import { ManualClock } from "./clock.ts";
import { type Dataset, isServed } from "../datasets/dataset.ts";
import { makeDatasets } from "./datasets.ts";
import { makeEngine, servedDatasets } from "./official.ts";
import { HeldRunner, TestRunner } from "./runners.ts";
import { inlineSearches } from "./searches.ts";
import { ArenaFolder } from "../season/service/arena_folder.ts";
import { inlineSeasons } from "./seasons.ts";
import { triesOf } from "./trials.ts";

export const FAMILY = "/v1/families/strategy-arena";

/** The one proxy that is trusted. */
export const PROXY_ADDRESS = "10.0.0.1";

/** A candidate that runs on every market. */
export const CANDIDATE = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };

const DEFAULTS = readConfig(() => undefined);
const SEARCH_LIMITS = { unitsPerDay: 100_000, atOnce: 2, filesAtOnce: 2 };
const box = (await servedDatasets()).filter((dataset) => !isServed(dataset));
/** The datasets of every arena of tests: small official ones, and the box behind them. */
export const arenaDatasets = [...await makeDatasets(), ...box];
const module = await compileEngine();

/** Log lines of all arenas of this module, in both forms. */
export const logLines: string[] = [];

/** Differences from the usual arena. */
export interface ArenaOptions {
  readonly limits?: Partial<Limits>;
  readonly searchLimits?: Partial<SearchLimits>;
  /** Makes the runner over the engine of this thread. */
  readonly runner?: (engine: Engine) => ProcessRunner;
  /** Wraps the store of keys. */
  readonly keys?: (store: KeyStore) => KeyStore;
  /** Wraps the engine that checks candidates. */
  readonly local?: (engine: Engine) => Engine;
  /** Signs receipts; without one they are null. */
  readonly signer?: Signer;
  /** The catalogue to publish. */
  readonly source?: CatalogSource;
  /** Datasets beside the usual ones. */
  readonly imported?: readonly Dataset[];
  /** Replaces dependencies of the app. */
  readonly deps?: Partial<AppParts>;
}

/** The whole app on the real engine, small datasets and a clock that the test moves. */
export interface Arena {
  readonly clock: ManualClock;
  readonly deps: AppParts;
  readonly keys: KeyRegister;
  readonly trials: SqliteTrialStore;
  /** Records of all requests so far. */
  readonly records: readonly RequestRecord[];
  /** A key with every scope. */
  readonly key: string;
  /** Adds a key; returns its text. */
  addKey(changes?: Partial<KeyRecord>): Promise<string>;
  /** Sends a request with the key, unless `init` has another; always from one address. */
  request(path: string, init?: RequestInit, address?: string): Promise<Response>;
  /** Sends a request as it is. */
  fetch(request: Request): Promise<Response>;
  /** Posts a value as JSON, or a text unchanged. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** The stores of seasons, with one open season. */
  readonly arenaStore: ArenaStore;
  /** Makes the stores of searches and seasons unreachable. */
  closeSearches(): void;
}

export async function makeArena(options: ArenaOptions = {}): Promise<Arena> {
  const clock = new ManualClock();
  const datasets = [...arenaDatasets, ...options.imported ?? []];
  const engine = await makeEngine();
  const own = readCatalogSource(engine, datasets);
  // Also gives the engine its datasets.
  const markets = own.markets();
  const database = openDatabase(":memory:");
  const sql = new SqliteSql(() => database);
  const register = new SqlKeyRegister(sql);
  const keys = options.keys?.(new SqlKeyStore(sql)) ?? new SqlKeyStore(sql);
  const trials = new SqliteTrialStore(sql);
  const records: RequestRecord[] = [];
  const searches = inlineSearches(
    engine,
    datasets,
    clock,
    (made) => sql.nested((transaction) => addTrials(transaction, made)),
  );
  const seasons = await inlineSeasons(engine, { datasets, markets }, clock, triesOf(sql, trials));
  const { practice } = seasons;
  const opened = await openArena({
    ...DEFAULTS,
    keyStoreDeadlineMs: 500,
    trustedProxies: [PROXY_ADDRESS],
    limits: { ...DEFAULTS.limits, ...options.limits },
    searches: { ...DEFAULTS.searches, ...SEARCH_LIMITS, ...options.searchLimits },
  }, {
    failed: (reason) => {
      throw new Error(reason);
    },
    exhausted: () => {},
    log: (record) => {
      records.push(record);
      logLines.push(toJsonLine(record), toTextLine(record));
    },
  }, {
    clock,
    signer: options.signer ?? null,
    stores: { keys, trials, withRegister: (work) => work(register), close: () => database.close() },
    engines: {
      module,
      source: options.source ?? own,
      datasets,
      skippedFolders: [],
      local: new LocalEngine(options.local?.(engine) ?? engine, {
        datasets,
        prepare: () => {},
        reload: () => makeEngine(),
        onLost: () => {},
      }),
      runner: options.runner?.(engine) ?? new TestRunner(engine),
    },
    services: {
      searches: searches.service,
      seasons: seasons.service,
      arena: new ArenaFolder({ store: seasons.store, practice, clock }),
      practice,
      hasStores: () => true,
    },
    compressor: {
      compress: (bytes, coding) => Promise.resolve(compressNow(bytes, coding, "quick")),
      close: () => {},
    },
  });
  const deps = { ...opened.deps, ...options.deps };
  const app = createApp(deps);

  async function addKey(changes: Partial<KeyRecord> = {}): Promise<string> {
    const made = await makeKey();
    const record = newRecord(made, { name: "test", scopes: SCOPES, createdAt: clock.epochMs() });
    await register.add({ ...record, ...changes });
    return made.key;
  }

  const key = await addKey();

  async function request(
    path: string,
    init: RequestInit = {},
    address = "192.0.2.1",
  ): Promise<Response> {
    const headers = new Headers({ "x-api-key": key });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    return await app.request(path, { ...init, headers }, { remoteAddress: address });
  }

  function post(
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return request(path, {
      method: "POST",
      body: text,
      headers: { "content-type": "application/json", ...headers },
    });
  }

  async function fetch(request: Request): Promise<Response> {
    return await app.fetch(request, { remoteAddress: "192.0.2.1" });
  }

  return {
    clock,
    deps,
    keys: register,
    trials,
    records,
    key,
    addKey,
    request,
    fetch,
    post,
    arenaStore: seasons.store,
    closeSearches: () => {
      searches.close();
      seasons.store.close();
    },
  };
}

/** Makes an arena whose runs finish when the test says so. */
export async function makeHeldArena(
  options: ArenaOptions = {},
): Promise<Arena & { readonly runner: HeldRunner }> {
  const { promise, resolve } = Promise.withResolvers<HeldRunner>();
  const makeRunner = (engine: Engine): HeldRunner => {
    const runner = new HeldRunner(engine);
    resolve(runner);
    return runner;
  };
  const arena = await makeArena({ ...options, runner: makeRunner });
  return { ...arena, runner: await promise };
}
