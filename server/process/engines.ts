import { systemClock } from "../base/clock.ts";
import { originOf } from "../contracts/market_ids.ts";
import { readCatalogSource } from "./compose.ts";
import type { Config } from "./config.ts";
import { loadDatasets } from "../datasets/loader.ts";
import { compileEngine, loadEngine, reloadEngine } from "../engine/load.ts";
import { LocalEngine } from "../engine/local_engine.ts";
import { EnginePool } from "../engine/pool.ts";
import { TimeShare } from "../engine/time_share.ts";
import type { Dataset } from "../datasets/dataset.ts";
import type { CatalogSource } from "../services/catalog.ts";

/** The engines of a server, all with all datasets. */
export interface Engines {
  readonly module: WebAssembly.Module;
  readonly source: CatalogSource;
  readonly datasets: readonly Dataset[];
  /** Folders of imported markets that are unusable. */
  readonly skippedFolders: readonly string[];
  /** The engine of the main thread, for calls of microseconds. */
  readonly local: LocalEngine;
  /** The engines in workers, for longer calls. */
  readonly runner: EnginePool;
}

/**
 * The main thread's time budget for light runs: a share, and the most that is saved of it. Under a
 * higher load, workers take many runs per message, which costs as little and uses all cores.
 */
const INLINE_SHARE = 0.5;
const INLINE_BURST_MS = 4;

/**
 * Loads the engine and the datasets. The first worker starts with the first run that needs one, or
 * after the port is open, since creating a worker blocks this thread. The engine of this thread takes the
 * official datasets likewise.
 *
 * @param onLost called when an engine is lost
 * @param onExhausted called when as many threads hang as workers may run
 * @throws {StartError} when a dataset is damaged, missing or rejected by the engine
 */
export async function startEngines(
  { datasetFolders, workerCount, queueMax, jobDeadlineMs }: Config,
  onLost: (reason: string) => void,
  onExhausted: () => void,
): Promise<Engines> {
  const skippedFolders: string[] = [];
  const skipped = (folder: string): void => void skippedFolders.push(folder);
  const [module, datasets] = await Promise.all([
    compileEngine(),
    loadDatasets(datasetFolders, onLost, skipped),
  ]);
  const runner = new EnginePool({
    workersMax: workerCount || navigator.hardwareConcurrency,
    queueMax,
    jobDeadlineMs,
    clock: systemClock,
    inlineBudget: new TimeShare(systemClock, INLINE_SHARE, INLINE_BURST_MS),
    spawn: spawnWorker,
    onLost,
    onExhausted,
  }, { module, datasets });
  const engine = loadEngine(module);
  const reload = (generation: number) => reloadEngine(module, generation);
  const source = readCatalogSource(engine, datasets);
  const prepare = (): void => void source.markets();
  // A fault in datasets of the operator is reported at once.
  const isOfficial = ({ header }: Dataset): boolean => originOf(header.marketId) === "official";
  if (datasetFolders !== null || !datasets.every(isOfficial)) prepare();
  const local = new LocalEngine(engine, { datasets, prepare, reload, onLost });
  return { module, source, datasets, skippedFolders, local, runner };
}

function spawnWorker(): Worker {
  return new Worker(new URL("../engine/worker.ts", import.meta.url), {
    type: "module",
    // The worker gets everything in messages.
    deno: { permissions: "none" },
  });
}
