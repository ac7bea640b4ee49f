// This module is browser compatible.

import type { Axis } from "../contracts/plan.ts";
import { isTextual, labelOf, nameOf } from "./axis_scale.ts";
import type { Column } from "./column_chunk.ts";
import type { Points } from "./points.ts";
import { CHUNK_MAX } from "./ranges.ts";

/** How the points of a plan are named. */
export interface PointNames {
  readonly axes: readonly Axis[];
  /** Names of the columns of the plan. */
  readonly names: readonly string[];
  readonly statusNames: readonly string[];
}

/** The code and the places of a column with one text. */
const ZERO = new Float64Array(1);
const ZEROS = new Uint32Array(CHUNK_MAX);

/** Returns the points of a chunk as named columns. */
export function columnsOf(
  points: Points,
  stage: string,
  { axes, names, statusNames }: PointNames,
): readonly Column[] {
  const figures = names.slice(axes.length, -1);
  const { results } = points;
  const one = { firsts: ZEROS.subarray(0, 1), places: ZEROS.subarray(0, points.count) };
  return [
    { name: "stage", type: "STRING", codes: ZERO, textOf: () => stage, repeated: one },
    { name: "number", type: "INT64", from: points.from, count: points.count },
    ...axes.map((axis, at): Column => {
      const [name, values] = [nameOf(axis), points.columnAt(at)];
      return isTextual(axis)
        ? { name, type: "STRING", codes: values, textOf: (place) => labelOf(axis, place) }
        : { name, type: "DOUBLE", values };
    }),
    ...figures.map((name): Column => ({
      name,
      type: "DOUBLE",
      values: points.column(name),
      repeated: results,
    })),
    {
      name: "status",
      type: "STRING",
      codes: points.column("status"),
      textOf: (code) => statusNames[code] ?? "",
      repeated: results,
    },
  ];
}
