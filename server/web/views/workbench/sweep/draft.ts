import type { Candidate } from "../../../../contracts/candidate.ts";
import type { Parameter } from "../../../../contracts/catalog.ts";
import { isFigure } from "../../../../contracts/figures.ts";
import type { Axis, Constraint, MarketsBy, SearchPlan } from "../../../../contracts/plan.ts";
import { TOP_DEFAULT } from "../../../../contracts/top.ts";
import { orderCost, searchCost } from "../../../../limits/cost.ts";
import { runsPerCandidate } from "../../../../search/plan/markets.ts";
import { pathRunsOf } from "../../../../search/stages/path_halving.ts";
import type { Arena } from "../../../engine/messages.ts";
import { timeframeOf } from "../../../model/candidate.ts";
import { componentParameters, hasTexts } from "../../../model/own_parameters.ts";
import { placeOf } from "../../../../search/plan/axis_name.ts";
import { axisFaults, type AxisNumbers, axisValues } from "../../../report/axis_values.ts";
import type { OwnPoint } from "./own_points.ts";

export type Strategy = Arena["strategies"][number];

/** The choice of one searched parameter. */
export interface AxisChoice extends AxisNumbers {
  /** Index of the component in the candidate. */
  readonly component: number;
  /** Name of the parameter; empty: none. */
  readonly name: string;
}

/** The form of a sweep, without its candidate. */
export interface Draft {
  readonly axes: readonly AxisChoice[];
  readonly method: "grid" | "random" | "sobol";
  /** Number of candidates, for methods other than a grid. */
  readonly count: number;
  readonly aim: SearchPlan["aim"];
  readonly constraints: readonly Constraint[];
  /** Share of the last bars, which only test; 0: no test. */
  readonly holdout: number;
  /** Whether the best must be eligible by its evaluation. */
  readonly isEligible: boolean;
  /** Ids of the markets on which a candidate runs, besides its own. */
  readonly otherMarkets: readonly number[];
  /** How a figure counts over several markets. */
  readonly marketsBy: MarketsBy;
  /** Candidates without a better one after which the search ends; 0: never. Not for a grid. */
  readonly patience: number;
  /** Candidates to try first. Not for a grid, which has only its own. */
  readonly first: readonly OwnPoint[];
  /** Whether the best of the last sweep are tried first. Not for a grid. */
  readonly isContinued: boolean;
}

/** Most axes of the form. */
export const AXES_MAX = 6;
/** Most candidates of a sweep: 8 MB of figures. */
export const CANDIDATES_MAX = 65_536;
/** How many of the best are evaluated. */
const EVALUATED = 10;
const STEPS = 32;
const COUNT = 2048;

let last: { readonly strategies: string; readonly draft: Draft } | null = null;

/** Keeps a draft across changes of the view. */
export function keepDraft(draft: Draft, candidate: Candidate): void {
  last = { strategies: draftKey(candidate), draft };
}

/** Returns the draft for a candidate: the last one while the strategies stay the same. */
export function draftFor(candidate: Candidate, strategies: readonly Strategy[]): Draft {
  if (last?.strategies === draftKey(candidate)) return last.draft;
  return firstDraft(candidate, strategies);
}

/** Returns a grid over the first two numeric parameters. */
export function firstDraft({ components }: Candidate, strategies: readonly Strategy[]): Draft {
  const [first] = components;
  const names = (first === undefined ? [] : componentParameters(first, strategies))
    .filter(({ type }) => type !== "string").slice(0, 2).map(({ name }) => name);
  return {
    axes: names.map((name) => ({ component: 0, name, range: null, steps: STEPS })),
    method: "grid",
    count: COUNT,
    aim: "score",
    constraints: [],
    holdout: 0,
    isEligible: false,
    otherMarkets: [],
    marketsBy: "mean",
    patience: 0,
    first: [],
    isContinued: false,
  };
}

/** Returns the draft of a plan, as the form would say it. */
export function draftOf(
  { base, axes, method, aim, constraints, windows, ...plan }: SearchPlan,
): Draft {
  const { enqueue = [], markets } = plan;
  const isGrid = method.kind === "grid";
  return {
    axes: axes.map((axis) => {
      const [from, to] = "values" in axis
        ? [axis.values[0], axis.values.at(-1)]
        : [axis.min, axis.max];
      const range = typeof from === "number" && typeof to === "number" ? { from, to } : null;
      return { ...placeOf(axis), range, steps: "values" in axis ? axis.values.length : STEPS };
    }),
    method: isGrid || method.kind === "random" ? method.kind : "sobol",
    count: isGrid ? COUNT : method.count,
    aim,
    constraints,
    holdout: windows.kind === "holdout" ? windows.share : 0,
    isEligible: false,
    otherMarkets: markets?.ids.filter((id) => id !== base.marketId) ?? [],
    marketsBy: markets?.by ?? "mean",
    patience: "patience" in method ? method.patience ?? 0 : 0,
    first: enqueue.filter((row): row is OwnPoint => !Array.isArray(row)),
    isContinued: false,
  };
}

/** Returns the parameters of a candidate without an axis, in the order of its components. */
export function freeParameters(
  { components }: Candidate,
  strategies: readonly Strategy[],
  axes: readonly AxisChoice[],
): readonly { readonly component: number; readonly parameter: Parameter }[] {
  return components.flatMap((one, component) =>
    componentParameters(one, strategies).filter(({ name }) =>
      !axes.some((axis) => axis.component === component && axis.name === name)
    ).map((parameter) => ({ component, parameter }))
  );
}

/** Returns the draft with another axis, on a grid coarse enough to stay small. */
export function withAxis(draft: Draft, component: number, name: string): Draft {
  const steps = draft.axes.length >= 2 ? 8 : STEPS;
  const axes = [...draft.axes.map((axis) => ({ ...axis, steps: Math.min(axis.steps, steps) }))];
  return { ...draft, axes: [...axes, { component, name, range: null, steps }] };
}

/** Returns the draft with an axis changed; an axis that has its new parameter gets the old one. */
export function withAxisAt({ axes, ...draft }: Draft, at: number, changed: AxisChoice): Draft {
  const before = axes[at];
  const isMoved = ({ component, name }: AxisChoice): boolean =>
    component === changed.component && name === changed.name;
  return {
    ...draft,
    axes: axes.map((axis, other) => {
      if (other === at) return changed;
      if (before === undefined || !isMoved(axis)) return axis;
      return { ...axis, component: before.component, name: before.name, range: null };
    }),
  };
}

/** Returns the parameter of an axis; null if the candidate does not have it. */
export function axisParameter(
  { component, name }: AxisChoice,
  { components }: Candidate,
  strategies: readonly Strategy[],
): Parameter | null {
  const searched = components[component];
  const parameters = searched === undefined ? [] : componentParameters(searched, strategies);
  return parameters.find((parameter) => parameter.name === name) ?? null;
}

/** Returns the plan of a draft, valid for the search command too; null without an axis. */
export function toPlan(
  candidate: Candidate,
  draft: Draft,
  strategies: readonly Strategy[],
): SearchPlan | null {
  const timeframe = timeframeOf(candidate);
  const axes = draft.axes.flatMap((choice): readonly Axis[] => {
    const parameter = axisParameter(choice, candidate, strategies);
    if (parameter === null) return [];
    const path = `/components/${choice.component}/strategyParams/${choice.name}`;
    const { values } = axisValues(parameter, choice.range, choice.steps, timeframe);
    if (draft.method === "grid" || parameter.type === "string") {
      return [{ path, values: [...values] as (string | number)[] }];
    }
    return [{ path, min: Number(values[0]), max: Number(values.at(-1)) }];
  });
  if (axes.length === 0 || draftFaults(candidate, draft, strategies).length > 0) return null;
  const { method, count, aim, constraints, holdout, otherMarkets, marketsBy, patience } = draft;
  const others = otherMarkets.filter((id) => id !== candidate.marketId);
  const ids = [candidate.marketId, ...others].toSorted((one, other) => one - other);
  return {
    base: candidate,
    axes,
    ...others.length > 0 && { markets: { ids, by: marketsBy } },
    method: method === "grid"
      ? { kind: method }
      : { kind: method, count, seed: 0, ...patience > 0 && { patience } },
    aim,
    evaluate: EVALUATED,
    constraints: [...constraints],
    windows: holdout === 0
      ? { kind: "whole" }
      : { kind: "holdout", share: holdout, purge: 0, embargo: 0 },
  };
}

/** Checks the numbers of a draft; returns a sentence per fault. */
export function draftFaults(
  candidate: Candidate,
  { axes, method, count }: Draft,
  strategies: readonly Strategy[],
): string[] {
  const faults = axes.flatMap((choice) => {
    const parameter = axisParameter(choice, candidate, strategies);
    return parameter === null ? [] : axisFaults(choice, parameter, timeframeOf(candidate));
  });
  const isCount = Number.isInteger(count) && count >= 1 && count <= CANDIDATES_MAX;
  return method === "grid" || isCount
    ? faults
    : [...faults, `Candidates must be a whole number from 1 to ${CANDIDATES_MAX}`];
}

/**
 * Returns the most compute units that a service would charge for the plan of a draft.
 *
 * @param isGenerated whether its markets have paths, on which a plan that aims at an edge compares
 */
export function serviceUnits(plan: SearchPlan, isGenerated: boolean): number {
  const { windows, evaluate, aim } = plan;
  const count = candidateCount(plan);
  const tested = windows.kind === "whole" ? 0 : Math.min(TOP_DEFAULT, count);
  const pathRuns = isGenerated && !isFigure(aim) ? pathRunsOf(count, evaluate) : 0;
  const units = searchCost({
    candidates: count + tested + pathRuns,
    evaluations: Math.min(evaluate, count),
    components: runsPerCandidate(plan),
  });
  return Math.max(units, orderCost(new TextEncoder().encode(JSON.stringify(plan)).length));
}

/** Returns the unit of each axis of a plan. */
export function axisUnits(
  { base, axes }: SearchPlan,
  strategies: readonly Strategy[],
): readonly (string | null)[] {
  return axes.map((axis) =>
    axisParameter({ ...placeOf(axis), range: null, steps: 0 }, base, strategies)?.unit ?? null
  );
}

/** Returns the most candidates of a plan in the searched window. */
export function candidateCount({ axes, method, enqueue = [] }: SearchPlan): number {
  if (method.kind !== "grid") return enqueue.length + method.count;
  return axes.reduce((all, axis) => all * ("values" in axis ? axis.values.length : 1), 1);
}

/** Returns the strategies of a candidate; of texts their names too, which are the axes. */
function draftKey(candidate: Candidate): string {
  const ids = candidate.components.map(({ strategyId }) => strategyId);
  const names = candidate.components.map(({ strategyParams = {} }) => Object.keys(strategyParams));
  return (hasTexts(candidate) ? [...ids, ...names] : ids).join();
}
