// This module is browser compatible.

import type { Candidate } from "../contracts/candidate.ts";
import { betterLine, type DailyReturns, excessOf } from "./daily_excess.ts";
import { momentsOf, probabilisticSharpe } from "./figures/sharpe.ts";
import type { BarRange } from "./folds.ts";
import { momentsOfNumbers } from "./moments.ts";
import type { FoldReport, OutOfSample } from "./report.ts";
import type { FoldOutcome } from "./stages.ts";

const YEAR_DAYS = 365;

/** A fold with what its best earned over the passive line on each day that tests it. */
export interface TestedFold {
  readonly report: FoldReport;
  readonly days: readonly number[];
}

/** What folds are judged with. */
export interface FoldOptions {
  /** Returns the candidate of an entry. */
  readonly candidateOf: (coordinates: readonly number[], window: BarRange) => Candidate | null;
  readonly returnsOf: (
    window: BarRange | null,
    candidates: readonly Candidate[],
  ) => Promise<DailyReturns>;
}

/** Returns what became of the best of each fold on bars that it was not chosen on. */
export async function foldReports(
  outcomes: readonly FoldOutcome[],
  options: FoldOptions,
): Promise<readonly TestedFold[]> {
  const made = await Promise.all(outcomes.map((outcome) => foldReport(outcome, options)));
  return made.filter((fold) => fold !== null);
}

async function foldReport(
  { fold, found, test }: FoldOutcome,
  { candidateOf, returnsOf }: FoldOptions,
): Promise<TestedFold | null> {
  const [best] = found.summary.top;
  const points = test?.points[0];
  if (fold.test === null || best === undefined || points === undefined) return null;
  const candidate = candidateOf(best.coordinates, fold.test);
  if (candidate === null) return null;
  const [before, after] = await Promise.all([
    returnsOf(fold.search, [candidate]),
    returnsOf(fold.test, [candidate]),
  ]);
  const line = betterLine(before);
  const [searched, tested] = [before, after].map(({ [line]: { days }, candidates: [own] }) =>
    own ? excessOf(own, days) : new Float64Array()
  );
  const excess = { searched: perYear(searched), tested: perYear(tested) };
  const passiveScore = after[line].score;
  const scores = points.column("score");
  const report: FoldReport = {
    name: fold.name,
    search: fold.search,
    test: fold.test,
    candidate,
    inSample: best.figures,
    outOfSample: points.figures(0),
    line,
    passiveScore,
    excess,
    efficiency: efficiencyOf(excess),
    shareAbove: scores.filter((score) => score > passiveScore).length / scores.length,
  };
  return { report, days: [...tested ?? []] };
}

/** Returns what is left of all folds together; null of none. */
export function outOfSampleOf(folds: readonly TestedFold[]): OutOfSample | null {
  const days = folds.flatMap((fold) => fold.days);
  if (days.length === 0) return null;
  const meanOf = (which: "searched" | "tested"): number =>
    folds.reduce((sum, { report }) => sum + report.excess[which], 0) / folds.length;
  const excess = { searched: meanOf("searched"), tested: meanOf("tested") };
  const moments = momentsOf(days);
  return {
    days: days.length,
    excess,
    efficiency: efficiencyOf(excess),
    probability: moments && probabilisticSharpe(moments, 0),
  };
}

/**
 * Returns walk-forward efficiency (Pardo, 1992): what is earned a year on bars that were not searched
 * over what is earned on those that were. It is of the excess over the passive line, since carry is
 * there in both, and of days and not of scores, which have no scale where Hold earns next to nothing.
 */
function efficiencyOf({ searched, tested }: FoldReport["excess"]): number | null {
  return searched > 0 ? tested / searched : null;
}

function perYear(excess: Float64Array<ArrayBuffer> = new Float64Array()): number {
  return YEAR_DAYS * momentsOfNumbers(excess).mean;
}
