// This module is browser compatible.

import { gateName } from "../../../wording/gates.ts";
import { edgeText } from "../../../wording/verdict.ts";
import { rulesText } from "../../components/candidate_text.ts";
import type { Evaluation } from "../../engine/messages.ts";
import { givenName } from "../../history/history.ts";
import { differenceOf } from "../../model/exposure.ts";
import { shownMetrics } from "../../model/metrics.ts";
import { monthsOf, yearsOf } from "../../model/months.ts";
import type { Report } from "../../model/report_file.ts";
import { standingOf } from "../../model/standing.ts";
import { linkTo, type RunOf } from "../../state.ts";

interface Reported extends Pick<RunOf, "run" | "dataset"> {
  readonly evaluation: Evaluation | null;
  readonly tries: number;
  readonly paragraph: string;
}

/** Returns the content of the report of a run. */
export function reportOf({ run, dataset, evaluation, tries, paragraph }: Reported): Report {
  const { candidate, evidence, metrics, portfolio } = run;
  const capital = Number(candidate.capital);
  const from = dataset.header.tradeStartIndex;
  const values = portfolio.equity.map((equity) => equity / capital);
  const standing = evaluation && standingOf(evaluation, tries);
  const address = new URL(linkTo("workbench", candidate), location.href).href;
  const { datasetHash, candidateHash, resultHash } = evidence;
  return {
    title: givenName(candidate) ?? rulesText(candidate),
    verdict: standing === null
      ? "Not judged on new data"
      : standing.passed
      ? "Passed"
      : "Not passed",
    headline: evaluation === null ? "" : `${edgeText(evaluation.verdict)}, after penalties.`,
    hasPassed: standing?.passed ?? false,
    paragraph,
    figures: shownMetrics(metrics).map(({ label, value, note }) => [label, value, note]),
    years: yearsOf(monthsOf(dataset.timestamp, values, dataset.hold, from)),
    overHold: differenceOf(portfolio.equity, dataset.hold, capital).subarray(from),
    gates: evaluation?.eligibility.gates.map((gate) => [gateName(gate), gate.passed]) ?? [],
    address,
    evidence: Object.entries({ datasetHash, candidateHash, resultHash }),
  };
}
