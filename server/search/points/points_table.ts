// This module is browser compatible.

import type { ColumnSource } from "hyparquet-writer";
import type { Axis } from "../../contracts/plan.ts";
import { isTextual, labelOf, nameOf } from "../plan/axis_scale.ts";
import type { Points } from "./points.ts";

/** How the points of a plan are named. */
export interface PointNames {
  readonly axes: readonly Axis[];
  /** Names of the columns of the plan. */
  readonly names: readonly string[];
  readonly statusNames: readonly string[];
}

/** Returns the points of a chunk as named columns. An undefined figure is NaN. */
export function columnsOf(
  points: Points,
  stage: string,
  { axes, names, statusNames }: PointNames,
): ColumnSource[] {
  const figures = names.slice(axes.length, -1);
  const texts = (name: string, codes: Float64Array, textOf: (code: number) => string) =>
    ({ name, type: "STRING", data: Array.from(codes, textOf), nullable: false }) as const;
  const numbers = (name: string, data: Float64Array) =>
    ({ name, type: "DOUBLE", data, nullable: false }) as const;
  const places = BigInt64Array.from({ length: points.count }, (_, at) => BigInt(points.from + at));
  return [
    { name: "stage", type: "STRING", data: Array(points.count).fill(stage), nullable: false },
    {
      name: "number",
      type: "INT64",
      data: places,
      encoding: "DELTA_BINARY_PACKED",
      nullable: false,
    },
    ...axes.map((axis, at): ColumnSource => {
      const [name, values] = [nameOf(axis), points.columnAt(at)];
      return isTextual(axis)
        ? texts(name, values, (place) => labelOf(axis, place))
        : numbers(name, values);
    }),
    ...figures.map((name) => numbers(name, points.column(name))),
    texts("status", points.column("status"), (code) => statusNames[code] ?? ""),
  ];
}
