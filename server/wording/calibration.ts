// This module is browser compatible.

/**
 * The calibration of the verdict in words: what each figure of the table means.
 *
 * @module
 */
import { fixed, NONE, percent, signed } from "./numbers.ts";

/** How the numbers of a figure are read. */
export type CalibrationUnit = "count" | "share" | "rate" | "ratio";

/** The table that `deno task calibrate` writes. */
export interface CalibrationTable {
  /** The day it was made, as `2026-11-22`. */
  readonly date: string;
  readonly command: string;
  readonly seed: number;
  readonly figures: readonly {
    readonly name: string;
    readonly label: string;
    readonly unit: CalibrationUnit;
  }[];
  readonly datasets: readonly {
    readonly marketKey: string;
    readonly timeframe: string;
    readonly values: Readonly<Record<string, readonly (number | null)[]>>;
  }[];
}

/** What each figure means, by its name. */
const MEANINGS: Readonly<Record<string, string>> = {
  lineUtility: "Mean utility of the two passive lines on many fresh half-years.",
  holdAboveIdle: "On how many of them holding PT is better than leaving it in SY.",
  diceEligible: "Dice choose when and how much to hold: what passes is a false alarm.",
  holdLikeEligible: "Enter late, leave early or nearly hold: near a passive line, without skill.",
  bestDiceCounted: "The best of so many dice, when every one counts as a try.",
  bestDiceUncounted: "The best of so many dice, when nobody counts.",
  catalogueEligible: "Strategies of the catalogue with random parameters.",
  notBetter: "Candidates that fresh half-years show to be no better than the line.",
  notBetterEligible: "How many of those pass all the same, each as the only try.",
  bestNotBetterCounted: "The best of so many of those, when every one counts as a try.",
  bestNotBetterUncounted: "The same when nobody counts, as in a search in the page.",
  anyNotBetterCounted: "Whether any of so many of those passes, when every one counts.",
  otherSets: "How often the test of the edge alone errs on other fresh half-years, one try.",
  rulesBetter: "How much skill random rules have in this world.",
  bestRule: "The largest edge among them, as fresh half-years show it.",
  powerCount: "How many candidates there are of a true edge of that size.",
  power1: "How many of those the verdict finds, as the only try.",
  power100: "The same after 100 tries.",
  powerTrading1: "The same of those that trade on the official half-year: others cannot pass.",
  foresightCount: "Candidates that see a part of the future, of a true edge of that size.",
  foresight1: "How many of those the verdict finds, as the only try.",
  foresight100: "The same after 100 tries.",
  serious: "Candidates near or above the line, whose order matters.",
  orderReturns: "Whether an order comes back on fresh half-years: 1 in full, 0 not at all.",
  seriousNarrow: "Those of them that are at most half a percentage point a year under the line.",
  orderReturnsNarrow: "Whether their order comes back on fresh half-years.",
  largestShareOfVariance: "How much one scenario decides of the spread in capitalScore.",
};

/** Returns what a figure means; null for one that has only its label. */
export function meaningOf(name: string): string | null {
  return MEANINGS[name] ?? null;
}

/** Returns the numbers of a figure as text: "0 % / 0.10 % / 88 %". */
export function calibrationText(
  unit: CalibrationUnit,
  values: readonly (number | null)[] = [],
): string {
  return values.map((value) => value === null ? NONE : WRITERS[unit](value)).join(" / ");
}

const WRITERS: Readonly<Record<CalibrationUnit, (value: number) => string>> = {
  count: (value) => fixed(value, 0),
  share: (value) => percent(value, value > 0 && value < 0.1 ? 2 : 0),
  rate: (value) => signed(100 * value),
  ratio: (value) => fixed(value),
};
