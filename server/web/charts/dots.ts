import { roundTicks } from "./number_line.ts";

/** One path as a dot of a strip. */
export interface PathDot {
  /** Index of the path or the rotation. */
  readonly path: number;
  /** Utility less that of the line, decimal per year. */
  readonly difference: number;
  /** Level above (positive) or below the middle of the strip, which keeps dots from overlapping. */
  readonly level: number;
}

/** A strip of dots. */
export interface Strip {
  readonly title: string;
  readonly kind: "strategy" | "twin";
  /** Explanation of the title, where one is needed. */
  readonly meaning?: string;
  /** Sorted by difference, ascending. */
  readonly dots: readonly PathDot[];
  /** The marked value, such as the mean. */
  readonly mark: { readonly title: string; readonly value: number };
}

/** Strips on one scale. */
export interface PathDots {
  readonly strips: readonly Strip[];
  readonly min: number;
  readonly max: number;
  /** Round values of the scale, including 0. */
  readonly ticks: readonly number[];
}

/** A strip before its dots have levels. */
type Unplaced = Omit<Strip, "dots"> & { readonly dots: readonly Omit<PathDot, "level">[] };

/** Smallest distance between two dots on one level, as a share of the scale. */
const DOT_WIDTH = 0.018;

/** Returns strips on the scale of their dots and marks, each dot on a free level near the middle. */
export function placeDots(strips: readonly Unplaced[]): PathDots {
  const all = strips.flatMap(({ dots, mark }) => [
    0,
    mark.value,
    ...dots.map(({ difference }) => difference),
  ]);
  const [min, max] = [Math.min(...all), Math.max(...all)];
  const apart = DOT_WIDTH * (max - min || 1);
  const placed = strips.map((strip) => ({ ...strip, dots: withLevels(strip.dots, apart) }));
  return { strips: placed, min, max, ticks: roundTicks(min, max) };
}

function withLevels(dots: Unplaced["dots"], apart: number): readonly PathDot[] {
  const ends = new Map<number, number>();
  return dots.toSorted((one, other) => one.difference - other.difference).map((dot) => {
    let level = 0;
    // 0, 1, -1, 2, -2 and so on
    while (dot.difference - (ends.get(level) ?? -Infinity) < apart) {
      level = level > 0 ? -level : 1 - level;
    }
    ends.set(level, dot.difference);
    return { ...dot, level };
  });
}
