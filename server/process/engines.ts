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
  /** On this thread, for what takes microseconds. */
  readonly local: LocalEngine;
  /** In workers, for what takes longer; it is not open yet. */
  readonly runner: EnginePool;
}

/**
 * Loads the engine and the datasets. Making a worker holds this thread up, so that comes later.
 *
 * @param lost is told when an engine is lost
 * @param spent is told when so many threads hang that only a new process can help
 * @throws {StartError} when a dataset is damaged, missing or not what the engine takes
 */
export async function startEngines(
  { datasetsFolder, workerCount, queueMax, jobDeadlineMs }: Config,
  lost: (reason: string) => void,
  spent: () => void,
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
        // It gets all it needs in messages.
        deno: { permissions: "none" },
      }),
    onLost: lost,
    onExhausted: spent,
  }, { module, datasets });
  const engine = loadEngine(module);
  const reload = (generation: number) => reloadEngine(module, generation);
  const local = new LocalEngine(engine, { datasets, reload, onLost: lost });
  return { source: readCatalogSource(engine, datasets), local, runner };
}
