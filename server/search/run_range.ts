// This module is browser compatible.

import type { SearchPlan } from "../contracts/plan.ts";
import type { Engine } from "../engine/engine.ts";
import { columnsRequest, type NumberRange } from "./engine_plan.ts";
import { Points } from "./points.ts";
import type { Stage } from "./stage.ts";
import { type RangeSummary, summaryOf } from "./summary.ts";

/** A range that a worker runs. */
export interface RangeTask {
  readonly plan: SearchPlan;
  readonly stage: Pick<Stage, "draw" | "window" | "topMax" | "passes">;
  readonly range: NumberRange;
  /** Names of the columns of the plan. */
  readonly names: readonly string[];
  /** Whether the answer has the columns, and not the summary alone. */
  readonly keepsPoints: boolean;
}

/** The result of a range. */
export interface RangeAnswer {
  readonly summary: RangeSummary;
  /** The columns, one after the other; empty without `keepsPoints`. */
  readonly numbers: Float64Array<ArrayBuffer>;
}

/** Reuses the previous range's buffer when its points were not kept. */
let spare = new Float64Array();

/**
 * Runs a range, block by block.
 *
 * @param next called before each block with the candidates that have run; returns the most of the block
 * @throws {Error} when the engine refuses a block
 */
export async function runRange(
  engine: Engine,
  { plan, stage, range, names, keepsPoints }: RangeTask,
  next: (at: number) => number | Promise<number>,
): Promise<RangeAnswer> {
  const size = range.count * names.length;
  const isSpare = !keepsPoints && spare.length === size;
  const numbers = isSpare ? spare : new Float64Array(size);
  // Another range may run between two blocks of this one.
  if (isSpare) spare = new Float64Array();
  for (let at = 0; at < range.count;) {
    const count = Math.min(await next(at), range.count - at);
    const found = engine.planColumns(columnsRequest(plan, stage, { from: range.from + at, count }));
    if (found.length !== count * names.length) {
      throw new Error("the engine refused a range of the plan");
    }
    for (let column = 0; column < names.length; column++) {
      const values = found.subarray(column * count, (column + 1) * count);
      numbers.set(values, column * range.count + at);
    }
    at += count;
  }
  const points = new Points(range.from, names, numbers);
  const summary = summaryOf(points, { plan, topMax: stage.topMax, passes: stage.passes });
  if (keepsPoints) return { summary, numbers };
  spare = numbers;
  return { summary, numbers: new Float64Array() };
}
