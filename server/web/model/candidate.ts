import type { Candidate } from "../../contracts/candidate.ts";
import { WEIGHT_BPS_TOTAL } from "../../contracts/engine_constants.ts";
import type { Market } from "../../contracts/catalog.ts";
import type { Timeframe } from "../../contracts/scalar.ts";
import type { ResolvedCandidate } from "../engine/messages.ts";
import { originOf } from "../../contracts/market_ids.ts";

/** Labels of the timeframes. */
export const TIMEFRAME_CHOICES = [
  { value: "hourly", label: "Hourly" },
  { value: "daily", label: "Daily" },
] as const;

export type Component = Candidate["components"][number];
export type ParamValue = NonNullable<Component["strategyParams"]>[string];

/** The candidate of an address without one. */
export const FIRST_CANDIDATE: Candidate = {
  marketId: 1,
  components: [{ strategyId: "yield-rsi" }],
};

/** Returns the timeframe of a candidate. */
export function timeframeOf({ timeframe = "hourly" }: Candidate): Timeframe {
  return timeframe;
}

/**
 * Returns the candidate on another market. It keeps its timeframe if that market has it, else it gets
 * one that the market has.
 */
export function withMarket(
  candidate: Candidate,
  marketId: number,
  markets: readonly Market[],
): Candidate {
  const { timeframes = {} } = markets.find(({ id }) => id === marketId) ?? {};
  const other = TIMEFRAME_CHOICES.find(({ value }) => timeframes[value] !== undefined)?.value;
  const isThere = timeframes[timeframeOf(candidate)] !== undefined || other === undefined;
  return { ...candidate, marketId, ...!isThere && { timeframe: other } };
}

/** What a market may lack, in words. */
const FEATURE_NAMES: Readonly<Record<string, string>> = {
  termStructure: "a second maturity",
  volume: "a volume",
};

/** A candidate on every market where it runs, its own first; and what the others lack, or null. */
export interface OnEachMarket {
  readonly candidates: readonly Candidate[];
  readonly lacked: string | null;
}

/** Returns a candidate on every market that has what its strategies need. */
export function onEachMarket(
  candidate: Candidate,
  markets: readonly Market[],
  strategies: readonly {
    readonly strategyId: string;
    readonly requiredFeatures: readonly string[];
  }[],
): OnEachMarket {
  const needed = candidate.components.flatMap(({ strategyId }) =>
    strategies.find((one) => one.strategyId === strategyId)?.requiredFeatures ?? []
  );
  const others = markets.filter(({ id }) => id !== candidate.marketId);
  const lacks = ({ features }: Market): string | undefined =>
    needed.find((feature) => !features.includes(feature));
  const able = others.filter((market) => lacks(market) === undefined);
  const [lacked = null] = others.flatMap((market) => lacks(market) ?? []);
  return {
    candidates: [candidate, ...able.map(({ id }) => withMarket(candidate, id, markets))],
    lacked: lacked === null ? null : FEATURE_NAMES[lacked] ?? lacked,
  };
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

/** Returns the candidate with a parameter set, or (null) reset to its default. */
export function withParam(
  candidate: Candidate,
  index: number,
  name: string,
  value: ParamValue | null,
): Candidate {
  const { [name]: _, ...others } = candidate.components[index]?.strategyParams ?? {};
  const strategyParams = value === null ? others : { ...others, [name]: value };
  if (Object.keys(strategyParams).length > 0) {
    return withComponent(candidate, index, { strategyParams });
  }
  const components = candidate.components.map((component, at) => {
    if (at !== index) return component;
    const { strategyParams: _, ...bare } = component;
    return bare;
  });
  return { ...candidate, components };
}

/**
 * Returns the candidate with one more component. Explicit weights keep their ratios and leave an equal
 * share to the new component; implicit weights stay equal.
 */
export function withAdded(candidate: Candidate, strategyId: string): Candidate {
  const { components } = candidate;
  const weights = setWeights(components);
  if (weights === null) return { ...candidate, components: [...components, { strategyId }] };
  const own = Math.round(WEIGHT_BPS_TOTAL / (components.length + 1));
  const scaled = scaledTo(weights, WEIGHT_BPS_TOTAL - own);
  return {
    ...candidate,
    components: [...weighted(components, scaled), { strategyId, weightBps: own }],
  };
}

/** Returns the candidate without a component; explicit weights keep their ratios. */
export function withoutComponent(candidate: Candidate, index: number): Candidate {
  const components = candidate.components.filter((_, at) => at !== index);
  const weights = setWeights(components);
  if (weights === null) return { ...candidate, components };
  return { ...candidate, components: weighted(components, scaledTo(weights, WEIGHT_BPS_TOTAL)) };
}

function weighted(
  components: readonly Component[],
  weights: readonly number[],
): Candidate["components"] {
  return components.map((one, at) => ({ ...one, weightBps: weights[at] ?? 1 }));
}

/** Returns explicit weights; null unless every component has one. */
function setWeights(components: readonly Component[]): readonly number[] | null {
  const weights = components.map(({ weightBps }) => weightBps);
  return weights.every((weight) => typeof weight === "number") ? weights : null;
}

/** Scales weights to another sum; each keeps at least one basis point. */
function scaledTo(weights: readonly number[], total: number): readonly number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0) || 1;
  const scaled = weights.map((weight) => Math.max(1, Math.round(weight * total / sum)));
  const excess = total - scaled.reduce((all, weight) => all + weight, 0);
  // The remainder of rounding goes to the largest weight, where it matters least.
  const largest = scaled.indexOf(Math.max(...scaled));
  return scaled.with(largest, (scaled[largest] ?? 0) + excess);
}

/** A candidate as entered, and as resolved by the engine. */
export interface Resolution {
  readonly candidate: Candidate;
  readonly run: { readonly candidate: ResolvedCandidate };
}

/**
 * Returns the weights of the components; null while only the engine knows them. Weights depend on each
 * other only, so a resolved candidate with the same entries has the same weights.
 *
 * @param last the last candidate that the engine resolved
 */
export function resolveWeights(
  { components }: Candidate,
  last: Resolution | null,
): readonly number[] | null {
  const given = components.map(({ weightBps }) => weightBps);
  if (given.every((weight) => weight !== undefined)) return given;
  const before = last?.candidate.components.map(({ weightBps }) => weightBps);
  if (before?.length !== given.length) return null;
  if (before.some((weight, index) => weight !== given[index])) return null;
  return last?.run.candidate.components.map(({ weightBps }) => weightBps) ?? null;
}

/**
 * Returns the candidate with one weight set and the others scaled so that all still sum to the whole;
 * each keeps at least one basis point.
 *
 * @param weights of all components, see {@link resolveWeights}
 */
export function withWeight(
  candidate: Candidate,
  weights: readonly number[],
  index: number,
  weightBps: number,
): Candidate {
  const others = weights.length - 1;
  const wanted = others === 0
    ? WEIGHT_BPS_TOTAL
    : Math.min(Math.max(1, Math.round(weightBps)), WEIGHT_BPS_TOTAL - others);
  // Each of the others keeps one basis point; the excess over it is scaled.
  const before = WEIGHT_BPS_TOTAL - (weights[index] ?? 0) - others;
  const rest = WEIGHT_BPS_TOTAL - wanted - others;
  const scaled = weights.map((weight) =>
    1 + Math.floor(before === 0 ? rest / others : (weight - 1) * rest / before)
  );
  scaled[index] = wanted;
  const last = index === others ? others - 1 : others;
  const excess = WEIGHT_BPS_TOTAL - scaled.reduce((sum, weight) => sum + weight, 0);
  const components = candidate.components.map((component, at) => {
    return { ...component, weightBps: (scaled[at] ?? 0) + (at === last ? excess : 0) };
  });
  return { ...candidate, components };
}

/**
 * Returns the name of a market with its origin. Official markets are simulated, imported ones are real.
 * A local market may have the name of a served one.
 */
export function markedName({ id, name }: Pick<Market, "id" | "name">): string {
  const origin = originOf(id);
  return origin === "mine" ? `${name} (mine)` : origin === "imported" ? `${name}, real` : name;
}
