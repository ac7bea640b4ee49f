import { type Scale, SLIDER_STEPS, sliderPosition, valueAt } from "./slider.ts";

/** Approximate number of points of a curve. */
const POINTS = 32;
/** Smallest span of the drawn score, in points, so that a flat curve looks flat. */
const SPAN_MIN = 10;
/** Height of the drawing, whose width is that of the slider. */
export const CURVE_HEIGHT = 100;

/** The score as a function of one knob. */
export interface KnobCurve {
  /** Position of each value on the slider. */
  readonly positions: readonly number[];
  /** null for candidates that cannot run. */
  readonly scores: readonly (number | null)[];
}

/** Returns the values at which a curve is computed, in the order of the slider. */
export function knobValues(scale: Scale): readonly number[] {
  const all = Array.from({ length: POINTS }, (_, at) => {
    return valueAt(scale, Math.round(at * SLIDER_STEPS / (POINTS - 1)));
  });
  return [...new Set(all)];
}

/** Returns the curve of a knob from the scores of its values. */
export function toKnobCurve(
  scale: Scale,
  values: readonly number[],
  scores: readonly (number | null)[],
): KnobCurve {
  return { positions: values.map((value) => sliderPosition(scale, value)), scores };
}

/** Returns the smallest and the largest score; null if no value can run. */
export function scoreExtremes({ scores }: KnobCurve): readonly [number, number] | null {
  const known = scores.filter((score) => score !== null);
  return known.length === 0 ? null : [Math.min(...known), Math.max(...known)];
}

/** The drawing over a slider: lines of points `x,y`, and the height of Hold if it is in range. */
export interface CurveDrawing {
  readonly lines: readonly string[];
  readonly hold: number | null;
}

/** Returns the drawing of a curve, with gaps at values that cannot run. */
export function drawCurve(curve: KnobCurve): CurveDrawing {
  const [least, most] = scoreExtremes(curve) ?? [0, 0];
  const span = Math.max(most - least, SPAN_MIN);
  const low = (least + most - span) / 2;
  const toHeight = (score: number): number => CURVE_HEIGHT * (1 - (score - low) / span);
  const lines: string[][] = [[]];
  curve.scores.forEach((score, at) => {
    if (score === null) lines.push([]);
    else lines.at(-1)?.push(`${curve.positions[at]},${toHeight(score).toFixed(1)}`);
  });
  const hold = toHeight(100);
  return {
    lines: lines.filter(({ length }) => length > 0).map((points) => points.join(" ")),
    hold: hold >= 0 && hold <= CURVE_HEIGHT ? hold : null,
  };
}
