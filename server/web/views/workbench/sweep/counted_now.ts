import type { Candidate } from "../../../../contracts/candidate.ts";
import type { Verdict } from "../../../../contracts/types.ts";
import type { ReportEntry, SearchReport } from "../../../../search/report/report.ts";
import { triesOn } from "../../../history/trial_counts.ts";
import { adjusted, LEVEL } from "../../../model/standing.ts";
import { findFacts } from "../../../state/state.ts";

/** Returns how many verdicts were shown by now on the dataset of a candidate. */
function triesOf(candidate: Candidate): number {
  return triesOn(findFacts(candidate)?.datasetHash ?? "");
}

/** Returns a verdict as one of all that were shown by now. */
export function verdictNow(verdict: Verdict, of: Candidate, count = triesOf(of)): Verdict {
  const trials = { ...verdict.trials, count };
  return { ...verdict, trials, pAdjusted: adjusted(verdict.pValue, count) };
}

/**
 * Returns a report whose verdicts are one each of all that were shown by now: the search counts those
 * before and its own, and the page shows more of them afterwards.
 */
export function reportNow(report: SearchReport, tries = triesOf): SearchReport {
  const now = (entry: ReportEntry): ReportEntry => {
    const { candidate, evaluation } = entry;
    // The luck of a candidate on several markets is the worst of theirs, each with its own tries.
    if (evaluation === null || evaluation.markets !== undefined) return entry;
    const [trials, { pAdjusted }] = [tries(candidate), evaluation.figures];
    if (pAdjusted === null || trials <= evaluation.trials) return entry;
    const luck = adjusted(pAdjusted, trials / evaluation.trials);
    const isLuck = evaluation.eligible && luck > LEVEL;
    return {
      ...entry,
      evaluation: {
        ...evaluation,
        trials,
        figures: { ...evaluation.figures, pAdjusted: luck },
        eligible: evaluation.eligible && !isLuck,
        failed: isLuck ? [...evaluation.failed, "EDGE"] : evaluation.failed,
      },
    };
  };
  return { ...report, top: report.top.map(now), best: report.best && now(report.best) };
}
