// This module is browser compatible.

/**
 * A verdict in words, for every place that shows one. No sentence promises more than the verdict says:
 * it is about one generator, and a hypothesis until it is confirmed on hidden paths.
 *
 * @module
 */
import type { Verdict } from "../contracts/types.ts";
import { CALIBRATION } from "../contracts/calibration.ts";
import { counted, percent, perYear, probability, signed } from "./numbers.ts";

/** From so many tries on no rotation can pass: 1 - 0.99^6 is above 0.05. */
export const ROTATION_TRIES_MAX = 5;

/** The passive lines, as one does them. */
const LINES = { hold: "holding PT", idle: "leaving it in SY" } as const;

/** Returns what the line is: "holding PT". */
export function lineText({ line }: Pick<Verdict, "line">): string {
  return LINES[line];
}

/**
 * Returns the verdict in one sentence: "+0.66 %/y over holding PT (90 %: +0.41 to +0.91 before counting
 * tries), in 41 of 64 fresh half-years; after 12 tries p = 0.003".
 */
export function headline(verdict: Verdict): string {
  if (verdict.method === "rotation") return rotationHeadline(verdict);
  const { edge, edgeInterval, t, beatsLine, paths } = verdict;
  if (t === null) {
    return `${edgeText(verdict)}; it moves with the passive lines on every one of ${paths} fresh ` +
      "half-years, so there is nothing to test: p = 1";
  }
  const [low, high] = (edgeInterval ?? [edge, edge]).map((bound) => signed(100 * bound));
  const ahead = edge > 0 ? "in" : "above it in";
  return `${edgeText(verdict)} (90 %: ${low} to ${high} before counting tries), ` +
    `${ahead} ${beatsLine} of ${paths} fresh half-years; ${triesText(verdict)}`;
}

function rotationHeadline(verdict: Verdict): string {
  const against = `against ${verdict.paths} rotations of its own targets`;
  return `${edgeText(verdict)} on the one path there is; ${against}, ${triesText(verdict)}; ` +
    "one path says little";
}

/** Returns the edge with what it is over: "+0.66 %/y over holding PT". */
export function edgeText(verdict: Pick<Verdict, "edge" | "line">): string {
  const over = verdict.edge > 0 ? "over" : "against";
  return `${perYear(verdict.edge)} ${over} ${lineText(verdict)}`;
}

/** Returns p with the tries that it counts: "after 12 tries p = 0.003". */
export function triesText({ trials, pAdjusted }: Pick<Verdict, "trials" | "pAdjusted">): string {
  const p = probability(pAdjusted);
  if (!trials.counted) return `${p} as the only try (tries are not counted here)`;
  return `after ${counted(trials.count, "try", "tries")} ${p}`;
}

/**
 * Returns what a candidate is whose official run has the fills of a passive line; null when it has its
 * own. On other paths it may still differ: only one that equals its blind twin does nothing else.
 */
export function sameAsText({ sameAs, method, timing }: Verdict): string | null {
  if (sameAs === null) return null;
  const fills = sameAs === "hold" ? "its fills are Hold's" : "it has no fill";
  const doing = `${LINES[sameAs]} under another name.`;
  const isOnEveryPath = method === "rotation" || timing?.t === null;
  return isOnEveryPath
    ? `${fills.replace("i", "I")}: it is ${doing}`
    : `On the official path ${fills}: its score there is that of ${doing}`;
}

/** Returns how the verdict was reached. */
export function methodText(verdict: Verdict): string {
  const { method, paths, passiveGap } = verdict;
  if (method === "rotation") {
    return "This dataset has no generator, so there are no fresh half-years. The candidate is held " +
      `against ${paths} rotations of its own targets on the one path. One path says little: it can ` +
      `show timing, not profit, and after more than ${ROTATION_TRIES_MAX} tries nothing passes.`;
  }
  return `The candidate runs on ${paths} fresh half-years of the same generator, and its utility on ` +
    `each is held against ${lineText(verdict)}, the better passive line here: over thousands of ` +
    `half-years Hold has ${
      perYear(passiveGap ?? 0)
    } over idle, and the edge is corrected for how ` +
    "these differ from that.";
}

/** Returns what the blind twin is, and what came of it; null by rotation. */
export function timingText({ timing }: Pick<Verdict, "timing">): string | null {
  if (timing === null) return null;
  const twin =
    "The blind twin carries out on each path what the candidate chose on the next one. " +
    "What does not look at the market is equal to its twin. ";
  if (timing.t === null) return `${twin}This candidate is equal to its twin on every path.`;
  const { edge, pValue, paths } = timing;
  return `${twin}Against its twin this candidate has ${perYear(edge)} on ${paths} paths, ` +
    `${probability(pValue)}.`;
}

/** How often the best of 1,000 that are not better passed uncounted, on the worst dataset. */
const UNCOUNTED_PASSES = Math.max(
  ...CALIBRATION.datasets.map(({ values }) => values.bestNotBetterUncounted[2]),
);

const SEARCH =
  "who searches on paths that everybody knows finds, by chance, what passes: the best of 1,000 " +
  `that are not better did in up to ${percent(UNCOUNTED_PASSES, 0)} of cases, by market.`;

/** What no verdict says, as it is said of all. */
export const RISKS = {
  hypothesis:
    "An eligible candidate is a hypothesis until it is confirmed on hidden paths, which " +
    "are not there yet.",
  generator: "It is about this generator, not about a market: a rule written to fit its source " +
    "passes.",
  search:
    `Tries are counted by key, in the page by browser, and not on the command line or in a program: ${SEARCH}`,
  pool: "A pool limit that binds makes every candidate idle, and so not eligible.",
} as const;

/**
 * Returns what a verdict does not say. They stand wherever it does.
 *
 * @param counter who has counted
 */
export function riskTexts(
  { method, trials }: Pick<Verdict, "method" | "trials">,
  counter: "key" | "browser" = "key",
): string[] {
  const search = trials.counted
    ? `${counted(trials.count, "candidate")} of this ${counter} on this dataset ` +
      `${
        trials.count === 1 ? "is" : "are"
      } counted. A search elsewhere is not, and passes more often.`
    : `Tries are not counted here: ${SEARCH}`;
  const world = method === "rotation"
    ? "It is about one past half-year, which nobody can repeat."
    : RISKS.generator;
  return [RISKS.hypothesis, world, search, RISKS.pool];
}
