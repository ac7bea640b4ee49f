// This module is browser compatible.

/**
 * Sentences on the figures of a search, shared by its report, its page and the terminal.
 *
 * @module
 */
import { counted, fixed, percent, toldApart } from "./numbers.ts";
import { uncountedText } from "./verdict.ts";

/**
 * Formats a probability in whole percent, since few trades carry no more digits: "94 %", "under 1 %".
 *
 * @param threshold a probability that rounds to it gets more digits
 */
export function likelihood(probability: number, threshold = 0.95): string {
  if (probability < 0.01) return "under 1 %";
  if (probability > 0.99) return "over 99 %";
  const text = percent(probability, 0);
  if (text !== percent(threshold, 0) || probability === threshold) return text;
  return toldApart(probability, threshold, (value, digits) => percent(value, digits - 1));
}

interface Tried {
  readonly tried: number;
  readonly isExact: boolean;
  readonly results: { readonly count: number; readonly isExact: boolean };
  readonly untradedShare: number;
}

/** Returns the count of trials: "about 102,000 distinct candidates". */
export function triedText({ tried, isExact }: Pick<Tried, "tried" | "isExact">): string {
  return `${about(isExact)}${counted(tried, "distinct candidate")}`;
}

/** Describes how much the trials differ: "35,804 different results, 34 % never traded". */
export function resultsText({ results, untradedShare }: Tried): string {
  const different = `${about(results.isExact)}${counted(results.count, "different result")}`;
  if (untradedShare === 0) return `${different}, all traded`;
  if (untradedShare === 1) return `${different}, none traded`;
  return `${different}, ${likelihood(untradedShare)} never traded`;
}

function about(isExact: boolean): string {
  return isExact ? "" : "about ";
}

interface Variance {
  readonly spread: number | null;
  readonly candidates: number;
  readonly isSample: boolean;
  readonly withoutSkill: number;
}

/** Says which variance deflates a ratio. */
export function varianceSentence({ spread, candidates, isSample, withoutSkill }: Variance): string {
  const chance = `that of a ratio without skill, ${small(withoutSkill)}`;
  if (spread === null) return `The variance is ${chance}, as too few candidates have a ratio.`;
  const of = isSample ? `a sample of ${fixed(candidates, 0)}` : `all ${fixed(candidates, 0)}`;
  const own = `that of the daily ratios of ${of} candidates with one, ${small(spread)}`;
  return `The variance is the smaller of two: ${own}, and ${chance}.`;
}

function small(value: number): string {
  return String(Number(value.toPrecision(3)));
}

interface Trips {
  readonly count: number;
  readonly largestShare: number | null;
  readonly byLot: number;
}

/** Describes the round trips behind an excess: "4 round trips; random signs give as much in 6 % of cases". */
export function tripsText({ count, byLot }: Trips): string {
  return `${counted(count, "round trip")}; random signs give as much in ` +
    `${likelihood(byLot, 0.05)} of cases`;
}

/** Says which variance the importance of the axes divides, and of which candidates. */
export function importanceSentence(
  { of, count }: { readonly of: "all" | "firstRound" | "firstRung"; readonly count: number },
  figure: string,
): string {
  const basis = `The share of the variance of ${figure} that each axis explains alone, ` +
    `over ${counted(count, "candidate")}`;
  const rest = "what is left is the effect of combinations, and chance";
  switch (of) {
    case "all":
      return `${basis}; ${rest}.`;
    case "firstRound":
      return `${basis} of the first round; ${rest}. Later rounds are drawn near the best, where ` +
        "an axis may matter more or less.";
    case "firstRung":
      return `${basis} of the first rung, on its last bars only; ${rest}. Later rungs have only ` +
        "the best candidates, among which an axis may matter more or less.";
  }
}

/** Says why and where the search of a fold ended early. */
export function stoppedSentence(
  { fold, ran, planned, since }: {
    readonly fold: string;
    readonly ran: number;
    readonly planned: number;
    readonly since: number;
  },
  patience: number,
): string {
  return `The search of ${fold} ended after ${counted(ran, "candidate")} of ` +
    `${planned.toLocaleString("en-US")}: the last ${
      since.toLocaleString("en-US")
    } were no better ` +
    `than the best before them, and its patience is ${patience.toLocaleString("en-US")}.`;
}

/** The members of a report that tell how its best was judged. */
interface JudgedBest {
  readonly best: {
    readonly evaluation: {
      readonly trials: number;
      readonly requiredEdge: number | null;
    } | null;
  } | null;
  readonly luck: { readonly tried: number } | null;
}

/** Says that the evaluations of a search without a key are no tries; null without an evaluation. */
export function uncountedSearch({ best, luck }: JudgedBest): string | null {
  if (!best?.evaluation || luck === null) return null;
  const { trials, requiredEdge } = best.evaluation;
  const what = `the ${counted(trials, "evaluation")} of this search`;
  return uncountedText(what, luck.tried, requiredEdge);
}
