import type { Evaluation, Verdict } from "../../contracts/types.ts";
import { type Outcome, outcomeOf } from "../../wording/verdict.ts";

/** Largest chance of luck, adjusted for the tries, of a candidate that passes. */
export const LEVEL = 0.05;

/** The gates whose chance of luck depends on the number of tries. */
const ADJUSTED: readonly string[] = ["EDGE", "TIMING"];

/** The look of an outcome: where there is no verdict, nothing is good or bad. */
export const OUTCOME_TONES: Readonly<Record<Outcome, "good" | "bad" | "">> = {
  "passed": "good",
  "not passed": "bad",
  "no verdict": "",
};

/** The members of an evaluation that a standing is made of, and by which it is drawn. */
export interface Judged {
  readonly verdict:
    & Pick<Verdict, "method" | "edge" | "edgeInterval" | "pValue" | "sameAs" | "line">
    & Pick<Verdict, "passiveGap" | "holdUtility" | "idleUtility">
    & { readonly timing: Pick<NonNullable<Verdict["timing"]>, "pValue"> | null };
  readonly eligibility: { readonly gates: readonly Pick<Gate, "gate" | "passed">[] };
  /** null without real maturities. */
  readonly real: Pick<NonNullable<Evaluation["real"]>, "edge"> | null;
}
type Gate = Evaluation["eligibility"]["gates"][number];

/** Returns what is kept of an evaluation. */
export function toJudged({ verdict, eligibility, real }: Evaluation): Judged {
  const { series: _, ...others } = verdict;
  return { verdict: others, eligibility, real: real && { edge: real.edge } };
}

/** How a candidate stands on new data, as one of many tries. */
export interface Standing {
  /** Return after penalties over the line, decimal per year. */
  readonly edge: number;
  /** Its 90 % interval before counting tries; null for a market with one path. */
  readonly interval: readonly [number, number] | null;
  /** Chance that the best of this many tries without an edge looks as good. */
  readonly luck: number;
  /** Whether its edge passes and its timing does not. */
  readonly isUntimed: boolean;
  readonly tries: number;
  readonly passed: boolean;
  readonly outcome: Outcome;
}

/**
 * Judges a candidate as one of `tries`, so that all verdicts on the screen count alike, whenever each
 * was made (`RULES.md` 6.4).
 */
export function toStanding(
  { verdict, eligibility }: Pick<Judged, "verdict" | "eligibility">,
  tries: number,
): Standing {
  const { edge, edgeInterval, pValue, timing } = verdict;
  const luck = adjusted(pValue, tries);
  const isTimed = timing === null || adjusted(timing.pValue, tries) <= LEVEL;
  const others = eligibility.gates.filter(({ gate }) => !ADJUSTED.includes(gate));
  const hasEdge = edge > 0 && luck <= LEVEL;
  const passed = hasEdge && isTimed && others.every(({ passed }) => passed);
  return {
    edge,
    interval: edgeInterval,
    luck,
    isUntimed: hasEdge && !isTimed,
    tries,
    passed,
    outcome: outcomeOf(verdict, passed),
  };
}

/** Returns the chance that the best of many tries without an edge looks as good as one with this p. */
export function adjusted(pValue: number, tries: number): number {
  return pValue === 1 ? 1 : -Math.expm1(tries * Math.log1p(-pValue));
}
