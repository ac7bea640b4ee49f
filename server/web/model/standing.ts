// This module is browser compatible.

import type { Evaluation } from "../../contracts/types.ts";

/** Largest chance of luck, adjusted for the tries, of a candidate that passes. */
const LEVEL = 0.05;

/** How a candidate stands on new data, as one of many tries. */
export interface Standing {
  /** Return after penalties over the line, decimal per year. */
  readonly edge: number;
  /** Its 90 % interval before counting tries; null for a market with one path. */
  readonly interval: readonly [number, number] | null;
  /** Chance that the best of so many tries without an edge looks as good. */
  readonly luck: number;
  readonly tries: number;
  readonly passed: boolean;
}

/**
 * Judges a candidate as one of `tries`, so that all verdicts on the screen count alike, whenever each
 * was made (`RULES.md` 6.4).
 */
export function standingOf(
  { verdict, eligibility }: Pick<Evaluation, "verdict" | "eligibility">,
  tries: number,
): Standing {
  const { edge, edgeInterval, pValue } = verdict;
  const luck = pValue === 1 ? 1 : -Math.expm1(tries * Math.log1p(-pValue));
  const others = eligibility.gates.filter(({ gate }) => gate !== "EDGE");
  return {
    edge,
    interval: edgeInterval,
    luck,
    tries,
    passed: edge > 0 && luck <= LEVEL && others.every(({ passed }) => passed),
  };
}
