import { isTie } from "../../wording/season.ts";
import { type PassiveLine, roundTicks } from "./number_line.ts";

/** One path as a dot of a strip. */
export interface PathDot {
  /** Index of the path or the rotation. */
  readonly path: number;
  /** Utility less that of the line, decimal per year. */
  readonly difference: number;
  /** Level above (positive) or below the middle, which keeps dots apart; null: a part of the bar of ties. */
  readonly level: number | null;
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
  /** The name of one path, before its number. */
  readonly noun: "Half-year" | "Rotation";
  readonly strips: readonly Strip[];
  readonly min: number;
  readonly max: number;
  /** Round values of the scale, including 0. */
  readonly ticks: readonly number[];
  /** The line at 0. */
  readonly line: PassiveLine;
}

/** A strip before its dots have levels. */
type Unplaced = Omit<Strip, "dots"> & { readonly dots: readonly Omit<PathDot, "level">[] };

/** Smallest distance between two dots on one level, as a share of the scale. */
const DOT_WIDTH = 0.018;

/** Ties that are drawn as one bar: as dots they would be a tower. */
const BAR_MIN = 8;

/** Returns strips on the scale of their dots and marks, each dot on a free level near the middle. */
export function placeDots(
  strips: readonly Unplaced[],
  line: PassiveLine,
  noun: PathDots["noun"] = "Half-year",
): PathDots {
  const all = strips.flatMap(({ dots, mark }) => [
    0,
    mark.value,
    ...dots.map(({ difference }) => difference),
  ]);
  const [min, max] = [Math.min(...all), Math.max(...all)];
  const apart = DOT_WIDTH * (max - min || 1);
  const placed = strips.map((strip) => ({ ...strip, dots: withLevels(strip.dots, apart) }));
  return { noun, strips: placed, min, max, ticks: roundTicks(min, max), line };
}

/** Returns the differences of an entry of a season as one strip. */
export function entryDots(differences: Float64Array, line: PassiveLine, mean = 0): PathDots {
  return placeDots([{
    title: "Half-years",
    kind: "strategy",
    dots: Array.from(differences, (difference, path) => ({ difference, path })),
    mark: { title: "mean", value: mean },
  }], line);
}

/** The paths that stand for all others. */
export interface NamedPaths {
  readonly best: number;
  readonly worst: number;
  /** The one in the middle, by difference. */
  readonly typical: number;
}

/** Returns the paths that stand for all others; undefined without paths. */
export function namedPaths({ strips }: PathDots): NamedPaths | undefined {
  const order = (strips[0]?.dots ?? []).map(({ path }) => path);
  const [worst, best, typical] = [order[0], order.at(-1), order[order.length >> 1]];
  if (worst === undefined || best === undefined || typical === undefined) return undefined;
  return { best, worst, typical };
}

function withLevels(dots: Unplaced["dots"], apart: number): readonly PathDot[] {
  const hasBar = dots.filter(({ difference }) => isTie(difference)).length >= BAR_MIN;
  const ends = new Map<number, number>();
  return dots.toSorted((one, other) => one.difference - other.difference).map((dot) => {
    if (hasBar && isTie(dot.difference)) return { ...dot, level: null };
    let level = 0;
    // 0, 1, -1, 2, -2 and so on
    while (dot.difference - (ends.get(level) ?? -Infinity) < apart) {
      level = level > 0 ? -level : 1 - level;
    }
    ends.set(level, dot.difference);
    return { ...dot, level };
  });
}
