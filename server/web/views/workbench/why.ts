import { BARS_PER_DAY } from "../../contracts/engine_constants.ts";
import { METRICS, TERMS } from "../../contracts/metric_table.ts";
import type { MarketTimeframe } from "../../contracts/catalog.ts";
import { chance } from "../../wording/numbers.ts";
import { edgeText, type Outcome } from "../../wording/verdict.ts";
import type { Arena, Evaluation, MarketColumns, Metrics, Run } from "../engine/messages.ts";
import { gainOver } from "./exposure.ts";
import { counted, fixed, money, percent } from "./format.ts";
import { overHold, quickScore, scoreBase } from "./score.ts";
import { neverReached } from "./signal_panels.ts";
import { REASONS, type SkipReason } from "./skips.ts";
import { toStanding } from "./standing.ts";

type Term = typeof TERMS[number];

/** A run, and what its score follows from. */
export interface ScoredRun {
  readonly run: Run;
  readonly dataset: MarketColumns;
  readonly profile: Arena["profile"];
  readonly facts: Pick<MarketTimeframe, "benchmarkUtility" | "idleUtility">;
}

/** The contribution of a utility term to the score, with the sums before and after it. */
export interface Step {
  readonly term: Term;
  readonly label: string;
  readonly points: number;
  readonly from: number;
  readonly to: number;
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
): readonly Step[] {
  const { weights } = profile.scoring as unknown as { weights: Readonly<Record<Term, number>> };
  const point = scoreBase(profile, facts.benchmarkUtility) / 100;
  let from = 0;
  return TERMS.map((term) => {
    const points = weights[term] * metrics[term] / point;
    const step = { term, label: LABELS[term], points, from, to: from + points };
    from = step.to;
    return step;
  });
}

/**
 * Tells the result in two sentences: the money, and the score, which penalties leave of it. Both compare
 * with Hold.
 *
 * @param more money earned beyond Hold, as a fraction of the capital
 */
export function story(more: number, score: number): string {
  return `Earned ${compared(more, "Hold")}. ${penalties(score)}`;
}

function compared(more: number, line: string): string {
  if (Math.abs(more) < 5e-5) return `as much as ${line}`;
  return `${percent(Math.abs(more))} ${more > 0 ? "more" : "less"} than ${line}`;
}

function penalties(score: number): string {
  return `After penalties for falls and trading: ${fixed(score, 1)} of Hold's 100.`;
}

/**
 * Returns a sentence about the largest lever: the costliest term, or the return if its gap to the 100 of
 * Hold is larger.
 */
export function largestLever(
  steps: readonly Step[],
  { metrics, resolvedScoringProfile, candidate }: Pick<
    Run,
    "metrics" | "resolvedScoringProfile" | "candidate"
  >,
): string {
  const { exposure, fills, executionCost, maxDrawdown, maxDrawdownDays, cvar } = metrics;
  const [mean = 0, fall = 0, bad = 0, trading = 0] = steps.map(({ points }) => points);
  const days = resolvedScoringProfile.scoredBars / BARS_PER_DAY[candidate.timeframe];
  const text = (lost: number): string => `${fixed(lost, 1)} points`;
  const levers: readonly (readonly [number, string])[] = [
    [
      100 - mean,
      `The mean return is ${text(100 - mean)} short of Hold's 100: on average ${
        percent(exposure, 0)
      } of the capital was in PT.`,
    ],
    [
      -trading,
      `Trading ${counted(fills, "time")} takes ${text(-trading)}, a penalty: the costs paid were ` +
      `${percent(executionCost * days)} of the money. A longer window, or entry and exit further ` +
      "apart, trades less.",
    ],
    [
      -fall,
      `The deepest fall, ${percent(maxDrawdown)} in ${
        counted(Math.round(maxDrawdownDays), "day")
      }, costs ${text(-fall)}.`,
    ],
    [-bad, `The worst days, ${percent(cvar, 3)} each on average, cost ${text(-bad)}.`],
  ];
  const [[lost, sentence] = [0, ""]] = levers.toSorted(([a], [b]) => b - a);
  return lost < 0.05 ? "No term costs a point: the run equals Hold or beats it." : sentence;
}

/** Explains why a run has no fill; null for a run with fills. */
export function whyNoFill(
  run: Pick<Run, "candidate" | "metrics" | "execution" | "seen" | "resolvedScoringProfile">,
): string | null {
  if (run.metrics.fills > 0) return null;
  const { intents, skippedByReason } = run.execution;
  const [most] = mostOften(skippedByReason);
  if (intents > 0 && most !== undefined) {
    return `No fill: it wanted to trade on ${counted(intents, "bar")}, but a guardrail prevented ` +
      `that, most often ${most.label}.`;
  }
  const reached = neverReached(run);
  return `No fill: ${reached ?? "no target in the scored window called for a position"}.`;
}

/** Returns the guardrails that prevented trades, the most frequent one first. */
function mostOften(
  skippedByReason: Run["execution"]["skippedByReason"],
): readonly { readonly label: string; readonly bars: number }[] {
  return Object.entries(skippedByReason).toSorted(([, a], [, b]) => b - a).map(([code, bars]) => {
    return { label: REASONS[code as SkipReason].label.toLowerCase(), bars };
  });
}

/** The facts of an explanation that are not in the run. */
interface Told {
  /** Names of the strategies and of the market: "Yield RSI on sUSDe, hourly". */
  readonly name: string;
  /** null: the candidate was not judged. */
  readonly evaluation: Evaluation | null;
  /** Verdicts shown so far on the dataset, this one included. */
  readonly tries: number;
}

/** Explains a run in one paragraph. Every number in it is a figure of the answer. */
export function explain(
  { run, dataset, profile, facts }: ScoredRun,
  { name, evaluation, tries }: Told,
): string {
  const { metrics, resolvedScoringProfile: { scoredBars }, candidate, portfolio } = run;
  const days = Math.round(scoredBars / BARS_PER_DAY[candidate.timeframe]);
  const { score, idle } = quickScore(metrics, profile, facts);
  const capital = Number(candidate.capital);
  const overIdle = gainOver(portfolio.equity, dataset.idle, capital).at(-1) ?? NaN;
  const { intents, skips, skippedByReason } = run.execution;
  const [most] = mostOften(skippedByReason);
  return [
    `${name} was run with ${money(capital)} over ${counted(days, "scored day")}.`,
    whyNoFill(run) ?? `It traded ${counted(metrics.fills, "time")}, and on average ` +
        `${percent(metrics.exposure, 0)} of the capital was in PT.`,
    `It earned ${compared(overHold(run, dataset), "Hold")}, and ${
      compared(overIdle, "leaving everything in SY")
    }.`,
    metrics.maxDrawdown > 0 &&
    `Its deepest fall was ${percent(metrics.maxDrawdown)} in ${
      counted(Math.round(metrics.maxDrawdownDays), "day")
    }, ${metrics.drawdownRecovered ? "recovered since" : "not recovered at the end"}.`,
    `${penalties(score)} Leaving everything in SY scores ${fixed(idle, 1)}.`,
    largestLever(scoreSteps(metrics, profile, facts), run),
    skips > 0 && most !== undefined &&
    `It wanted to trade on ${counted(intents, "bar")}; guardrails prevented that on ${
      money(skips)
    }, most often by ${most.label} (${money(most.bars)}).`,
    evaluation === null
      ? "It has not been judged on new data."
      : verdictSentences(evaluation, tries),
  ].filter((sentence) => sentence !== false).join(" ");
}

const ENDS: Readonly<Record<Outcome, string>> = {
  "passed": "It has passed.",
  "not passed": "It has not passed.",
  "no verdict": "One history gives no verdict.",
};

/** Uses the count of now, as the line above the workbench does. */
function verdictSentences(evaluation: Evaluation, tries: number): string {
  const { verdict } = evaluation;
  const { luck, outcome } = toStanding(evaluation, tries);
  const where = verdict.method === "rotation"
    ? "On its only path"
    : `On new data, ahead in ${verdict.beatsLine} of ${verdict.paths} fresh half-years`;
  return `${where}: ${edgeText(verdict)} after penalties; by luck ${chance(luck)}, counting ` +
    `${counted(tries, "try", "tries")}. ${ENDS[outcome]}`;
}
