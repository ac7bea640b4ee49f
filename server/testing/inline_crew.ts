import type { Dataset } from "../datasets/dataset.ts";
import type { Engine } from "../engine/engine.ts";
import { dailyReturns } from "../search/daily_excess.ts";
import { evaluated } from "../search/evaluated.ts";
import type { SearchWorkers } from "../search/search_run.ts";
import { runRange } from "../search/run_range.ts";
import type { SearchAnswer, SearchTask } from "../search/serve_ranges.ts";

/** Runs the tasks of workers on the thread of the test. */
export function inlineCrew(engine: Engine, datasets: readonly Dataset[]): SearchWorkers {
  const answerTo = (task: SearchTask): SearchAnswer => {
    if (task.kind === "range") return runRange(engine, task, () => 1_000);
    if (task.kind === "evaluate") {
      return { kind: "evaluate", evaluation: evaluated(engine, task.candidate, task.tried) };
    }
    const dataset = task.kind === "returns" ? datasets[task.dataset] : undefined;
    if (task.kind !== "returns" || dataset === undefined) throw new Error("no such task");
    const returns = dailyReturns(engine, dataset, task.window, task.candidates);
    return { kind: "returns", returns };
  };
  const run = (task: SearchTask): Promise<SearchAnswer> => Promise.resolve(answerTo(task));
  return { size: 1, run: run as SearchWorkers["run"] };
}
