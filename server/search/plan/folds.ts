// This module is browser compatible.

import type { Windows } from "../../contracts/plan.ts";
import { StartError } from "../../base/errors.ts";

/** Half-open range of bars that are traded and scored; earlier bars only warm up indicators. */
export interface BarRange {
  readonly from: number;
  readonly to: number;
}

/** Bars that are searched, and later bars that test the best; null: no test. */
export interface Fold {
  readonly name: string;
  readonly search: BarRange;
  readonly test: BarRange | null;
}

/** The bars of a dataset that may be scored. */
export interface ScoredBars extends BarRange {
  readonly barsPerDay: number;
}

/** Fewest days of a window that say anything. */
const DAYS_MIN = 5;

/**
 * Returns the folds of a plan in chronological order; a walk-forward ends with all bars, untested.
 *
 * @throws {StartError} when there are too few bars
 */
export function foldsOf(windows: Windows, scored: ScoredBars): readonly Fold[] {
  const { from, to } = scored;
  const whole: Fold = { name: "all", search: { from, to }, test: null };
  if (windows.kind === "whole") return [whole];
  const { purge, embargo } = windows;
  const split = (name: string, first: number, at: number, end: number): Fold => ({
    name,
    search: { from: first, to: at - purge },
    test: { from: at + embargo, to: end },
  });
  if (windows.kind === "holdout") {
    const at = to - Math.round((to - from) * windows.share);
    return checked([split("holdout", from, at, to)], scored);
  }
  const edge = (part: number): number =>
    from + Math.floor((to - from) * part / (windows.folds + 1));
  const folds = Array.from({ length: windows.folds }, (_, fold) => {
    const first = windows.mode === "anchored" ? from : edge(fold);
    return split(`fold-${fold + 1}`, first, edge(fold + 1), edge(fold + 2));
  });
  return checked([...folds, whole], scored);
}

function checked(folds: readonly Fold[], { from, to, barsPerDay }: ScoredBars): readonly Fold[] {
  const least = DAYS_MIN * barsPerDay;
  const windows = folds.flatMap(({ name, search, test }) => [
    { name: `the bars searched in ${name}`, range: search },
    ...(test === null ? [] : [{ name: `the bars that test ${name}`, range: test }]),
  ]);
  const short = windows.find(({ range }) => range.to - range.from < least);
  if (short === undefined) return folds;
  const found = Math.max(0, short.range.to - short.range.from);
  throw new StartError(
    `Cannot search: ${short.name} are ${found}, must be at least ${least} (${DAYS_MIN} days); of ` +
      `the ${to - from} scored bars take fewer folds, or a smaller purge and embargo`,
  );
}
