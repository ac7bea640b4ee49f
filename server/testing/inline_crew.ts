import type { Dataset } from "../datasets/dataset.ts";
import type { Engine } from "../engine/engine.ts";
import { dailyReturns } from "../search/daily_excess.ts";
import { evaluated } from "../search/evaluated.ts";
import type { NumberRange } from "../search/engine_plan.ts";
import type { Crew } from "../search/crew.ts";
import type { Points } from "../search/points.ts";
import { runRange } from "../search/run_range.ts";
import type { RangeStore } from "../search/run_stage.ts";
import type { SearchAnswer, SearchTask } from "../search/serve_ranges.ts";
import type { Summary } from "../search/summary.ts";

/** Does what workers do, on the thread of the test. */
export function inlineCrew(
  engine: Engine,
  datasets: readonly Dataset[],
): Pick<Crew, "run" | "size"> {
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
  return { size: 1, run: run as Crew["run"] };
}

/** Keeps ranges in memory. */
export class MemoryStore implements RangeStore {
  readonly summaries = new Map<string, Summary>();
  readonly #points = new Map<string, Points>();

  load(stage: string, { from }: NumberRange): Promise<Summary | null> {
    return Promise.resolve(this.summaries.get(`${stage}/${from}`) ?? null);
  }

  save(stage: string, points: Points, summary: Summary): Promise<void> {
    const name = `${stage}/${points.from}`;
    this.#points.set(name, points);
    // As a file has it.
    this.summaries.set(name, JSON.parse(JSON.stringify(summary)));
    return Promise.resolve();
  }

  points(stage: string, { from }: NumberRange): Promise<Points> {
    const found = this.#points.get(`${stage}/${from}`);
    return found ? Promise.resolve(found) : Promise.reject(new Error("no such points"));
  }
}
