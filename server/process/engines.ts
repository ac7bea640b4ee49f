import { systemClock } from "../clock.ts";
import { readCatalogSource } from "./compose.ts";
import type { Config } from "./config.ts";
import { loadDatasets } from "../datasets/loader.ts";
import { compileEngine, loadEngine, reloadEngine } from "../engine/load.ts";
import { LocalEngine } from "../engine/local_engine.ts";
import { EnginePool } from "../engine/pool.ts";
import type { CatalogSource } from "../services/catalog.ts";

/** The engines of a server, all with the official datasets. */
export interface Engines {
  readonly source: CatalogSource;
  /** On this thread, for calls of microseconds. */
  readonly local: LocalEngine;
  /** In workers, for longer calls; not opened yet. */
  readonly runner: EnginePool;
}

/**
 * Loads the engine and the datasets. It does not start a worker yet, because that blocks the thread.
 *
 * @param onLost called when an engine is lost
 * @param onExhausted called when so many threads hang that only a new process can help
 * @throws {StartError} when a dataset is damaged, missing or rejected by the engine
 */
export async function startEngines(
  { datasetsFolder, workerCount, queueMax, jobDeadlineMs }: Config,
  onLost: (reason: string) => void,
  onExhausted: () => void,
): Promise<Engines> {
  const [module, datasets] = await Promise.all([compileEngine(), loadDatasets(datasetsFolder)]);
  const runner = new EnginePool({
    workersMax: workerCount || navigator.hardwareConcurrency,
    queueMax,
    jobDeadlineMs,
    clock: systemClock,
    spawn: () =>
      new Worker(new URL("../engine/worker.ts", import.meta.url), {
        type: "module",
        // Everything that it needs comes in messages.
        deno: { permissions: "none" },
      }),
    onLost,
    onExhausted,
  }, { module, datasets });
  const engine = loadEngine(module);
  const reload = (generation: number) => reloadEngine(module, generation);
  const local = new LocalEngine(engine, { datasets, reload, onLost });
  return { source: readCatalogSource(engine, datasets), local, runner };
}
