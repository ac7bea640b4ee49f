// This module is browser compatible.

/**
 * Explanations of the verdict's calibration table.
 *
 * @module
 */
import { fixed, NONE, percent, signed } from "./numbers.ts";

/** Unit of a figure's numbers. */
export type CalibrationUnit = "count" | "share" | "rate" | "ratio";

/** The table written by `deno task calibrate`. */
export interface CalibrationTable {
  /** Date of the calibration, such as `2026-11-22`. */
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

/** Meaning of each figure, by name. */
const MEANINGS: Readonly<Record<string, string>> = {
  lineUtility: "Mean utility of the two passive lines over many fresh half-years.",
  holdAboveIdle: "Share of half-years on which holding PT beats holding SY.",
  diceEligible: "Dice choose when and how much to hold: every pass is a false alarm.",
  holdLikeEligible:
    "Candidates near a passive line without skill: late entry, early exit, nearly hold.",
  bestDiceCounted: "The best of that many dice, when each counts as a try.",
  bestDiceUncounted: "The best of that many dice, when tries are not counted.",
  catalogueEligible: "Catalogue strategies with random parameters.",
  notBetter: "Candidates without an edge over the line on fresh half-years.",
  notBetterEligible: "Share of those that pass nevertheless, each as the only try.",
  bestNotBetterCounted: "The best of that many of those, when each counts as a try.",
  bestNotBetterUncounted: "The same when tries are not counted, as in a search in the page.",
  anyNotBetterCounted: "Whether any of that many of those passes, when each counts as a try.",
  otherSets: "Error rate of the edge test alone on other fresh half-years, one try.",
  bestScored:
    "A search by score whose best is evaluated alone: its score proves nothing either way.",
  bestScoredOtherSets: "The same, judged on other fresh half-years than the published ones.",
  searchedByEdge: "A search that evaluates that many of its best by score; each is a try.",
  edgeError: "How far choosing by score, and choosing by edge, overstate the edge.",
  planted: "Candidates with that true edge, one of which is hidden in each search.",
  plantedFound: "Share of searches whose evaluated candidates include the hidden one.",
  plantedEligible: "Share of those in which the verdict finds it.",
  rulesBetter: "Share of random rules with skill in this world.",
  bestRule: "The largest edge among them, measured on fresh half-years.",
  powerCount: "Number of candidates with a true edge of that size.",
  power1: "Share of those that the verdict finds, as the only try.",
  power100: "The same after 100 tries.",
  powerTrading1: "The same for those that trade on the official half-year; others cannot pass.",
  foresightCount: "Candidates that see part of the future, with a true edge of that size.",
  foresight1: "Share of those that the verdict finds, as the only try.",
  foresight100: "The same after 100 tries.",
  serious: "Candidates near or above the line, whose ranking matters.",
  orderReturns: "Whether a ranking repeats on fresh half-years: 1 fully, 0 not at all.",
  seriousNarrow: "Serious candidates at most half a percentage point a year below the line.",
  orderReturnsNarrow: "Whether their ranking repeats on fresh half-years.",
  largestShareOfVariance: "Influence of a single scenario on the spread of capitalScore.",
};

/** Returns the meaning of a figure; null for a figure that has only a label. */
export function meaningOf(name: string): string | null {
  return MEANINGS[name] ?? null;
}

/** From this ratio on, the half-years of a dataset favour candidates without an edge. */
const KIND_RATIO = 3;

/**
 * Warns that the 64 half-years of a dataset favour candidates without an edge, which pass on them more
 * often than on other half-years; null for other datasets.
 */
export function kindText(
  { datasets }: CalibrationTable,
  marketKey: string,
  timeframe: string,
): string | null {
  const { values } =
    datasets.find((one) => one.marketKey === marketKey && one.timeframe === timeframe) ?? {};
  const [here, elsewhere] = [values?.["notBetterEligible"]?.[0], values?.["otherSets"]?.[0]];
  if (!here || !elsewhere || here < KIND_RATIO * elsewhere) return null;
  return `The half-years of this market flatter: ${
    calibrationText("share", [here])
  } of candidates ` +
    `without an edge pass on them, against ${
      calibrationText("share", [elsewhere])
    } on other half-years. ` +
    "Expect less than the edge shown.";
}

/** Formats the numbers of a figure: "0 % / 0.10 % / 88 %". */
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
