import type { Verdict } from "../../../../contracts/types.ts";
import { perYear, signed } from "../../../../wording/numbers.ts";
import { lineText, TWIN } from "../../../../wording/verdict.ts";
import { roundTicks } from "../../../charts/number_line.ts";

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
  /** The marked value: the edge, which is their adjusted mean, the mean of the twin, or the candidate itself among its rotations. */
  readonly mark: { readonly title: string; readonly value: number };
}

/** The strips of a verdict on one scale. */
export interface PathDots {
  readonly strips: readonly Strip[];
  readonly min: number;
  readonly max: number;
  /** Round values of the scale, including 0. */
  readonly ticks: readonly number[];
}

/** Smallest distance between two dots on one level, as a share of the scale. */
const DOT_WIDTH = 0.018;

/** Returns the differences from the line, path by path, as strips of dots. */
export function pathDots({ method, edge, line, series, timing }: Verdict): PathDots {
  const passive = series[line];
  const minus = (values: readonly number[]): number[] =>
    values.map((value, path) => value - (passive[path] ?? passive[0] ?? 0));
  const own = minus(series.utility);
  const twin = minus(series.twin);
  const all = [0, edge, ...own, ...twin];
  const [min, max] = [Math.min(...all), Math.max(...all)];
  const width = max - min || 1;
  const strategy: Strip = {
    title: method === "rotation" ? "Rotations" : "Strategy",
    kind: "strategy",
    dots: toDots(own, width),
    mark: method === "rotation"
      ? { title: "as it is", value: edge }
      : { title: "adjusted mean", value: edge },
  };
  const blind: Strip = {
    title: "Blind twin",
    kind: "twin",
    meaning: TWIN.toLowerCase(),
    dots: toDots(twin, width),
    mark: { title: "mean", value: average(twin) },
  };
  // The means of equal lines would differ, because only the edge is adjusted.
  const hasOwnTwin = twin.length > 0 && timing?.t !== null;
  const strips = hasOwnTwin ? [strategy, blind] : [strategy];
  return { strips, min, max, ticks: roundTicks(min, max) };
}

/** Describes a path: "Path 17: 9.10 %/y after penalties, +0.82 against holding PT; its twin +0.10". */
export function pathText(verdict: Verdict, { strips }: PathDots, path: number): string {
  const findDifference = (strip: Strip | undefined): number | undefined =>
    strip?.dots.find((dot) => dot.path === path)?.difference;
  const [strategy, twin] = strips.map(findDifference);
  const name = verdict.method === "rotation" ? "Rotation" : "Path";
  const utility = perYear(verdict.series.utility[path] ?? 0).replace("+", "");
  const text = `${name} ${path + 1}: ${utility} after penalties, ${points(strategy)} against ${
    lineText(verdict)
  }`;
  return twin === undefined ? text : `${text}; its twin ${points(twin)}`;
}

/** Returns the paths of a strip by ascending difference. */
export function pathsInOrder({ strips }: PathDots): readonly number[] {
  return (strips[0]?.dots ?? []).map(({ path }) => path);
}

function points(difference = 0): string {
  return signed(100 * difference);
}

/** Places each dot on the free level nearest to the middle. */
function toDots(differences: readonly number[], width: number): PathDot[] {
  const ends = new Map<number, number>();
  return differences
    .map((difference, path) => ({ difference, path }))
    .toSorted((one, other) => one.difference - other.difference)
    .map((dot) => {
      let level = 0;
      const isTaken = (): boolean =>
        dot.difference - (ends.get(level) ?? -Infinity) < DOT_WIDTH * width;
      // 0, 1, -1, 2, -2 and so on
      while (isTaken()) level = level > 0 ? -level : 1 - level;
      ends.set(level, dot.difference);
      return { ...dot, level };
    });
}

function average(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
}
