import { systemClock } from "../base/clock.ts";
import { originOf } from "../contracts/market_ids.ts";
import { readCatalogSource } from "./catalog_source.ts";
import type { Config } from "./config.ts";
import { loadWithReal } from "../datasets/loader.ts";
import { compileEngine, loadEngine, reloadEngine } from "../engine/load.ts";
import { LocalEngine } from "../engine/local_engine.ts";
import { EnginePool, type ProcessRunner } from "../engine/pool.ts";
import { type Dataset, isServed } from "../datasets/dataset.ts";
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
  readonly runner: ProcessRunner;
}

/** Callbacks for the events of engines. */
export interface EngineEvents {
  /** Called with the reason when an engine is lost. */
  onLost(reason: string): void;
  /** Called when as many threads hang as workers may run. */
  onExhausted(): void;
  /** Called when a run is admitted. */
  onRun(): void;
}

/**
 * Loads the engine and the datasets. The first worker starts with the first run that needs one, or
 * after the port is open, since creating a worker blocks this thread. The engine of this thread takes the
 * official datasets likewise.
 *
 * @throws {StartError} when a dataset is damaged, missing or rejected by the engine
 */
export async function startEngines(
  { datasetFolders, workerCount, queueMax, jobDeadlineMs }: Config,
  events: EngineEvents,
): Promise<Engines> {
  const { onLost } = events;
  const skippedFolders: string[] = [];
  const skipped = (folder: string): void => void skippedFolders.push(folder);
  const [module, datasets] = await Promise.all([
    compileEngine(),
    loadWithReal(datasetFolders, onLost, skipped),
  ]);
  const runner = new EnginePool({
    workersMax: workerCount || navigator.hardwareConcurrency,
    queueMax,
    jobDeadlineMs,
    clock: systemClock,
    spawn: spawnWorker,
    ...events,
  }, { module, datasets });
  const engine = loadEngine(module);
  const reload = (generation: number) => reloadEngine(module, generation);
  const source = readCatalogSource(engine, datasets);
  const prepare = (): void => void source.markets();
  // A fault in datasets of the operator is reported at once.
  const isOfficial = ({ header }: Dataset): boolean => originOf(header.marketId) === "official";
  if (datasetFolders !== null || !datasets.filter(isServed).every(isOfficial)) prepare();
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
