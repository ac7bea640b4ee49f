import { PartWriter } from "../search/points/points_part.ts";
import type { Engine } from "../engine/engine.ts";
import { evaluated } from "../search/stages/evaluated.ts";
import { reportStep } from "../search/workers/report_step.ts";
import { runRange } from "../search/workers/run_range.ts";
import { runUtilities } from "../search/workers/run_utilities.ts";
import type { SearchWorkers, SharedWorkers } from "../search/workers/search_workers.ts";

/** Runs the calls of workers on the thread of the test. */
export function inlineWorkers(engine: Engine): SearchWorkers & SharedWorkers {
  const workers: SearchWorkers & SharedWorkers = {
    forKey: () => workers,
    size: 1,
    range: (task) =>
      runRange(
        engine,
        task,
        () => 1_000,
        task.file ? new PartWriter(task.file, task.file.stage) : null,
      ),
    evaluate: (candidates, counts) =>
      Promise.try(() => candidates.map((candidate) => evaluated(engine, candidate, counts))),
    utilities: (task) => runUtilities(engine, task, () => Promise.resolve(64)),
    ranks: (utilities, paths) => Promise.try(() => engine.seasonRanks(utilities, paths)),
    report: (request, results) => Promise.try(() => reportStep(engine, request, results)),
  };
  return workers;
}
