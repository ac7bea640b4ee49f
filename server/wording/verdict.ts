// This module is browser compatible.

/**
 * Sentences on a verdict, shared by every place that shows one. No sentence promises more than the
 * verdict: it concerns one generator, and is a hypothesis until confirmed on hidden paths.
 *
 * @module
 */
import type { Verdict } from "../contracts/types.ts";
import { CALIBRATION } from "../contracts/calibration.ts";
import { chance, counted, percent, perYear, signed } from "./numbers.ts";

/** The seed behind the public paths, on which candidates without texts are judged. */
export const PUBLIC_PATH_SEED = "20261120";

const LINES = { hold: "holding PT", idle: "holding SY" } as const;

/** Returns the name of the line: "holding PT". */
export function lineText({ line }: Pick<Verdict, "line">): string {
  return LINES[line];
}

/**
 * Summarizes the verdict: "+0.66 %/y over holding PT (9 times in 10 between +0.41 and +0.91), in 41 of
 * 64 fresh half-years; by luck 0.3 %, counting 12 tries".
 */
export function headline(verdict: Verdict): string {
  if (verdict.method === "rotation") return rotationHeadline(verdict);
  const { edge, edgeInterval, t, beatsLine, paths } = verdict;
  if (t === null) {
    return `${
      edgeText(verdict)
    }; on every one of ${paths} fresh half-years it earns what Hold, idle ` +
      "or a fixed mix of the two earns, so there is nothing to test";
  }
  const [low, high] = (edgeInterval ?? [edge, edge]).map((bound) => signed(100 * bound));
  const ahead = edge > 0 ? "in" : "above it in";
  return `${edgeText(verdict)} (9 times in 10 between ${low} and ${high}), ` +
    `${ahead} ${beatsLine} of ${paths} fresh half-years; ${triesText(verdict)}`;
}

function rotationHeadline(verdict: Verdict): string {
  const against = `against ${verdict.paths} rotations of its own targets`;
  return `${edgeText(verdict)} on its only path; ${against}, ${triesText(verdict)}; ` +
    "one history gives no verdict";
}

/** How a candidate stands. One history gives no verdict, so a candidate neither passes nor fails on it. */
export type Outcome = "passed" | "not passed" | "no verdict";

/** Returns how a candidate stands by whether it passes all gates. */
export function outcomeOf({ method }: { readonly method: string }, passed: boolean): Outcome {
  if (method === "rotation") return "no verdict";
  return passed ? "passed" : "not passed";
}

/** Returns the edge and its line: "+0.66 %/y over holding PT". */
export function edgeText(verdict: Pick<Verdict, "edge" | "line">): string {
  const over = verdict.edge > 0 ? "over" : "against";
  return `${perYear(verdict.edge)} ${over} ${lineText(verdict)}`;
}

/** Returns the chance of luck and the counted tries: "by luck 0.3 %, counting 12 tries". */
export function triesText({ trials, pAdjusted }: Pick<Verdict, "trials" | "pAdjusted">): string {
  const luck = `by luck ${chance(pAdjusted)}`;
  if (!trials.counted) return `${luck}, as the only try (tries are not counted here)`;
  return `${luck}, counting ${counted(trials.count, "try", "tries")}`;
}

/**
 * Says that nothing is counted without a key, and the edge that a candidate would need after a number
 * of tries.
 *
 * @param what what the p-values count nevertheless
 * @param requiredEdge that edge, by the engine; null without a standard error
 */
export function uncountedText(what: string, tries: number, requiredEdge: number | null): string {
  const needed = requiredEdge === null
    ? ""
    : `; after ${counted(tries, "try", "tries")} the same candidate would need an edge of about ` +
      perYear(requiredEdge);
  return `Not counted: without a key no try is recorded, and the chance of luck is that of ${what}${needed}.`;
}

/**
 * Describes a candidate whose official run has the fills of a passive line; null for any other. Unless
 * it also equals its blind twin, it may differ from that line on other paths.
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

/** Explains how the verdict was reached. */
export function methodText(verdict: Verdict): string {
  const { method, paths, passiveGap, pathSeed } = verdict;
  if (method === "rotation") {
    return "This dataset has one history and no generator, so there is no new data. The candidate is " +
      `compared with ${paths} rotations of its own targets: the same trades, moved in time. That gives ` +
      "no verdict, and no candidate passes: a rule that looks at nothing but the date beats them too.";
  }
  const own = pathSeed === PUBLIC_PATH_SEED
    ? ""
    : ", made from a seed of its own because its texts could remember the public ones";
  return `The candidate runs on ${paths} fresh half-years of the same generator${own}. On each, its return ` +
    `after penalties is compared with that of ${
      lineText(verdict)
    }, the better passive line here. ` +
    "The mean is adjusted for lucky or unlucky half-years: over thousands of them Hold has " +
    `${perYear(passiveGap ?? 0)} over idle.`;
}

/** The blind twin in a few words, for the place where its name stands. */
export const TWIN = "Same trades, wrong market";

/** Explains the blind twin and its result; null for a verdict by rotation. */
export function timingText({ timing, trials }: Pick<Verdict, "timing" | "trials">): string | null {
  if (timing === null) return null;
  const twin =
    `${TWIN}: in each half-year, the blind twin makes the trades that the candidate chose ` +
    "in the next one. If the candidate earns no more than its twin, its timing adds nothing. ";
  if (timing.t === null) return `${twin}This candidate equals its twin on every path.`;
  const { edge, pAdjusted, paths } = timing;
  return `${twin}Against its twin, this candidate has ${perYear(edge)} on ${paths} paths, ` +
    `${triesText({ trials, pAdjusted })}.`;
}

/** How often the best of 1,000 candidates without an edge passed uncounted, on the worst dataset. */
const UNCOUNTED_PASSES = Math.max(
  ...CALIBRATION.datasets.map(({ values }) => values.bestNotBetterUncounted[2]),
);

const SEARCH =
  "a search on public paths finds candidates that pass by chance. The best of 1,000 candidates " +
  `without an edge passed in up to ${
    percent(UNCOUNTED_PASSES, 0)
  } of cases, depending on the market.`;

/** The limits of every verdict. */
export const RISKS = {
  hypothesis:
    "A candidate that passes is a hypothesis until it is confirmed on hidden paths, such as " +
    "those of a season.",
  generator: "The verdict is about this generator, not about a market: a rule fitted to the " +
    "generator's source passes.",
  search:
    "Tries are counted per key, those of its searches included, or per browser in the page, and not " +
    `on the command line or in a program: ${SEARCH}`,
  pool: "Where the limits of the pool stop every trade, a candidate is idle and cannot pass.",
} as const;

/**
 * Returns the limits of a verdict, shown wherever the verdict is.
 *
 * @param counter the unit by which tries are counted
 */
export function riskTexts(
  { method, trials }: Pick<Verdict, "method" | "trials">,
  counter: "key" | "browser" = "key",
): string[] {
  const search = trials.counted
    ? `${counted(trials.count, "try", "tries")} of this ${counter} on this dataset ` +
      `${
        trials.count === 1 ? "is" : "are"
      } counted. Tries elsewhere are not: with many of them, a result looks better than it is.`
    : `Tries are not counted here: ${SEARCH}`;
  const world = method === "rotation"
    ? "The figures are those of one history, which cannot be repeated."
    : RISKS.generator;
  return [RISKS.hypothesis, world, search, RISKS.pool];
}
