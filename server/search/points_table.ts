// This module is browser compatible.

import type { Axis } from "../contracts/plan.ts";
import { isTextual, labelOf, nameOf } from "./axis_scale.ts";
import type { Points } from "./points.ts";

/** How the points of a plan are named. */
export interface PointNames {
  readonly axes: readonly Axis[];
  /** Names of the columns of the plan. */
  readonly names: readonly string[];
  readonly statusNames: readonly string[];
}

/** A named column; choices are texts. */
export interface NamedColumn {
  readonly name: string;
  readonly data: Float64Array | Int32Array | BigInt64Array | string[];
  readonly type: "DOUBLE" | "INT64" | "STRING";
  readonly nullable: false;
}

/** Returns the points of a range as named columns. */
export function columnsOf(
  points: Points,
  stage: string,
  { axes, names, statusNames }: PointNames,
): NamedColumn[] {
  const text = (name: string, data: string[]): NamedColumn => ({
    name,
    data,
    type: "STRING",
    nullable: false,
  });
  const numbers = BigInt64Array.from(
    { length: points.count },
    (_, row) => BigInt(points.from + row),
  );
  const figures = names.slice(axes.length, -1);
  return [
    text("stage", new Array<string>(points.count).fill(stage)),
    { name: "number", data: numbers, type: "INT64", nullable: false },
    ...axes.map((axis, at): NamedColumn => {
      const column = points.columnAt(at);
      return isTextual(axis)
        ? text(nameOf(axis), Array.from(column, (place) => labelOf(axis, place)))
        : { name: nameOf(axis), data: column, type: "DOUBLE", nullable: false };
    }),
    ...figures.map((name): NamedColumn => ({
      name,
      data: points.column(name),
      type: "DOUBLE",
      nullable: false,
    })),
    text("status", Array.from(points.column("status"), (code) => statusNames[code] ?? "")),
  ];
}
