// This module is browser compatible.

import type { Candidate } from "../../contracts/candidate.ts";
import type { Timeframe } from "../../contracts/scalar.ts";

export type Component = Candidate["components"][number];
export type ParamValue = NonNullable<Component["strategyParams"]>[string];

/** Weights of a candidate sum to this. */
export const WHOLE_BPS = 10_000;
/** What the service takes where a candidate does not say. */
export const DEFAULT_CAPITAL = "100000";
export const COMPONENTS_MAX = 16;

/** What the page shows when the address names no candidate. */
export const FIRST_CANDIDATE: Candidate = {
  marketId: 1,
  components: [{ strategyId: "yield-bollinger" }],
};

/** Returns the timeframe that a candidate runs on. */
export function timeframeOf({ timeframe = "hourly" }: Candidate): Timeframe {
  return timeframe;
}

/** Returns the candidate with one component changed. */
export function withComponent(
  candidate: Candidate,
  index: number,
  change: Partial<Component>,
): Candidate {
  const components = candidate.components.map((component, at) =>
    at === index ? { ...component, ...change } : component
  );
  return { ...candidate, components };
}

/** Returns the candidate with a parameter set, or left to its default. */
export function withParam(
  candidate: Candidate,
  index: number,
  name: string,
  value: ParamValue | null,
): Candidate {
  const { [name]: _, ...others } = candidate.components[index]?.strategyParams ?? {};
  const strategyParams = value === null ? others : { ...others, [name]: value };
  return withComponent(candidate, index, { strategyParams });
}

/** Returns the candidate with one more component; weights become equal. */
export function withAdded(candidate: Candidate, strategyId: string): Candidate {
  return withEqualWeights({
    ...candidate,
    components: [...candidate.components, { strategyId }],
  });
}

/** Returns the candidate without a component; weights become equal. */
export function withoutComponent(candidate: Candidate, index: number): Candidate {
  const components = candidate.components.filter((_, at) => at !== index);
  return withEqualWeights({ ...candidate, components });
}

function withEqualWeights(candidate: Candidate): Candidate {
  const components = candidate.components.map(({ weightBps: _, ...component }) => component);
  return { ...candidate, components };
}

/** Returns the weights that the service gives: those named, or equal ones. */
export function weightsOf({ components }: Candidate): readonly number[] {
  const equal = Math.floor(WHOLE_BPS / components.length);
  const first = WHOLE_BPS - equal * (components.length - 1);
  return components.map(({ weightBps }, index) => weightBps ?? (index === 0 ? first : equal));
}

/**
 * Returns the candidate with one weight set and the others scaled so that they still sum to the
 * whole; each keeps one basis point at least.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const pair = { marketId: 1 as const, components: [{ strategyId: "a" }, { strategyId: "b" }] };
 * assertEquals(weightsOf(withWeight(pair, 0, 7000)), [7000, 3000]);
 * ```
 */
export function withWeight(candidate: Candidate, index: number, weightBps: number): Candidate {
  const weights = weightsOf(candidate);
  const others = weights.length - 1;
  const wanted = others === 0
    ? WHOLE_BPS
    : Math.min(Math.max(1, Math.round(weightBps)), WHOLE_BPS - others);
  // Each of the others keeps its one basis point; what they have beyond it is scaled.
  const before = WHOLE_BPS - (weights[index] ?? 0) - others;
  const rest = WHOLE_BPS - wanted - others;
  const scaled = weights.map((weight) =>
    1 + Math.floor(before === 0 ? rest / others : (weight - 1) * rest / before)
  );
  scaled[index] = wanted;
  const last = index === others ? others - 1 : others;
  const excess = WHOLE_BPS - scaled.reduce((sum, weight) => sum + weight, 0);
  const components = candidate.components.map((component, at) => {
    return { ...component, weightBps: (scaled[at] ?? 0) + (at === last ? excess : 0) };
  });
  return { ...candidate, components };
}
