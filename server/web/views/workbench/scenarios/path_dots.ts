import type { Verdict } from "../../../../contracts/types.ts";
import { perYear, signed } from "../../../../wording/numbers.ts";
import { lineText, TWIN } from "../../../../wording/verdict.ts";
import { type PathDot, type PathDots, placeDots, type Strip } from "../../../charts/dots.ts";

/** Returns the differences from the line, path by path, as strips of dots. */
export function pathDots({ method, edge, line, series, timing }: Verdict): PathDots {
  const passive = series[line];
  const minus = (values: readonly number[]): readonly Omit<PathDot, "level">[] =>
    values.map((value, path) => {
      return { path, difference: value - (passive[path] ?? passive[0] ?? 0) };
    });
  const twin = minus(series.twin);
  const strategy = {
    title: method === "rotation" ? "Rotations" : "Strategy",
    kind: "strategy",
    dots: minus(series.utility),
    mark: { title: method === "rotation" ? "as it is" : "adjusted mean", value: edge },
  } as const;
  const mean = twin.reduce((sum, { difference }) => sum + difference, 0) / (twin.length || 1);
  const blind = {
    title: "Blind twin",
    kind: "twin",
    meaning: TWIN.toLowerCase(),
    dots: twin,
    mark: { title: "mean", value: mean },
  } as const;
  // The means of equal lines would differ, because only the edge is adjusted.
  const strips = twin.length > 0 && timing?.t !== null ? [strategy, blind] : [strategy];
  return placeDots(strips, line, method === "rotation" ? "Rotation" : "Half-year");
}

/** Describes a path: "9.10 %/y after penalties, +0.82 against holding PT; its twin +0.10". */
export function pathText(verdict: Verdict, { strips }: PathDots, path: number): string {
  const findDifference = (strip: Strip | undefined): number | undefined =>
    strip?.dots.find((dot) => dot.path === path)?.difference;
  const [strategy, twin] = strips.map(findDifference);
  const utility = perYear(verdict.series.utility[path] ?? 0).replace("+", "");
  const text = `${utility} after penalties, ${points(strategy)} against ${lineText(verdict)}`;
  return twin === undefined ? text : `${text}; its twin ${points(twin)}`;
}

function points(difference = 0): string {
  return signed(100 * difference);
}
