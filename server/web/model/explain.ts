import { BARS_PER_DAY } from "../../contracts/engine_constants.ts";
import type { Arena, Evaluation, MarketColumns, Run } from "../engine/messages.ts";
import type { MarketTimeframe } from "../../contracts/catalog.ts";
import { chance } from "../../wording/numbers.ts";
import { edgeText, type Outcome } from "../../wording/verdict.ts";
import { differenceOf } from "./exposure.ts";
import { counted, fixed, money, percent } from "./format.ts";
import { overHold, quickScore } from "./score.ts";
import { REASONS, type SkipReason } from "./skips.ts";
import { standingOf } from "./standing.ts";
import { leverOf, noFillOf, stepsOf, storyOf } from "./why.ts";

/** The run and the figures that an explanation is written from. */
export interface Explained {
  readonly run: Run;
  readonly dataset: MarketColumns;
  readonly profile: Arena["profile"];
  readonly facts: Pick<MarketTimeframe, "benchmarkUtility" | "idleUtility">;
  /** null: the candidate was not judged. */
  readonly evaluation: Evaluation | null;
  /** Verdicts shown so far on the dataset, this one included. */
  readonly tries: number;
  /** Names of the strategies and of the market: "Yield RSI on sUSDe, hourly". */
  readonly name: string;
}

/** Explains a run in one paragraph. Every number in it is a figure of the answer. */
export function explain(explained: Explained): string {
  const { run, dataset, profile, facts, evaluation, tries, name } = explained;
  const { metrics, resolvedScoringProfile: { scoredBars }, candidate } = run;
  const days = Math.round(scoredBars / BARS_PER_DAY[candidate.timeframe]);
  const { score, idle } = quickScore(metrics, profile, facts);
  const [story, penalties] = storyOf(overHold(run, dataset), score);
  return [
    `${name} was run with ${money(Number(candidate.capital))} over ${counted(days, "scored day")}.`,
    noFillOf(run) ?? `It traded ${counted(metrics.fills, "time")}, and on average ` +
        `${percent(metrics.exposure, 0)} of the capital was in PT.`,
    `It e${story.slice(1, -1)}, and ${overIdle(run, dataset)}.`,
    ...metrics.maxDrawdown === 0 ? [] : [
      `Its deepest fall was ${percent(metrics.maxDrawdown)} in ${
        counted(Math.round(metrics.maxDrawdownDays), "day")
      }, ${metrics.drawdownRecovered ? "recovered since" : "not recovered at the end"}.`,
    ],
    `${penalties} Leaving everything in SY scores ${fixed(idle, 1)}.`,
    leverOf(stepsOf(metrics, profile, facts), run),
    ...vetoes(run),
    verdictOf(evaluation, tries),
  ].join(" ");
}

function overIdle({ portfolio, candidate }: Run, { idle }: MarketColumns): string {
  const more = differenceOf(portfolio.equity, idle, Number(candidate.capital)).at(-1) ?? NaN;
  if (Math.abs(more) < 5e-5) return "as much as leaving everything in SY";
  const part = percent(Math.abs(more));
  return `${part} ${more < 0 ? "less" : "more"} than leaving everything in SY`;
}

function vetoes({ execution: { intents, skips, skippedByReason } }: Run): readonly string[] {
  const [most] = Object.entries(skippedByReason).toSorted(([, a], [, b]) => b - a);
  if (skips === 0 || most === undefined) return [];
  const [code, bars] = most;
  return [
    `It wanted to trade on ${counted(intents, "bar")}; guardrails prevented that on ${
      money(skips)
    }, most often by ${REASONS[code as SkipReason].label.toLowerCase()} (${money(bars)}).`,
  ];
}

const ENDS: Readonly<Record<Outcome, string>> = {
  "passed": "It has passed.",
  "not passed": "It has not passed.",
  "no verdict": "One history gives no verdict.",
};

/** Uses the count of now, as the line above the workbench does. */
function verdictOf(evaluation: Evaluation | null, tries: number): string {
  if (evaluation === null) return "It has not been judged on new data.";
  const { verdict } = evaluation;
  const { luck, outcome } = standingOf(evaluation, tries);
  const where = verdict.method === "rotation"
    ? "On its only path"
    : `On new data, ahead in ${verdict.beatsLine} of ${verdict.paths} fresh half-years`;
  return `${where}: ${edgeText(verdict)} after penalties; by luck ${chance(luck)}, counting ` +
    `${counted(tries, "try", "tries")}. ${ENDS[outcome]}`;
}
