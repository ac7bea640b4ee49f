import { lazy } from "../base/lazy.ts";
import { RequestKeys } from "../limits/request_keys.ts";
import { FailureThrottle } from "../auth/failure_throttle.ts";
import { KeyResolver } from "../auth/key_resolver.ts";
import type { KeyStore } from "../store/key_store.ts";
import type { Market } from "../contracts/catalog.ts";
import type { DatasetSummary } from "../contracts/types.ts";
import type { Config } from "./config.ts";
import type { AppParts } from "../http/app.ts";
import type { Lifecycle } from "../http/context.ts";
import type { Dataset } from "../datasets/dataset.ts";
import type { Engine, EngineRunner } from "../engine/engine.ts";
import { CONTRACT_VERSION, EngineContractError, okJson } from "../engine/wire.ts";
import type { EngineVersions } from "../engine/wire_schemas.ts";
import { ApiError, StartError } from "../base/errors.ts";
import type { LimitPolicy } from "../limits/account.ts";
import { AddressBudgets } from "../limits/address_budget.ts";
import { BodyBytes } from "../limits/body_bytes.ts";
import { Limiter } from "../limits/limiter.ts";
import { Catalog, type CatalogSource } from "../services/catalog.ts";
import type { Signer } from "../season/rules/receipt.ts";
import { Evaluations } from "../services/evaluations.ts";
import { type LoadedDataset, toMarkets } from "../datasets/markets.ts";
import { checkReady, type ReadinessParts } from "../services/readiness.ts";
import { Simulations } from "../services/simulations.ts";
import { CodedBodies, type Compress } from "../services/web_files.ts";
import type { TrialStore } from "../store/trial_store.ts";

/** The parts of a server that the app takes as they are. */
type Given = Pick<
  AppParts,
  | "clock"
  | "local"
  | "isTrustedProxy"
  | "searches"
  | "seasons"
  | "arena"
  | "practice"
  | "webFiles"
  | "log"
>;

/** The parts of a server; the process and the tests each bring their own. */
export interface Parts extends Given {
  readonly config: Pick<Config, "limits" | "keyStoreDeadlineMs" | "searches">;
  readonly source: CatalogSource;
  /** Folders of imported markets that are unusable. */
  readonly skippedFolders?: readonly string[];
  readonly runner: EngineRunner;
  readonly keys: KeyStore;
  readonly trials: TrialStore;
  readonly signer: Signer | null;
  readonly compress: Compress;
}

/** A revoked key works at most this long; requests within it do not read the store. */
const KEY_FRESH_MS = 2_000;
const KEY_STALE_MS = 60_000;
const CACHED_KEYS_MAX = 10_000;
const CACHED_ADDRESSES_MAX = 10_000;
const MINUTE_MS = 60_000;
const SECOND_MS = 1_000;

/** Returns the dependencies of the app. */
export function compose(
  { config, source, skippedFolders = [], runner, keys, trials, signer, compress, ...given }: Parts,
): AppParts {
  const { clock, local } = given;
  const { limits, keyStoreDeadlineMs, searches } = config;
  const policy: LimitPolicy = {
    budget: { units: limits.budgetUnits, windowMs: SECOND_MS },
    slots: { simulations: limits.simulationsInFlight, evaluations: limits.evaluationsInFlight },
  };
  return {
    ...given,
    versions: source.versions,
    catalog: lazy(() => makeCatalog(source)),
    simulations: new Simulations({ local, runner, trials, makeId: () => crypto.randomUUID() }),
    evaluations: new Evaluations({ runner, trials, signer, clock }),
    trials,
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
    limiter: new Limiter(policy),
    bodyBytes: new BodyBytes(limits.bodyBytesInFlight),
    requestKeys: new RequestKeys(),
    bodies: {
      simulationBytesMax: limits.simulationBodyBytes,
      evaluationBytesMax: limits.evaluationBodyBytes,
      deadlineMs: limits.bodyDeadlineMs,
    },
    lifecycle: startLifecycle({ clock, local, runner, keys, trials, keyStoreDeadlineMs }),
    skippedFolders,
    codedBodies: new CodedBodies(compress),
  };
}

/** Returns the state of a process that begins. */
function startLifecycle(parts: ReadinessParts): Lifecycle {
  const lifecycle = {
    startedAtMs: parts.clock.nowMs(),
    isStopping: false,
    isDraining: false,
    isAccepting: true,
    checkReady: async (): Promise<void> => {
      const retryAfterMs = SECOND_MS;
      if (lifecycle.isStopping || lifecycle.isDraining) {
        throw new ApiError("SHUTTING_DOWN", "Cannot take work: stopping", { retryAfterMs });
      }
      if (!lifecycle.isAccepting) {
        const detail = "Cannot take work: the port accepts no connections and is being reopened";
        throw new ApiError("OVERLOADED", detail, { retryAfterMs });
      }
      await checkReady(parts);
    },
  };
  return lifecycle;
}

/**
 * Reads everything that an engine publishes. It gets the datasets when the markets are asked for
 * first, which throws a `StartError` when it rejects one.
 *
 * @throws {StartError} when the engine has another contract version
 */
export function readCatalogSource(engine: Engine, datasets: readonly Dataset[]): CatalogSource {
  const versions = okJson(engine.versions()) as EngineVersions;
  if (versions.contractVersion !== CONTRACT_VERSION) throw offContract();
  let markets: readonly Market[] | null = null;
  return {
    versions,
    profile: engine.familyProfile(),
    catalogue: engine.strategyCatalogue(),
    markets: () => markets ??= toMarkets(datasets.map((dataset) => addDataset(engine, dataset))),
  };
}

/** @throws {StartError} when something that the engine publishes is off contract */
async function makeCatalog(source: CatalogSource): Promise<Catalog> {
  try {
    return await Catalog.of(source);
  } catch (cause) {
    throw cause instanceof EngineContractError ? offContract(cause) : cause;
  }
}

function offContract(cause?: EngineContractError): StartError {
  return new StartError(
    "Cannot use the engine: it does not match this server's contract, rebuild it",
    { cause },
  );
}

function addDataset(engine: Engine, dataset: Dataset): LoadedDataset {
  const { marketKey, marketName: name, timeframe } = dataset.header;
  try {
    const summary = okJson(engine.addDataset(dataset)) as DatasetSummary;
    return { name, summary };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const reason = error.cause instanceof Error ? error.cause.message : error.message;
    throw new StartError(`Cannot use the ${timeframe} dataset of ${marketKey}: ${reason}`, {
      cause: error,
    });
  }
}
