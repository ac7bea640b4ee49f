import type { MarketTimeframe } from "../../contracts/catalog.ts";
import { BARS_PER_DAY } from "../../contracts/engine_constants.ts";
import { METRICS, TERMS } from "../../contracts/metric_table.ts";
import type { Arena, Metrics, Run } from "../engine/messages.ts";
import { counted, fixed, percent } from "./format.ts";
import { benchmarkFloorOf } from "./score.ts";
import { neverReached } from "./signal_panels.ts";
import { REASONS, type SkipReason } from "./skips.ts";

type Term = typeof TERMS[number];

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
export function stepsOf(
  metrics: Metrics,
  profile: Arena["profile"],
  facts: Pick<MarketTimeframe, "benchmarkUtility">,
): readonly Step[] {
  const { weights } = profile.scoring as unknown as { weights: Readonly<Record<Term, number>> };
  const point = Math.max(facts.benchmarkUtility, benchmarkFloorOf(profile)) / 100;
  let from = 0;
  return TERMS.map((term) => {
    const points = weights[term] * metrics[term] / point;
    const step = { term, label: LABELS[term], points, from, to: from + points };
    from = step.to;
    return step;
  });
}

/**
 * Tells the result in two sentences: first the money, then the score, which is what is left of it after
 * the penalties. Both compare with Hold.
 *
 * @param more money earned beyond Hold, as a fraction of the capital
 */
export function storyOf(more: number, score: number): readonly [string, string] {
  const part = percent(Math.abs(more));
  const money = Math.abs(more) < 5e-5
    ? "Earned as much as Hold."
    : `Earned ${part} ${more > 0 ? "more" : "less"} than Hold.`;
  return [money, `After penalties for falls and trading: ${fixed(score, 1)} of Hold's 100.`];
}

/** Explains what a term measures. */
export function meaningOf(term: Term): string {
  return METRICS[term].text;
}

/**
 * Returns a sentence about the largest lever: the costliest term, or the return if its gap to the 100 of
 * Hold is larger.
 */
export function leverOf(
  steps: readonly Step[],
  { metrics, resolvedScoringProfile, candidate }: Pick<
    Run,
    "metrics" | "resolvedScoringProfile" | "candidate"
  >,
): string {
  const days = resolvedScoringProfile.scoredBars / BARS_PER_DAY[candidate.timeframe];
  const lost = (...terms: readonly Term[]): number =>
    -steps.reduce((sum, step) => terms.includes(step.term) ? sum + step.points : sum, 0);
  const points = (value: number): string => `${fixed(value, 1)} points`;
  const trading = lost("turnover");
  const levers = [
    {
      points: 100 + lost("annualizedMeanReturn"),
      text: (value: number) =>
        `The mean return is ${points(value)} short of Hold's 100: on average ${
          percent(metrics.exposure, 0)
        } of the capital was in PT.`,
    },
    {
      points: trading,
      text: (value: number) =>
        `Trading ${counted(metrics.fills, "time")} takes ${
          points(value)
        }, a penalty: the costs paid were ${
          percent(metrics.executionCost * days)
        } of the money. A longer window, or entry and exit further apart, trades less.`,
    },
    {
      points: lost("maxDrawdown"),
      text: (value: number) =>
        `The deepest fall, ${percent(metrics.maxDrawdown)} in ${
          counted(Math.round(metrics.maxDrawdownDays), "day")
        }, costs ${points(value)}.`,
    },
    {
      points: lost("cvar"),
      text: (value: number) =>
        `The worst days, ${percent(metrics.cvar, 3)} each on average, cost ${points(value)}.`,
    },
  ];
  const [most] = levers.toSorted((a, b) => b.points - a.points);
  return most === undefined || most.points < 0.05
    ? "No term costs a point: the run equals Hold or beats it."
    : most.text(most.points);
}

/** Explains why a run has no fill; null for a run with fills. */
export function noFillOf(
  run: Pick<Run, "candidate" | "metrics" | "execution" | "seen" | "resolvedScoringProfile">,
): string | null {
  if (run.metrics.fills > 0) return null;
  const { intents, skippedByReason } = run.execution;
  const [most] = Object.entries(skippedByReason).toSorted(([, a], [, b]) => b - a);
  if (intents > 0 && most !== undefined) {
    const label = REASONS[most[0] as SkipReason].label.toLowerCase();
    return `No fill: it wanted to trade on ${counted(intents, "bar")}, but a guardrail prevented ` +
      `that, most often ${label}.`;
  }
  const reached = neverReached(run);
  return `No fill: ${reached ?? "no target in the scored window called for a position"}.`;
}
