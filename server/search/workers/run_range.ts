// This module is browser compatible.

import type { SearchPlan } from "../../contracts/plan.ts";
import type { Bytes, Engine } from "../../engine/engine.ts";
import { type NumberRange, summaryRequest } from "../stages/engine_plan.ts";
import { Points } from "../points/points.ts";
import type { PointNames } from "../points/points_table.ts";
import { chunksOf } from "../stages/ranges.ts";
import type { Stage } from "../stages/stage.ts";
import { NO_BYTES } from "../stages/summary.ts";

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
  finish(): Bytes;
}

/** The result of a range. */
export interface RangeAnswer {
  /** Packed. */
  readonly summary: Bytes;
  /** The columns, one after the other; empty without `keepsPoints`. */
  readonly numbers: Float64Array<ArrayBuffer>;
  /** The points as a Parquet file; null without `file`. */
  readonly part: Bytes | null;
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
  { plan, stage, range, names, keepsPoints }: RangeTask,
  next: (at: number) => number | Promise<number>,
  writer: PointsWriter | null = null,
): Promise<RangeAnswer> {
  const width = keepsPoints || writer !== null ? names.length : 0;
  const numbers = new Float64Array(keepsPoints ? range.count * width : 0);
  let summary = NO_BYTES;
  for (const { from, count: total } of chunksOf(range)) {
    const start = from - range.from;
    const chunk = new Float64Array(total * width);
    for (let at = 0; at < total;) {
      const count = Math.min(await next(start + at), total - at);
      const block = new Float64Array(count * width);
      const request = summaryRequest(plan, stage, { from: from + at, count });
      summary = engine.summarise(request, summary, block);
      if (summary.length === 0) throw new Error("the engine refused a range of the plan");
      copyRows(block, chunk, at);
      at += count;
    }
    if (keepsPoints) copyRows(chunk, numbers, start);
    writer?.add(new Points(from, names, chunk));
  }
  return { summary, numbers, part: writer?.finish() ?? null };

  /** Copies the columns of some rows to their place in longer ones. */
  function copyRows(rows: Float64Array, into: Float64Array, at: number): void {
    const [own, all] = [rows.length / width, into.length / width];
    for (let column = 0; column < width; column++) {
      into.set(rows.subarray(column * own, (column + 1) * own), column * all + at);
    }
  }
}
