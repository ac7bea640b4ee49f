// This module is browser compatible.

import type { Parameter } from "../../contracts/catalog.ts";
import { BARS_PER_DAY } from "../../contracts/engine_constants.ts";
import type { Timeframe } from "../../contracts/scalar.ts";
import { lazy } from "../../base/lazy.ts";
import type { ParamValue } from "../model/candidate.ts";

/** Values of one parameter, in the order of a map. */
export interface AxisValues {
  readonly name: string;
  readonly unit: string | null;
  readonly values: readonly ParamValue[];
}

/** The part of the catalogue's range that a sweep goes over. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Fewer are no range. */
export const STEPS_MIN = 2;
/** More would be smaller than a pointer. */
export const STEPS_MAX = 64;
/** What a whole number of bars may be off by after a division: far less than a bar. */
const SLACK = 1e-6;
/** Decimals beyond the first digit of a step. */
const SPARE_DECIMALS = 1;

const rough = lazy(() => new Intl.NumberFormat("en", { maximumSignificantDigits: 3 }));

/** Returns a number for an axis. */
export function short(value: number): string {
  return rough().format(value).replace("-", "−");
}

/**
 * Returns the whole range of a parameter, in its unit; null of one that has names for values.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const window = { name: "w", description: "", unit: "days", defaultValue: 20 };
 * const constraints = { minimumBars: 12, maximum: 120 };
 * assertEquals(rangeOf({ ...window, type: "window", constraints }, "hourly"), { from: 0.5, to: 120 });
 * ```
 */
export function rangeOf(parameter: Parameter, timeframe: Timeframe): Range | null {
  switch (parameter.type) {
    case "string":
      return null;
    case "window": {
      const { minimumBars, maximum } = parameter.constraints;
      return { from: minimumBars / BARS_PER_DAY[timeframe], to: maximum };
    }
    default: {
      const { minimum, maximum } = parameter.constraints;
      return { from: minimum, to: maximum };
    }
  }
}

/**
 * Returns evenly spaced values of a parameter, its ends included, in numbers that can be read; all
 * values of one that has names.
 *
 * @param range what to go over; null takes all
 * @param steps how many values; fewer come when there are no more
 */
export function axisOf(
  parameter: Parameter,
  range: Range | null,
  steps: number,
  timeframe: Timeframe,
): AxisValues {
  const { name, unit } = parameter;
  const whole = rangeOf(parameter, timeframe);
  if (parameter.type === "string" || whole === null) {
    return { name, unit, values: parameter.type === "string" ? parameter.constraints.enum : [] };
  }
  const { from, to } = snapped(range ?? whole, grainOf(parameter, timeframe));
  const count = Math.min(Math.max(STEPS_MIN, Math.round(steps)), STEPS_MAX);
  const step = (to - from) / (count - 1);
  const round = rounding(parameter, step, timeframe);
  const values = Array.from({ length: count }, (_, index) => {
    // The ends are taken as they are: rounding could carry them out of the range.
    const value = index === 0 ? from : index === count - 1 ? to : round(from + index * step);
    return Math.min(Math.max(value, from), to);
  });
  return { name, unit, values: [...new Set(values)] };
}

/** Returns how many values a unit has; null: as many as one likes. */
function grainOf({ type }: Parameter, timeframe: Timeframe): number | null {
  // A window is a whole number of bars.
  return type === "window" ? BARS_PER_DAY[timeframe] : type === "integer" ? 1 : null;
}

/** Returns the range with its ends on values that there are. */
function snapped({ from, to }: Range, grain: number | null): Range {
  if (grain === null) return { from, to };
  const [first, last] = [Math.ceil(from * grain - SLACK), Math.floor(to * grain + SLACK)];
  return { from: first / grain, to: Math.max(first, last) / grain };
}

/** Returns what brings a value to one that the engine takes and a person reads. */
function rounding(
  parameter: Parameter,
  step: number,
  timeframe: Timeframe,
): (value: number) => number {
  const grain = grainOf(parameter, timeframe);
  if (grain !== null) {
    const shown = step >= 1 ? 1 : grain;
    return (value) => Math.round(value * shown) / shown;
  }
  const decimals = step > 0 ? Math.max(0, Math.ceil(-Math.log10(step)) + SPARE_DECIMALS) : 0;
  return (value) => Number(value.toFixed(decimals));
}
