// This module is browser compatible.

import { ApiError } from "../../base/errors.ts";
import { type Axis, rankingFigure, type SearchPlan } from "../../contracts/plan.ts";
import type { Engine } from "../../engine/engine.ts";
import { axisNameWithKey } from "../plan/axis_name.ts";
import { isTextual, levelsOf, rowOf, shareOf } from "../plan/axis_scale.ts";
import { describePlan } from "../stages/describe_plan.ts";
import { STEP } from "./neighbours.ts";
import type { Figures, Points } from "../points/points.ts";

/** An end of an axis at which the best candidate lies, though the parameter goes on. */
export interface Border {
  /** The name of the axis with its key: "Entry (k)". */
  readonly axis: string;
  readonly end: "smallest" | "largest";
  readonly value: number;
}

/** The best candidate and the neighbours that were run. */
export interface Surroundings {
  readonly coordinates: readonly number[];
  /** Coordinates of the neighbours. */
  readonly rows: readonly (readonly number[])[];
  readonly points: Points;
}

/** Share of an axis without levels that counts as its end. */
const END = 0.01;

/**
 * Returns the ends of axes at which the best candidate lies. An end does not count where the parameter
 * has no value beyond it, and where the next value inwards gives the same figure, as then the axis does
 * not matter.
 */
export function bordersOf(
  engine: Engine,
  plan: SearchPlan,
  { coordinates, rows, points }: Surroundings,
  figures: Figures,
): readonly Border[] {
  const aim = rankingFigure(plan);
  const found = points.column(aim);
  return plan.axes.flatMap((axis, at): readonly Border[] => {
    const value = coordinates[at] ?? NaN;
    const end = endOf(axis, value);
    if (end === null || !axis.path.includes("/strategyParams/")) return [];
    const inwards = rows.findIndex((row) =>
      row.every((other, place) => (other === coordinates[place]) === (place !== at))
    );
    if (inwards < 0 || found[inwards] === figures[aim]) return [];
    const widened = { path: axis.path, values: [beyondOf(axis, end)] };
    const row = rowOf(plan.axes, coordinates).with(at, 0);
    const drawn = { base: plan.base, axes: plan.axes.with(at, widened) };
    return canRun(engine, drawn, row) ? [{ axis: axisNameWithKey(plan, axis), end, value }] : [];
  });
}

function endOf(axis: Axis, coordinate: number): Border["end"] | null {
  if (isTextual(axis) || (levelsOf(axis) ?? 2) < 2) return null;
  const [low, high] = endsOf(axis);
  const near = (end: number): boolean =>
    levelsOf(axis) === null
      ? Math.abs(shareOf(axis, coordinate) - shareOf(axis, end)) <= END
      : Math.abs(coordinate - end) <= 1e-9 * Math.abs(high - low);
  if (near(low)) return "smallest";
  return near(high) ? "largest" : null;
}

function endsOf(axis: Axis): readonly [number, number] {
  if (!("values" in axis)) return [axis.min, axis.max];
  const sorted = axis.values.map(Number).toSorted((one, other) => one - other);
  return [sorted[0] ?? NaN, sorted.at(-1) ?? NaN];
}

/** Returns the value one step beyond an end of an axis. */
function beyondOf(axis: Axis, end: Border["end"]): number {
  const sign = end === "largest" ? 1 : -1;
  const [low, high] = endsOf(axis);
  const from = end === "largest" ? high : low;
  const step = 1 / ((levelsOf(axis) ?? 1 + 1 / STEP) - 1);
  const isLog = !("values" in axis) && axis.scale === "log";
  return isLog ? from * (high / low) ** (sign * step) : from + sign * step * (high - low);
}

/** Returns whether the engine takes the candidate of a row. */
function canRun(
  engine: Engine,
  drawn: Pick<SearchPlan, "base" | "axes">,
  row: readonly number[],
): boolean {
  try {
    const stage = { draw: { method: "list" as const, rows: [row] }, window: null };
    const { candidates: [candidate] } = describePlan(engine, drawn, stage, [0]);
    return typeof candidate === "object";
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}
