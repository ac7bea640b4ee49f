// This module is browser compatible.

import type { SearchPlan } from "../../contracts/plan.ts";
import type { Clock } from "../../base/clock.ts";
import { StartError } from "../../base/errors.ts";
import { searchCost } from "../../limits/cost.ts";
import type { JobOutcome, NewRange, RangeResult } from "../../store/search_store.ts";
import { type NumberRange, partOf } from "../stages/engine_plan.ts";
import { runsPerCandidate } from "../plan/markets.ts";
import type { AskStore, OpenSearch, RangeJob } from "./open_search.ts";
import { endedOrder, type SearchOrder, unfinishedOf } from "../stages/order.ts";
import { withinDeadline } from "../workers/range_deadline.ts";
import { PendingRanges } from "../stages/ranges.ts";
import type { SearchRun } from "./search_run.ts";
import type { AnyStage, Stage } from "../stages/stage.ts";
import { StoredRanges } from "./stored_ranges.ts";
import { readHead } from "../stages/summary.ts";

/**
 * Most ranges of a search that wait as jobs at once: a claim takes longer the more jobs of any search
 * wait. The step after the last of them queues the next ones. On 100 cores these are five minutes of
 * work, and the last ones, for which the other cores wait, ten seconds.
 */
const QUEUED_MAX = 4_096;

/** The parts of the search of a plan. */
export interface PlanSearchParts {
  readonly id: string;
  readonly order: SearchOrder;
  readonly run: SearchRun;
  readonly ask: AskStore;
  readonly clock: Pick<Clock, "after">;
  /** Most ranges that are queued at once. */
  readonly queuedMax?: number | undefined;
}

/** The search of a plan in memory. */
export class PlanSearch implements OpenSearch {
  readonly unfinished: OpenSearch["unfinished"];
  readonly #parts: PlanSearchParts;

  constructor(parts: PlanSearchParts) {
    this.#parts = parts;
    this.unfinished = unfinishedOf(parts.order);
  }

  async range(
    { stage: name, from, count, units, task }: RangeJob,
    signal?: AbortSignal,
  ): Promise<RangeResult> {
    const { run, clock } = this.#parts;
    const stage: AnyStage = JSON.parse(task);
    const range = { from, count };
    const timed = { stage: name, count, units };
    return await withinDeadline(
      clock,
      timed,
      signal,
      async (either) => {
        if (stage.role !== "evaluate" && stage.role !== "paths") {
          return await this.#runRange(stage, range, either);
        }
        const { found: summary, trials } = await run.runListed(stage, range, either);
        return { count: 0, summary, merit: null, best: null, part: null, trials };
      },
    );
  }

  async step(signal?: AbortSignal): Promise<JobOutcome> {
    const { id, order, run, ask, queuedMax = QUEUED_MAX } = this.#parts;
    const source = new StoredRanges(ask, id);
    try {
      const { report, searched } = await run.report(source, signal && { signal });
      const outcome = JSON.stringify(report);
      const end = { status: "done", outcome, searched, order: endedOrder(order) } as const;
      return { kind: "end", end };
    } catch (error) {
      if (error instanceof PendingRanges) {
        return { kind: "ranges", ranges: jobsOf(error, run.prepared.plan, queuedMax) };
      }
      throw error;
    }
  }

  async #runRange(stage: Stage, range: NumberRange, signal: AbortSignal): Promise<RangeResult> {
    const { id, order, run, ask } = this.#parts;
    const options = { keepsPoints: false, writesFile: order.keepsPoints, signal };
    const { summary: packed, part } = await run.runRange(stage, range, options);
    const summary = readHead(packed);
    if (summary.count !== range.count) {
      throw new StartError(`Cannot run ${stage.name}: the range is not whole`);
    }
    const best = stage.role === "search" ? summary.best : null;
    const file = part === null ? null : {
      key: await ask((store) => store.putPart(id, part)),
      rows: range.count,
      bytes: part.length,
    };
    return {
      count: range.count,
      summary: packed,
      merit: best?.merit ?? null,
      best: best === null ? null : JSON.stringify(best),
      part: file,
    };
  }
}

/** Returns the compute units of a range. */
function unitsOf(stage: AnyStage, { count }: NumberRange, plan: SearchPlan): number {
  const isEvaluation = stage.role === "evaluate";
  const runs = stage.role === "paths" ? stage.paths.to - stage.paths.from : 1;
  const [candidates, evaluations] = isEvaluation ? [0, count] : [count * runs, 0];
  return searchCost({ candidates, evaluations, components: runsPerCandidate(plan) });
}

/** Returns the next jobs of a stage. The later a range is in its stage, the lower is its priority. */
function jobsOf(
  { stage, ranges, done }: PendingRanges,
  plan: SearchPlan,
  most: number,
): readonly NewRange[] {
  return ranges.slice(0, most).map((range, at) => ({
    stage: stage.name,
    ...range,
    units: unitsOf(stage, range, plan),
    priority: done + at,
    task: JSON.stringify({ ...stage, draw: partOf(stage.draw, range) }),
  }));
}
