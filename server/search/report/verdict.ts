// This module is browser compatible.

import { failureText } from "../../wording/gates.ts";
import type { Overfitting } from "../../engine/engine.ts";
import {
  borderSentence,
  estimatedSentence,
  fewTripsSentence,
  likelihood,
} from "../../wording/search.ts";
import type { Border } from "./borders.ts";
import type { Evaluated } from "../fold/evaluated.ts";
import type { TripReport } from "../fold/trips.ts";

/** The verdict on the best candidate of a search. */
export interface Verdict {
  /** Whether anything speaks against the candidate. */
  readonly isFlagged: boolean;
  readonly level: "holds" | "doubtful" | "luck" | "none";
  /** The verdict in one sentence. */
  readonly sentence: string;
  /** Reasons against the candidate, one sentence each. */
  readonly reasons: readonly string[];
  /** Sentences that decide nothing: about the data, and axes to widen. */
  readonly notes: readonly string[];
}

/** The figures that decide; null where a figure is undefined. */
export interface VerdictFigures {
  readonly tried: number;
  readonly deflatedOverPassive: number | null;
  readonly trips: TripReport | null;
  readonly overfitting: Pick<Overfitting, "probability" | "lossShare"> | null;
  /** Share of neighbours above the passive line. */
  readonly neighbours: number | null;
  /** Number of folds whose best beat the passive line, and walk-forward efficiency. */
  readonly outOfSample: {
    readonly folds: number;
    readonly above: number;
    readonly efficiency: number | null;
  } | null;
  readonly evaluation: Pick<Evaluated, "method" | "failed"> | null;
  readonly borders: readonly Border[];
  readonly datasets: readonly {
    readonly marketName: string;
    readonly estimated: readonly string[];
  }[];
}

// `tests/search/CALIBRATION.md` measures how often these thresholds are right.

/** Above this probability a figure counts as more than luck. */
const PROBABILITY_MIN = 0.95;
/** Above this probability round trips of random signs give as much. */
const BY_LOT_MAX = 0.05;
/** From here on choosing is hardly better than chance, if the chosen candidates also lose at times. */
const OVERFITTING_MAX = 0.4;
const LOSS_MIN = 0.1;
/** From here on chosen candidates lose too often, however stable their rank. */
const LOSS_MAX = 0.5;
const SHARE_MIN = 0.5;
const EFFICIENCY_MIN = 0.5;

/** Returns the verdict without any candidate to judge. */
export function nothingFound(datasets: VerdictFigures["datasets"]): Verdict {
  return {
    isFlagged: true,
    level: "none",
    sentence: "No candidate ran within the constraints, so there is nothing to judge.",
    reasons: [],
    notes: notesOf({ borders: [], datasets }),
  };
}

function notesOf(
  { borders, datasets }: Pick<VerdictFigures, "borders" | "datasets">,
): readonly string[] {
  return [
    ...borders.map(borderSentence),
    ...datasets.map(estimatedSentence).filter((sentence) => sentence !== null),
  ];
}

const ONE_HISTORY_NOTE =
  "The market has one history, which gives no verdict: no candidate on it is eligible.";

/** The method of an evaluation that sees more paths than the searched one. */
const SISTER_PATHS = "sister_paths";

/** Returns the verdict on figures. */
export function verdictOf(figures: VerdictFigures): Verdict {
  const { tried, deflatedOverPassive, trips, overfitting, neighbours, outOfSample, evaluation } =
    figures;
  const notes = [
    ...notesOf(figures),
    ...evaluation?.method === "rotation" ? [ONE_HISTORY_NOTE] : [],
  ];
  const reasons: string[] = [];
  const isLuck = (deflatedOverPassive ?? 0) < PROBABILITY_MIN;
  if (isLuck) {
    reasons.push(
      `With ${counted(tried)} tried, the probability that it truly earns more than the passive ` +
        `line is ${likelihood(deflatedOverPassive ?? 0, PROBABILITY_MIN)}; ` +
        `${percent(PROBABILITY_MIN)} is wanted.`,
    );
  }
  if (trips !== null && trips.byLot > BY_LOT_MAX) {
    reasons.push(fewTripsSentence(trips, BY_LOT_MAX));
  }
  if (overfitting !== null && isOverfitted(overfitting)) {
    reasons.push(
      `The best of one half of the days is in the lower half on the others in ` +
        `${percent(overfitting.probability)} of all splits, and below the passive line in ` +
        `${percent(overfitting.lossShare)}.`,
    );
  }
  if (neighbours !== null && neighbours < SHARE_MIN) {
    reasons.push(`Only ${percent(neighbours)} of its neighbours are above the passive line.`);
  }
  if (outOfSample !== null && outOfSample.above < SHARE_MIN * outOfSample.folds) {
    reasons.push(
      `On bars that it was not chosen on, the best was above the passive line in ` +
        `${outOfSample.above} of ${outOfSample.folds} folds.`,
    );
  } else if (outOfSample !== null && (outOfSample.efficiency ?? 0) < EFFICIENCY_MIN) {
    reasons.push(
      outOfSample.efficiency === null
        ? "On bars that it was not chosen on, no share of its ratio over the passive line is left: " +
          "the ratio was not positive before."
        : `On bars that it was not chosen on, ${percent(Math.max(0, outOfSample.efficiency))} of ` +
          "its ratio over the passive line is left.",
    );
  }
  if (evaluation?.method === SISTER_PATHS && evaluation.failed.length > 0) {
    reasons.push(
      `On fresh paths of the same market it has not passed: ${
        evaluation.failed.map(failureText).join(", ")
      }.`,
    );
  }
  if (reasons.length === 0) {
    const tested = outOfSample === null
      ? " It has not been tested on bars that it was not chosen on."
      : "";
    return {
      isFlagged: false,
      level: "holds",
      sentence:
        `The best candidate is further above the passive line than the luck of ${counted(tried)} ` +
        `explains, and so are candidates around it.${tested}`,
      reasons,
      notes,
    };
  }
  const level = isLuck || reasons.length > 1 ? "luck" : "doubtful";
  return {
    isFlagged: true,
    level,
    sentence: level === "luck"
      ? `Do not trust the best candidate: trying ${counted(tried)} can give as much by luck alone.`
      : "The best candidate is doubtful: one figure speaks against it.",
    reasons,
    notes,
  };
}

function isOverfitted(
  { probability, lossShare }: Pick<Overfitting, "probability" | "lossShare">,
): boolean {
  return lossShare >= LOSS_MAX || probability >= OVERFITTING_MAX && lossShare >= LOSS_MIN;
}

function counted(tried: number): string {
  return `${tried.toLocaleString("en-US")} distinct candidate${tried === 1 ? "" : "s"}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share > 0.001 && share < 0.1 ? 1 : 0)} %`;
}
