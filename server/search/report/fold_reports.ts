// This module is browser compatible.

import type { Candidate } from "../../contracts/candidate.ts";
import type { Engine } from "../../engine/engine.ts";
import { betterLine, excessOf, type WindowReturns } from "../fold/daily_excess.ts";
import type { BarRange } from "../plan/folds.ts";
import { momentsOfNumbers } from "../fold/moments.ts";
import type { Days, FoldReport, InAndOut, OutOfSample } from "./report.ts";
import type { FoldOutcome } from "../stages/stages.ts";

const YEAR_DAYS = 365;

/** A fold with the daily excess of its best over the passive line on the tested days. */
export interface TestedFold {
  readonly report: FoldReport;
  readonly days: readonly number[];
}

/** How folds are judged. */
export interface FoldOptions {
  readonly engine: Engine;
  /** Returns the candidate of an entry. */
  readonly daysOf: (candidate: Candidate, window: BarRange) => Days;
  readonly candidateOf: (coordinates: readonly number[], window: BarRange) => Candidate | null;
  readonly returnsOf: (
    window: BarRange | null,
    candidates: readonly Candidate[],
  ) => Promise<WindowReturns>;
}

/** Reports on the best of each fold on bars that it was not chosen on. */
export async function foldReports(
  outcomes: readonly FoldOutcome[],
  options: FoldOptions,
): Promise<readonly TestedFold[]> {
  const made = await Promise.all(outcomes.map((outcome) => foldReport(outcome, options)));
  return made.filter((fold) => fold !== null);
}

async function foldReport(
  { fold, found, test }: FoldOutcome,
  { engine, candidateOf, returnsOf, daysOf }: FoldOptions,
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
  const ratioOf = (days = new Float64Array()): number => engine.sharpeLuck(days).sharpe ?? 0;
  const excess = { searched: perYear(searched), tested: perYear(tested) };
  const ratio = { searched: ratioOf(searched), tested: ratioOf(tested) };
  const passiveScore = after[line].score;
  const scores = points.column("score");
  const report: FoldReport = {
    name: fold.name,
    search: fold.search,
    test: fold.test,
    dates: { search: daysOf(candidate, fold.search), test: daysOf(candidate, fold.test) },
    candidate,
    inSample: best.figures,
    outOfSample: points.figures(0),
    line,
    passiveScore,
    excess,
    ratio,
    efficiency: efficiencyOf(ratio),
    shareAbove: scores.filter((score) => score > passiveScore).length / scores.length,
  };
  return { report, days: [...tested ?? []] };
}

/** Returns the result of all folds together, or null without folds. */
export function outOfSampleOf(
  engine: Engine,
  folds: readonly TestedFold[],
): OutOfSample | null {
  const days = folds.flatMap((fold) => fold.days);
  if (days.length === 0) return null;
  const meansOf = (figure: "excess" | "ratio"): InAndOut => {
    const sumOf = (which: keyof InAndOut): number =>
      folds.reduce((sum, { report }) => sum + report[figure][which], 0);
    return { searched: sumOf("searched") / folds.length, tested: sumOf("tested") / folds.length };
  };
  const ratio = meansOf("ratio");
  return {
    days: days.length,
    excess: meansOf("excess"),
    ratio,
    efficiency: efficiencyOf(ratio),
    probability: engine.sharpeLuck(Float64Array.from(days)).deflated,
  };
}

/**
 * Returns walk-forward efficiency (Pardo, 1992): the share of the result that remains on bars that
 * were not searched. It compares ratios of daily excess over the passive line: excess, since both
 * windows have carry; days, since a score has no scale where Hold earns next to nothing; and ratios,
 * since PT moves less towards its expiry, so that later folds earn less with the same skill.
 */
function efficiencyOf({ searched, tested }: InAndOut): number | null {
  return searched > 0 ? tested / searched : null;
}

function perYear(excess: Float64Array<ArrayBuffer> = new Float64Array()): number {
  return YEAR_DAYS * momentsOfNumbers(excess).mean;
}
