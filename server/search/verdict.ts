// This module is browser compatible.

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
  readonly overfitting: { readonly probability: number; readonly lossShare: number } | null;
  /** Share of the neighbours above the passive line. */
  readonly neighbours: number | null;
  /** Of each fold whether the best was above the passive line out of sample, and its efficiency. */
  readonly folds: readonly { readonly isAbove: boolean; readonly efficiency: number | null }[];
}

/** Over this a figure is taken for more than luck. */
const PROBABILITY_MIN = 0.95;
/** From here on a choice is hardly better than one by lot, where what it chose also loses. */
const OVERFITTING_MAX = 0.4;
const LOSS_MAX = 0.1;
const SHARE_MIN = 0.5;
const EFFICIENCY_MIN = 0.5;

/** Nothing was found that could be judged. */
export const NOTHING_FOUND: Verdict = {
  isFlagged: true,
  level: "none",
  sentence: "No candidate ran within the constraints, so there is nothing to judge.",
  reasons: [],
};

/** Returns what the figures say. */
export function verdictOf(figures: VerdictFigures): Verdict {
  const { tried, deflatedOverPassive, overfitting, neighbours, folds } = figures;
  const reasons: string[] = [];
  const isLuck = (deflatedOverPassive ?? 0) < PROBABILITY_MIN;
  if (isLuck) {
    reasons.push(
      `With ${counted(tried)} tried, the probability that it truly earns more than the passive ` +
        `line is ${percent(deflatedOverPassive ?? 0)}, under ${percent(PROBABILITY_MIN)}.`,
    );
  }
  if (
    overfitting !== null && overfitting.probability >= OVERFITTING_MAX &&
    overfitting.lossShare >= LOSS_MAX
  ) {
    reasons.push(
      `The best of one half of the days is in the lower half on the others in ` +
        `${percent(overfitting.probability)} of all splits, and below the passive line in ` +
        `${percent(overfitting.lossShare)}.`,
    );
  }
  if (neighbours !== null && neighbours < SHARE_MIN) {
    reasons.push(`Only ${percent(neighbours)} of its neighbours are above the passive line.`);
  }
  const above = folds.filter(({ isAbove }) => isAbove).length;
  const efficiency = medianOf(folds.map(({ efficiency }) => efficiency ?? 0));
  if (folds.length > 0 && above < SHARE_MIN * folds.length) {
    reasons.push(
      `On bars that it was not chosen on, the best was above the passive line in ${above} of ` +
        `${folds.length} folds.`,
    );
  } else if (efficiency !== null && efficiency < EFFICIENCY_MIN) {
    reasons.push(
      `On bars that it was not chosen on, ${
        percent(Math.max(0, efficiency))
      } of its ratio is left.`,
    );
  }
  if (reasons.length === 0) {
    const tested = folds.length === 0
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

/** Returns the middle of numbers; null of none. */
export function medianOf(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null;
  const sorted = numbers.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? 0)) / 2;
}

function counted(tried: number): string {
  return `${tried.toLocaleString("en-US")} distinct candidate${tried === 1 ? "" : "s"}`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(share > 0.001 && share < 0.1 ? 1 : 0)} %`;
}
