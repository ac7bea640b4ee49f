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

/** The part of a parameter's range that is swept. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** Fewest values of a range. */
export const STEPS_MIN = 2;
/** Most values: cells of a map stay larger than a pointer. */
export const STEPS_MAX = 64;
/** Tolerance of a whole number of bars after a division: far less than a bar. */
const SLACK = 1e-6;
/** Decimals beyond the first digit of a step. */
const SPARE_DECIMALS = 1;

const rough = lazy(() => new Intl.NumberFormat("en", { maximumSignificantDigits: 3 }));

/** Formats a number for an axis. */
export function short(value: number): string {
  return rough().format(value).replace("-", "−");
}

/**
 * Returns the whole range of a parameter in its unit; null for a parameter with named values.
 */
export function parameterRange(parameter: Parameter, timeframe: Timeframe): Range | null {
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
 * Returns evenly spaced, readable values of a parameter including both ends, or all named values.
 *
 * @param range part of the range; null for all of it
 * @param steps number of values; fewer are returned if there are no more
 */
export function axisValues(
  parameter: Parameter,
  range: Range | null,
  steps: number,
  timeframe: Timeframe,
): AxisValues {
  const { name, unit } = parameter;
  const whole = parameterRange(parameter, timeframe);
  if (parameter.type === "string" || whole === null) {
    return { name, unit, values: parameter.type === "string" ? parameter.constraints.enum : [] };
  }
  const { from, to } = snapped(
    range ?? usualRange(parameter, whole),
    valuesPerUnit(parameter, timeframe),
  );
  const count = Math.min(Math.max(STEPS_MIN, Math.round(steps)), STEPS_MAX);
  const step = (to - from) / (count - 1);
  const round = rounding(parameter, step, timeframe);
  const values = Array.from({ length: count }, (_, index) => {
    // Ends are not rounded, since that could move them out of the range.
    const value = index === 0 ? from : index === count - 1 ? to : round(from + index * step);
    return Math.min(Math.max(value, from), to);
  });
  return { name, unit, values: [...new Set(values)] };
}

/**
 * Returns the range of an axis without one of its own: the whole range, but a window of days by default
 * starts at a day instead of a few bars.
 */
export function usualRange(parameter: Parameter, { from, to }: Range): Range {
  const { type, defaultValue } = parameter;
  const isOfDays = type === "window" && Number(defaultValue) >= 1 && from < 1 && to > 1;
  return { from: isOfDays ? 1 : from, to };
}

/** Returns the number of values per unit; null for a continuous parameter. */
function valuesPerUnit({ type }: Parameter, timeframe: Timeframe): number | null {
  // A window is a whole number of bars.
  return type === "window" ? BARS_PER_DAY[timeframe] : type === "integer" ? 1 : null;
}

/** Moves the ends of a range to possible values. */
function snapped({ from, to }: Range, grain: number | null): Range {
  if (grain === null) return { from, to };
  const [first, last] = [Math.ceil(from * grain - SLACK), Math.floor(to * grain + SLACK)];
  return { from: first / grain, to: Math.max(first, last) / grain };
}

/** Makes a function that rounds to readable values that the engine accepts. */
function rounding(
  parameter: Parameter,
  step: number,
  timeframe: Timeframe,
): (value: number) => number {
  const grain = valuesPerUnit(parameter, timeframe);
  if (grain !== null) {
    const shown = step >= 1 ? 1 : grain;
    return (value) => Math.round(value * shown) / shown;
  }
  const decimals = step > 0 ? Math.max(0, Math.ceil(-Math.log10(step)) + SPARE_DECIMALS) : 0;
  return (value) => Number(value.toFixed(decimals));
}

/** The numbers of an axis; a range of null is the whole range of the parameter. */
export interface AxisNumbers {
  readonly range: Range | null;
  readonly steps: number;
}

/** Requirement on a number of an axis. */
interface Bounds {
  readonly min: number;
  readonly max: number;
  readonly isWhole: boolean;
}

/** Relative error of a bound that is shown in four digits. */
const SHOWN_SLACK = 5e-4;

/**
 * Checks the numbers of an axis; returns a sentence per fault.
 *
 * @param parameter parameter of the axis
 */
export function axisFaults(
  { range, steps }: AxisNumbers,
  parameter: Parameter,
  timeframe: Timeframe,
): readonly string[] {
  const whole = parameterRange(parameter, timeframe);
  if (whole === null) return [];
  const bounds = { min: whole.from, max: whole.to, isWhole: false };
  const { from, to } = range ?? whole;
  const faults = [
    numberFault("From", from, bounds),
    numberFault("To", to, bounds),
    numberFault("Steps", steps, { min: STEPS_MIN, max: STEPS_MAX, isWhole: true }),
  ].filter((fault) => fault !== null);
  if (faults.length > 0 || from < to) return faults;
  return [`From is ${short(from)}, must be below To, which is ${short(to)}`];
}

function numberFault(name: string, value: number, { min, max, isWhole }: Bounds): string | null {
  const kind = isWhole ? "a whole number " : "";
  const range = `from ${short(min)} to ${short(max)}`;
  if (Number.isNaN(value)) return `${name} is empty, must be ${kind || "a number "}${range}`;
  const slack = SHOWN_SLACK * Math.max(Math.abs(min), Math.abs(max));
  const isInside = value >= min - slack && value <= max + slack;
  if (isInside && (!isWhole || Number.isInteger(value))) return null;
  return `${name} is ${short(value)}, must be ${kind}${range}`;
}
