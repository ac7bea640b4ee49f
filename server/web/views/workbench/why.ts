import { BARS_PER_DAY } from "../../../contracts/engine_constants.ts";
import { METRICS, TERMS } from "../../../contracts/metric_table.ts";
import type { MarketTimeframe } from "../../../contracts/catalog.ts";
import { chance } from "../../../wording/numbers.ts";
import { edgeText } from "../../../wording/verdict.ts";
import type { Arena, Evaluation, MarketColumns, Metrics, Run } from "../../engine/messages.ts";
import { gainOver } from "../../model/exposure.ts";
import { counted, fixed, money, percent } from "../../model/format.ts";
import { overHold, quickScore, scoreBase } from "../../model/score.ts";
import { neverReached } from "./signal_panels.ts";
import { REASONS, type SkipReason } from "./skips.ts";
import { toStanding } from "../../model/standing.ts";

type Term = typeof TERMS[number];

/** A run, and what its score follows from. */
export interface ScoredRun {
  readonly run: Run;
  readonly dataset: MarketColumns;
  readonly profile: Arena["profile"];
  readonly facts: Pick<MarketTimeframe, "benchmarkUtility" | "idleUtility">;
}

const LABELS: Readonly<Record<Term, string>> = {
  annualizedMeanReturn: METRICS.annualizedMeanReturn.label,
  maxDrawdown: "Deepest fall",
  cvar: "Bad days",
  turnover: "Trading",
  executionCost: "Costs paid",
};

/** Returns the score of a run by term, in points; Hold has 100. */
export function scoreSteps(
  metrics: Metrics,
  profile: Arena["profile"],
  facts: Pick<MarketTimeframe, "benchmarkUtility">,
): readonly { readonly term: Term; readonly label: string; readonly points: number }[] {
  const { weights } = profile.scoring as unknown as { weights: Readonly<Record<Term, number>> };
  const point = scoreBase(profile, facts.benchmarkUtility) / 100;
  return TERMS.map((term) => {
    return { term, label: LABELS[term], points: weights[term] * metrics[term] / point };
  });
}

/** Names the costliest term, or the return if its gap to the 100 of Hold is larger. */
function largestLever({ run, profile, facts }: ScoredRun): string {
  const levers = scoreSteps(run.metrics, profile, facts).map(({ term, label, points }) =>
    term === "annualizedMeanReturn"
      ? { lost: 100 - points, text: "a lower mean return than that of Hold" }
      : { lost: -points, text: label.toLowerCase() }
  );
  const { lost, text } = levers.reduce((most, lever) => lever.lost > most.lost ? lever : most);
  return lost < 0.05
    ? "No term costs a point: the run equals Hold or beats it."
    : `Most is lost to ${text}: ${fixed(lost, 1)} points.`;
}

/** Explains why a run has no fill, or how often it traded. */
function tradedText(run: ScoredRun["run"]): string {
  const { execution: { intents, skippedByReason }, metrics: { fills, exposure } } = run;
  if (fills > 0) {
    return `It traded ${counted(fills, "time")}, and on average ${percent(exposure, 0)} of the ` +
      "capital was in PT.";
  }
  const [most] = Object.entries(skippedByReason).toSorted(([, a], [, b]) => b - a);
  if (intents > 0 && most !== undefined) {
    return `No fill: it wanted to trade on ${counted(intents, "bar")}, but a guardrail prevented ` +
      `that, most often ${REASONS[most[0] as SkipReason].label.toLowerCase()}.`;
  }
  const reached = neverReached(run);
  return `No fill: ${reached ?? "no target in the scored window called for a position"}.`;
}

/** Explains a run in one paragraph. Every number in it is a figure of the answer. */
export function explain(
  scored: ScoredRun,
  /** Names of the strategies and of the market: "Yield RSI on sUSDe, hourly". */
  name: string,
  /** null: the candidate was not judged. */
  evaluation: Evaluation | null,
  /** Verdicts shown so far on the dataset, this one included. */
  tries: number,
): string {
  const { run, dataset, profile, facts } = scored;
  const { score, idle } = quickScore(run.metrics, profile, facts);
  const capital = Number(run.candidate.capital);
  const overIdle = gainOver(run.portfolio.equity, dataset.idle, capital).at(-1) ?? NaN;
  return [
    `${name} was run with ${money(capital)} over ${counted(scoredDays(run), "scored day")}.`,
    tradedText(run),
    `It earned ${compared(overHold(run, dataset), "Hold")}, and ${
      compared(overIdle, "leaving everything in SY")
    }.`,
    `After penalties for falls and trading: ${fixed(score, 1)} of Hold's 100. Leaving everything ` +
    `in SY scores ${fixed(idle, 1)}.`,
    largestLever(scored),
    evaluation === null
      ? "It has not been judged on new data."
      : verdictSentences(evaluation, tries),
  ].join(" ");
}

function scoredDays({ resolvedScoringProfile, candidate }: Run): number {
  return Math.round(resolvedScoringProfile.scoredBars / BARS_PER_DAY[candidate.timeframe]);
}

function compared(more: number, line: string): string {
  if (Math.abs(more) < 5e-5) return `as much as ${line}`;
  return `${percent(Math.abs(more))} ${more > 0 ? "more" : "less"} than ${line}`;
}

/** Uses the count of now, as the line above the workbench does. */
function verdictSentences(evaluation: Evaluation, tries: number): string {
  const { verdict } = evaluation;
  const { luck, outcome } = toStanding(evaluation, tries);
  const [where, end] = verdict.method === "rotation"
    ? ["On its only path", "One history gives no verdict."]
    : [
      `On new data, ahead in ${verdict.beatsLine} of ${verdict.paths} fresh half-years`,
      `It has ${outcome}.`,
    ];
  return `${where}: ${edgeText(verdict)} after penalties; by luck ${chance(luck)}, counting ` +
    `${counted(tries, "try", "tries")}. ${end}`;
}
