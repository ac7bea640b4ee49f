import { rankingFigure } from "../../contracts/figures.ts";
import { labelOf, nameOf } from "../../search/plan/axis_scale.ts";
import {
  aimOf,
  type DatasetReport,
  type FoldReport,
  foldsByName,
  type OutOfSample,
  type SearchReport,
} from "../../search/report/report.ts";
import {
  importanceSentence,
  likelihood,
  resultsText,
  stoppedSentence,
  triedText,
  tripsText,
  uncountedSearch,
  varianceSentence,
} from "../../wording/search.ts";

/** Returns a report for a terminal. */
export function reportText(report: SearchReport, out: string): string {
  const { datasets, verdict } = report;
  const uncounted = uncountedSearch(report);
  return [
    "",
    ...datasets.map(datasetText),
    verdict.sentence,
    ...[...verdict.reasons, ...verdict.notes].map((sentence) => `  - ${sentence}`),
    "",
    ...bestLines(report),
    ...luckLines(report),
    ...foldLines(report),
    ...evaluationLines(report),
    ...uncounted === null ? [] : [uncounted],
    "",
    `Look at ${out}/report.html`,
  ].join("\n");
}

/** Says where the best candidate lies, and which axes matter. */
function bestLines(report: SearchReport): readonly string[] {
  const { plan, best, importance } = report;
  const lines: string[] = [];
  if (best !== null) {
    const where = plan.axes.map((axis, at) =>
      `${nameOf(axis)} ${labelOf(axis, best.coordinates[at] ?? NaN)}`
    ).join(", ");
    lines.push(`Best ${plan.aim} ${figureText(aimOf(best, plan))}: ${where}`);
  }
  const patience = readPatience(plan);
  lines.push(...report.stopped.map((stopped) => stoppedSentence(stopped, patience)));
  if (importance !== null) {
    const shares = importance.axes.map(({ axis, share }) => {
      const named = plan.axes[axis];
      return `${named ? nameOf(named) : axis} ${percentText(share)}`;
    });
    lines.push(
      `Importance: ${shares.join(", ")}`,
      `  ${importanceSentence(importance, rankingFigure(plan))}`,
    );
  }
  return lines;
}

/** Says how lucky the best candidate may be. */
function luckLines({ luck, overfitting, neighbours }: SearchReport): readonly string[] {
  const lines: string[] = [];
  if (luck !== null) {
    lines.push(
      `Tried ${triedText(luck)}: ${resultsText(luck)}; passive line (${luck.passiveLine}) scores ` +
        figureText(luck.passiveScore),
      `Deflated Sharpe probability: ${likelihoodText(luck.deflatedSharpe)} over SY, ` +
        `${likelihoodText(luck.deflatedOverPassive)} over the passive line`,
      varianceSentence(luck.variance),
    );
    if (luck.trips !== null) lines.push(`The best has ${tripsText(luck.trips)}`);
  }
  if (overfitting !== null) {
    const { probability, candidates, splits, lossShare } = overfitting;
    lines.push(
      `Probability of overfitting ${likelihood(probability)} (${candidates} candidates, ` +
        `${splits.toLocaleString("en-US")} splits), loss in ${percentText(lossShare)}`,
    );
  }
  if (neighbours !== null) {
    const { shareAbove, count } = neighbours;
    lines.push(`Neighbours above the passive line: ${percentText(shareAbove)} of ${count}`);
  }
  return lines;
}

/** Says what is left on bars that no candidate was chosen on. */
function foldLines(report: SearchReport): readonly string[] {
  const { best, outOfSample } = report;
  const lines = (best === null ? [] : foldsByName(report)).map(({ name, fold }) =>
    fold === null ? `${name}: no candidate kept the constraints` : foldText(fold)
  );
  if (outOfSample === null) return lines;
  const { days, probability } = outOfSample;
  return [
    ...lines,
    `All ${days} tested days: mean ratio ${leftText(outOfSample)}; ` +
    `probability of an excess over the passive line ${likelihoodText(probability)}`,
  ];
}

/** Says what the arena's own evaluation holds of the best. */
function evaluationLines({ best, paths }: SearchReport): readonly string[] {
  const lines: string[] = [];
  if (best?.evaluation) {
    const { eligible, failed, figures: { edge, pAdjusted, capitalScore } } = best.evaluation;
    lines.push(
      `Its evaluation: edge ${percentText(edge)} a year, p ${figureText(pAdjusted)}, ` +
        `CapitalScore ${figureText(capitalScore)}, ` +
        (eligible ? "eligible" : `not eligible (${failed.join(", ")})`),
      best.evaluation.real,
      ...best.evaluation.whatIf === undefined ? [] : [`What if: ${best.evaluation.whatIf}`],
    );
  }
  if (paths !== null) {
    const tried = paths.map((rung) => `${rung.candidates} on ${rung.paths}`);
    lines.push(`Compared by the edge, candidates on paths: ${tried.join(", ")}; each is a try`);
  }
  return lines;
}

function foldText(fold: FoldReport): string {
  const { name, line, excess } = fold;
  return `${name}: daily Sharpe ratio over ${line} ${leftText(fold)}; excess a year ` +
    `${percentText(excess.searched)} searched, ${percentText(excess.tested)} tested`;
}

/** Prints an efficiency beside the two ratios that it compares, not beside excess returns. */
function leftText({ ratio, efficiency }: FoldReport | OutOfSample): string {
  const left = efficiency === null ? "no efficiency" : `efficiency ${percentText(efficiency)}`;
  return `${figureText(ratio.searched)} searched, ${figureText(ratio.tested)} tested, ${left}`;
}

/** Names a market and its data: "Market 1, USDe (usde-27mar2026), daily, 2026-01-01 to 2026-06-30". */
function datasetText({ marketId, marketKey, marketName, timeframe, days }: DatasetReport): string {
  return `Market ${marketId}, ${marketName} (${marketKey}), ${timeframe}, ${days.join(" to ")}`;
}

function readPatience({ method }: SearchReport["plan"]): number {
  return "patience" in method ? method.patience ?? 0 : 0;
}

/** Formats a figure with five digits; null is a dash. */
function figureText(figure: number | null): string {
  return figure === null ? "-" : String(Number(figure.toPrecision(5)));
}

function likelihoodText(probability: number | null): string {
  return probability === null ? "-" : likelihood(probability);
}

function percentText(share: number | null): string {
  return share === null ? "-" : `${(100 * share).toFixed(1)} %`;
}
