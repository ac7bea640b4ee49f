import type { Parameter } from "../../contracts/catalog.ts";
import type { Timeframe } from "../../contracts/scalar.ts";
import { type Range, rangeOf, short, STEPS_MAX, STEPS_MIN } from "./axis_values.ts";

/** The numbers of an axis; null stands for the whole range of the parameter. */
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
const SLACK = 5e-4;

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
  const whole = rangeOf(parameter, timeframe);
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
  const slack = SLACK * Math.max(Math.abs(min), Math.abs(max));
  const isInside = value >= min - slack && value <= max + slack;
  if (isInside && (!isWhole || Number.isInteger(value))) return null;
  return `${name} is ${short(value)}, must be ${kind}${range}`;
}
