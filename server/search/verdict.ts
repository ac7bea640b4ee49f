// This module is browser compatible.

import type { Overfitting } from "../engine/engine.ts";
import type { Evaluated } from "./evaluated.ts";

/** What figures say together of the best candidate of a search. */
export interface Verdict {
  /** Whether something speaks against it. */
  readonly isFlagged: boolean;
  readonly level: "holds" | "doubtful" | "luck" | "none";
  /** One sentence: what it means. */
  readonly sentence: string;
  /** What speaks against it, each in a sentence. */
  readonly reasons: readonly string[];
}

/** The figures that decide; null: there is none. */
export interface VerdictFigures {
  readonly tried: number;
  readonly deflatedOverPassive: number | null;
  readonly overfitting: Pick<Overfitting, "probability" | "lossShare"> | null;
  /** Share of the neighbours above the passive line. */
  readonly neighbours: number | null;
  /** In how many of the folds the best was above the passive line, and walk-forward efficiency. */
  readonly outOfSample: {
    readonly folds: number;
    readonly above: number;
    readonly efficiency: number | null;
  } | null;
  readonly evaluation: Pick<Evaluated, "method" | "failed"> | null;
}

// How often they are right is measured, `tests/search/CALIBRATION.md`.

/** Over this a figure is taken for more than luck. */
const PROBABILITY_MIN = 0.95;
/** From here on a choice is hardly better than one by lot, where what it chose also loses at times. */
const OVERFITTING_MAX = 0.4;
const LOSS_MIN = 0.1;
/** From here on what was chosen loses, however well its rank lasts. */
const LOSS_MAX = 0.5;
const SHARE_MIN = 0.5;
const EFFICIENCY_MIN = 0.5;

/** Nothing was found that could be judged. */
export const NOTHING_FOUND: Verdict = {
  isFlagged: true,
  level: "none",
  sentence: "No candidate ran within the constraints, so there is nothing to judge.",
  reasons: [],
};

/** How an evaluation estimates an edge where it can say more than the one path that was searched. */
const SISTER_PATHS = "sister_paths";

/** Returns what the figures say. */
export function verdictOf(figures: VerdictFigures): Verdict {
  const { tried, deflatedOverPassive, overfitting, neighbours, outOfSample, evaluation } = figures;
  const reasons: string[] = [];
  const isLuck = (deflatedOverPassive ?? 0) < PROBABILITY_MIN;
  if (isLuck) {
    reasons.push(
      `With ${counted(tried)} tried, the probability that it truly earns more than the passive ` +
        `line is ${percent(deflatedOverPassive ?? 0)}, under ${percent(PROBABILITY_MIN)}.`,
    );
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
      `On bars that it was not chosen on, ${
        percent(Math.max(0, outOfSample.efficiency ?? 0))
      } of its ratio over the passive line is left.`,
    );
  }
  if (evaluation?.method === SISTER_PATHS && evaluation.failed.length > 0) {
    reasons.push(
      `On fresh paths of the same market its evaluation is not eligible: ${
        evaluation.failed.join(", ")
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
