// This module is browser compatible.

import { positionOf, type Scale, SLIDER_STEPS, valueAt } from "./slider.ts";

/** Points of a curve, about. */
const POINTS = 32;
/** A curve that spans fewer points of the score than this is drawn as flat as it is. */
const SPAN_MIN = 10;
/** Height of the drawing; its width is that of the slider. */
export const CURVE_HEIGHT = 100;

/** The score along a knob, all others as they are. */
export interface KnobCurve {
  /** Where on the slider each value is. */
  readonly positions: readonly number[];
  /** null where the candidate cannot run. */
  readonly scores: readonly (number | null)[];
}

/** Returns the values of a knob that its curve is of, from the left to the right of its slider. */
export function knobValues(scale: Scale): readonly number[] {
  const all = Array.from({ length: POINTS }, (_, at) => {
    return valueAt(scale, Math.round(at * SLIDER_STEPS / (POINTS - 1)));
  });
  return [...new Set(all)];
}

/** Returns the curve of a knob from the scores of its values. */
export function curveOf(
  scale: Scale,
  values: readonly number[],
  scores: readonly (number | null)[],
): KnobCurve {
  return { positions: values.map((value) => positionOf(scale, value)), scores };
}

/** Returns the least and the largest score; null where no value can run. */
export function extremesOf({ scores }: KnobCurve): readonly [number, number] | null {
  const known = scores.filter((score) => score !== null);
  return known.length === 0 ? null : [Math.min(...known), Math.max(...known)];
}

/** What is drawn behind a slider: lines of points `x,y`, and the height of Hold where it is seen. */
export interface CurveDrawing {
  readonly lines: readonly string[];
  readonly hold: number | null;
}

/** Returns the drawing of a curve, with a gap where a value cannot run. */
export function drawingOf(curve: KnobCurve): CurveDrawing {
  const [least, most] = extremesOf(curve) ?? [0, 0];
  const span = Math.max(most - least, SPAN_MIN);
  const low = (least + most - span) / 2;
  const heightOf = (score: number): number => CURVE_HEIGHT * (1 - (score - low) / span);
  const lines: string[][] = [[]];
  curve.scores.forEach((score, at) => {
    if (score === null) lines.push([]);
    else lines.at(-1)?.push(`${curve.positions[at]},${heightOf(score).toFixed(1)}`);
  });
  const hold = heightOf(100);
  return {
    lines: lines.filter(({ length }) => length > 0).map((points) => points.join(" ")),
    hold: hold >= 0 && hold <= CURVE_HEIGHT ? hold : null,
  };
}
