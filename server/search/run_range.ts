// This module is browser compatible.

import type { SearchPlan } from "../contracts/plan.ts";
import type { Engine } from "../engine/engine.ts";
import { columnsRequest, type NumberRange } from "./engine_plan.ts";
import { joinColumns, marketIdsOf } from "./markets.ts";
import { Points } from "./points.ts";
import type { PointNames } from "./points_table.ts";
import { chunksOf } from "./ranges.ts";
import { mergeRanked, type Ranked } from "./ranked.ts";
import type { Stage } from "./stage.ts";
import { mergeSummaries, NO_SUMMARY, type RangeSummary, summaryOf } from "./summary.ts";

/** A range that a worker runs. */
export interface RangeTask {
  readonly plan: SearchPlan;
  readonly stage: Pick<Stage, "draw" | "window" | "topMax" | "passes">;
  readonly range: NumberRange;
  /** Names of the columns of the plan. */
  readonly names: readonly string[];
  /** Whether the answer has the columns, and not the summary alone. */
  readonly keepsPoints: boolean;
  /** How the points are written as a file; by default the search keeps none. */
  readonly file?: PointsFile | null;
}

/** How the points of a range are written as a file. */
export interface PointsFile extends PointNames {
  /** Name of the stage. */
  readonly stage: string;
}

/** Writes points, chunk by chunk. */
export interface PointsWriter {
  add(points: Points): void;
  finish(): Uint8Array<ArrayBuffer>;
}

/** The result of a range. */
export interface RangeAnswer {
  readonly summary: RangeSummary;
  /** The columns, one after the other; empty without `keepsPoints`. */
  readonly numbers: Float64Array<ArrayBuffer>;
  /** The points as a Parquet file; null without `file`. */
  readonly part: Uint8Array<ArrayBuffer> | null;
}

/**
 * Runs a range chunk by chunk, and a chunk block by block. Memory grows with the range only when its
 * points are kept.
 *
 * @param next called before each block with the number of candidates run so far; returns the largest block
 * @param writer writes the points of the task's file
 * @throws {Error} when the engine refuses a block
 */
export async function runRange(
  engine: Engine,
  task: RangeTask,
  next: (at: number) => number | Promise<number>,
  writer: PointsWriter | null = null,
): Promise<RangeAnswer> {
  const { plan, stage: { topMax, passes }, range, names, keepsPoints } = task;
  const numbers = new Float64Array(keepsPoints ? range.count * names.length : 0);
  let summary = NO_SUMMARY;
  const lists: Ranked[] = [];
  for (const chunk of chunksOf(range)) {
    const start = chunk.from - range.from;
    const points = await runChunk(engine, task, chunk, (at) => next(start + at));
    const { ranked, ...own } = summaryOf(points, { plan, topMax, passes });
    summary = mergeSummaries(summary, own, topMax);
    lists.push(ranked);
    for (let column = 0; keepsPoints && column < names.length; column++) {
      numbers.set(points.columnAt(column), column * range.count + start);
    }
    writer?.add(points);
  }
  const part = writer?.finish() ?? null;
  return { summary: { ...summary, ranked: mergeRanked(lists, passes) }, numbers, part };
}

async function runChunk(
  engine: Engine,
  { plan, stage, names }: RangeTask,
  { from, count: total }: NumberRange,
  next: (at: number) => number | Promise<number>,
): Promise<Points> {
  const numbers = new Float64Array(total * names.length);
  for (let at = 0; at < total;) {
    const count = Math.min(await next(at), total - at);
    const block = { from: from + at, count };
    const parts = marketIdsOf(plan).map((marketId) => {
      const onMarket = { ...plan, base: { ...plan.base, marketId } };
      return engine.planColumns(columnsRequest(onMarket, stage, block));
    });
    const found = joinColumns(parts, names, plan.markets?.by ?? "mean");
    if (found.length !== count * names.length) {
      throw new Error("the engine refused a range of the plan");
    }
    for (let column = 0; column < names.length; column++) {
      const values = found.subarray(column * count, (column + 1) * count);
      numbers.set(values, column * total + at);
    }
    at += count;
  }
  return new Points(from, names, numbers);
}
