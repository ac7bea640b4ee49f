import type { Parameter } from "../../../contracts/catalog.ts";
import { BARS_PER_DAY } from "../../../contracts/engine_constants.ts";
import type { Timeframe } from "../../../contracts/scalar.ts";

/** Last position of a slider; the first is 0. */
export const SLIDER_STEPS = 1000;

/** The values of a slider. */
export interface Scale {
  readonly min: number;
  readonly max: number;
  /** Exponent; above 1 small values get more room on the slider. */
  readonly power: number;
  /** Values are multiples of the step; null: the step follows the resolution of the slider. */
  readonly step: number | null;
}

/** A numeric parameter. */
export type NumberParameter = Exclude<Parameter, { type: "string" }>;

/** If the default is below this share of the range, the scale is bent ... */
const BENT_BELOW = 0.1;
/** ... so that the default is at this share of the slider. */
const DEFAULT_AT = 0.35;
const POWER_MAX = 4;
/** Approximate number of distinct values of a slider. */
const VALUES = 250;

/**
 * Returns the scale of a parameter over its range. The scale is bent if the default is a small share of
 * the range, so that the default is not lost at the left end.
 */
export function sliderScale(parameter: NumberParameter, timeframe: Timeframe): Scale {
  const isWhole = parameter.type !== "number";
  const max = parameter.constraints.maximum;
  const min = parameter.type === "window"
    ? Math.ceil(parameter.constraints.minimumBars / BARS_PER_DAY[timeframe])
    : parameter.constraints.minimum;
  const share = (parameter.defaultValue - min) / (max - min);
  const isBent = share > 0 && share < BENT_BELOW;
  const power = isBent ? Math.min(POWER_MAX, Math.log(share) / Math.log(DEFAULT_AT)) : 1;
  return { min, max, power, step: isWhole ? 1 : power === 1 ? nice((max - min) / VALUES) : null };
}

/** Returns the value at a position of the slider. */
export function valueAt(scale: Scale, position: number): number {
  if (position <= 0) return scale.min;
  if (position >= SLIDER_STEPS) return scale.max;
  const share = position / SLIDER_STEPS;
  const unit = unitAt(scale, share);
  const value = scale.min + (scale.max - scale.min) * share ** scale.power;
  return within(scale, Math.round(value / unit) * unit);
}

/**
 * Returns the value one unit above or below another, for a key press. Positions are denser than units,
 * so the next position may have the same value.
 *
 * @param units 1 or -1
 */
export function valueBeside(scale: Scale, value: number, units: number): number {
  const { min, max, power } = scale;
  const share = Math.min(1, Math.max(0, (value - min) / (max - min)));
  const unit = unitAt(scale, Math.max(share ** (1 / power), 1 / SLIDER_STEPS));
  // A value between two multiples moves to the next one.
  const at = Number((value / unit).toPrecision(10));
  const next = units > 0 ? Math.floor(at) + 1 : Math.ceil(at) - 1;
  return within(scale, next * unit);
}

/** Returns the step of the values around a position of the slider. */
function unitAt({ min, max, power, step }: Scale, share: number): number {
  return step ?? nice((max - min) * power * share ** (power - 1) / VALUES);
}

/** Rounds away the error of decimal multiples, such as 3 * 0.1. */
function within({ min, max }: Scale, value: number): number {
  return Math.min(max, Math.max(min, Number(value.toPrecision(10))));
}

/** Returns the position of a value; values outside the range are at the nearer end. */
export function sliderPosition({ min, max, power }: Scale, value: number): number {
  const share = Math.min(1, Math.max(0, (value - min) / (max - min)));
  return Math.round(SLIDER_STEPS * share ** (1 / power));
}

/** Returns the largest 1, 2 or 5 times a power of ten that does not exceed a size. */
function nice(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  const leading = size / power;
  return power * (leading >= 5 ? 5 : leading >= 2 ? 2 : 1);
}
