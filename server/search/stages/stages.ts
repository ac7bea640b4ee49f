// This module is browser compatible.

import type { Method, SearchPlan } from "../../contracts/plan.ts";
import { type Fold, foldsOf, type ScoredBars } from "../plan/folds.ts";
import { halvingRungs } from "./methods/halving.ts";
import { firstRound, nextRound, roundsOf } from "./methods/adaptive.ts";
import { blockSize, type EarlyEnd, Patience } from "./methods/patience.ts";
import { rowOf } from "../plan/axis_scale.ts";
import { listOf } from "../fold/ranked.ts";
import type { Draw, Stage, StageOutcome } from "./stage.ts";

/** The stages of a fold: some search its bars, and one tests the best of them. */
export interface FoldOutcome {
  readonly fold: Fold;
  /** The merged outcome of the stages that ran on all bars of the fold. */
  readonly found: StageOutcome;
  /** Every searching stage of the fold; the plan's own candidates come first. */
  readonly searches: readonly StageOutcome[];
  /** The plan's own candidates; null for none. */
  readonly enqueued: StageOutcome | null;
  /** Where the plan's patience ended the search of the fold; null if all ran. */
  readonly stopped: EarlyEnd | null;
  readonly test: StageOutcome | null;
}

/** The plan and its limits, from which stages follow. */
export interface StageOptions {
  readonly plan: SearchPlan;
  /** Rows of the plan's own candidates. */
  readonly enqueued: readonly (readonly number[])[];
  /** Size of the grid, as the engine counts it. */
  readonly gridCount: number;
  readonly scored: ScoredBars;
  /** How many of the best are kept, and how many of those are tested. */
  readonly keptMax: number;
  readonly topMax: number;
  /** How many of the best of all stages are ranked, for paths to choose among. */
  readonly rankedMax: number;
  /** Merges the outcomes of several rounds. */
  readonly join: (outcomes: readonly StageOutcome[]) => Pick<StageOutcome, "packed" | "summary">;
}

/** Yields the stages in order; each depends on the plan and the outcomes of earlier stages alone. */
export function* stagesOf(
  options: StageOptions,
): Generator<Stage, readonly FoldOutcome[], StageOutcome> {
  const folds = foldsOf(options.plan.windows, options.scored);
  const outcomes: FoldOutcome[] = [];
  for (const fold of folds) {
    const enqueued = yield* enqueuedOf(fold, options);
    const first = enqueued === null ? [] : [enqueued];
    const chosen = yield* searchOf(fold, first, options);
    const searches = [...first, ...chosen.outcomes];
    const last = searches.at(-1);
    if (last === undefined) throw new Error("Cannot search: a fold has no stage");
    // The rungs of halving before the last one are of fewer bars.
    const joined = options.plan.method.kind === "halving" ? [...first, last] : searches;
    const found = joined.length > 1 ? { ...last, ...options.join(joined) } : last;
    let test: StageOutcome | null = null;
    const rows = found.summary.top.slice(0, options.topMax)
      .map(({ coordinates }) => rowOf(options.plan.axes, coordinates));
    if (fold.test !== null && rows.length > 0) {
      test = yield {
        name: `${fold.name}-test`,
        fold: fold.name,
        role: "test",
        draw: { method: "list", rows },
        count: rows.length,
        window: fold.test,
        needsPoints: true,
        topMax: options.topMax,
        passes: 0,
      };
    }
    outcomes.push({ fold, found, searches, enqueued, stopped: chosen.stopped, test });
  }
  return outcomes;
}

/** Returns the most candidates that a plan runs over all its stages. */
export function candidatesOf(
  { plan, enqueued, gridCount, scored, topMax }: Omit<
    StageOptions,
    "join" | "keptMax" | "rankedMax"
  >,
): number {
  const { method } = plan;
  const each = countOf(method, gridCount);
  const first = enqueued.length;
  const own = method.kind === "halving"
    ? halvingRungs(method.count, { from: 0, to: scored.to - scored.from }, scored.barsPerDay)
      .reduce((sum, { count }) => sum + count, 0)
    : each;
  const folds = foldsOf(plan.windows, scored);
  const tests = folds.filter(({ test }) => test !== null).length;
  return folds.length * (first + own) + tests * Math.min(topMax, first + each);
}

/** Returns the most stages of a plan, with the evaluations and the neighbours. */
export function stageCountOf(
  { plan: { method, windows }, enqueued, scored }: Pick<
    StageOptions,
    "plan" | "enqueued" | "scored"
  >,
): number {
  const searchesOf = ({ search }: Fold): number => {
    if (method.kind === "grid") return 1;
    const { kind, count, patience } = { patience: undefined, ...method };
    if (kind === "halving") return halvingRungs(count, search, scored.barsPerDay).length;
    if (kind === "adaptive") return roundsOf(count).length;
    return patience === undefined ? 1 : Math.ceil(count / blockSize(patience, count));
  };
  const first = enqueued.length === 0 ? 0 : 1;
  return foldsOf(windows, scored)
    .reduce((sum, fold) => sum + first + searchesOf(fold) + (fold.test === null ? 0 : 1), 2);
}

/** Returns the most evaluations of a plan: of the best of its last fold. */
export function evaluationsOf(
  { plan, enqueued, gridCount, keptMax }: Pick<
    StageOptions,
    "plan" | "enqueued" | "gridCount" | "keptMax"
  >,
): number {
  const count = enqueued.length + countOf(plan.method, gridCount);
  return Math.min(plan.evaluate, keptMax, count);
}

/** Returns the candidates that a method draws. */
export function countOf(method: Method, gridCount: number): number {
  return method.kind === "grid" ? gridCount : method.count;
}

type Searching<T> = Generator<Stage, T, StageOutcome>;

/** Returns the members that all searching stages of a fold share. */
function stageBase(
  fold: Fold,
  { plan: { windows }, keptMax, rankedMax }: StageOptions,
): Omit<Stage, "name" | "draw" | "count"> {
  return {
    fold: fold.name,
    role: "search",
    window: windows.kind === "whole" || fold.test === null ? null : fold.search,
    needsPoints: false,
    topMax: keptMax,
    passes: rankedMax,
  };
}

/** Runs the plan's own candidates on the bars of a fold. */
function* enqueuedOf(fold: Fold, options: StageOptions): Searching<StageOutcome | null> {
  const { enqueued: rows } = options;
  if (rows.length === 0) return null;
  return yield {
    ...stageBase(fold, options),
    name: `${fold.name}-enqueued`,
    draw: { method: "list", rows },
    count: rows.length,
  };
}

interface Chosen {
  readonly outcomes: readonly StageOutcome[];
  readonly stopped: EarlyEnd | null;
}

function searchOf(
  fold: Fold,
  first: readonly StageOutcome[],
  options: StageOptions,
): Searching<Chosen> {
  switch (options.plan.method.kind) {
    case "halving":
      return rungsOf(fold, options.plan.method, options);
    case "adaptive":
      return adaptiveRounds(fold, first, options.plan.method, options);
    default:
      return blocksOf(fold, first, options.plan.method, options);
  }
}

type Halving = Extract<Method, { kind: "halving" }>;
type Adaptive = Extract<Method, { kind: "adaptive" }>;
type Even = Exclude<Method, Halving | Adaptive>;

function* rungsOf(fold: Fold, method: Halving, options: StageOptions): Searching<Chosen> {
  const { plan: { axes }, scored } = options;
  const base = stageBase(fold, options);
  const outcomes: StageOutcome[] = [];
  const rungs = halvingRungs(method.count, fold.search, scored.barsPerDay);
  for (const [rung, { count, window }] of rungs.entries()) {
    const last = outcomes.at(-1);
    const rows = last && listOf(last.summary.ranked, axes);
    if (rows?.length === 0) break;
    const isLast = rung === rungs.length - 1;
    outcomes.push(
      yield {
        ...base,
        name: `${fold.name}-rung-${rung + 1}`,
        draw: rows === undefined
          ? { method: "sobol", count, seed: method.seed }
          : { method: "list", rows },
        count: rows === undefined ? count : rows.length,
        window: isLast ? base.window : window,
        passes: rungs[rung + 1]?.count ?? base.passes,
      },
    );
  }
  return { outcomes, stopped: null };
}

function* adaptiveRounds(
  fold: Fold,
  first: readonly StageOutcome[],
  { count: planned, seed, patience }: Adaptive,
  options: StageOptions,
): Searching<Chosen> {
  const { axes } = options.plan;
  const outcomes: StageOutcome[] = [];
  const waiting = new Patience(patience, planned, first);
  for (const [round, count] of roundsOf(planned).entries()) {
    const seen = [...first, ...outcomes];
    const rows = (): readonly (readonly number[])[] =>
      nextRound(seen, { axes, count, seed, round }).map((row) => rowOf(axes, row));
    const draw: Draw = round === 0 ? firstRound(count, seed) : { method: "list", rows: rows() };
    const name = `${fold.name}-round-${round + 1}`;
    const outcome = yield { ...stageBase(fold, options), name, draw, count, needsPoints: true };
    outcomes.push(outcome);
    waiting.add(outcome);
    if (waiting.end !== null) break;
  }
  return { outcomes, stopped: waiting.end };
}

/** Runs a grid or an even draw: at once, or in blocks between which its patience may end it. */
function* blocksOf(
  fold: Fold,
  first: readonly StageOutcome[],
  method: Even,
  options: StageOptions,
): Searching<Chosen> {
  const base = stageBase(fold, options);
  if (method.kind === "grid") {
    const count = options.gridCount;
    const outcome = yield { ...base, name: fold.name, draw: { method: "grid" }, count };
    return { outcomes: [outcome], stopped: null };
  }
  const { kind, count, seed, patience } = method;
  const draw = { method: kind, count, seed };
  if (patience === undefined) {
    return { outcomes: [yield { ...base, name: fold.name, draw, count }], stopped: null };
  }
  const outcomes: StageOutcome[] = [];
  const waiting = new Patience(patience, count, first);
  const size = blockSize(patience, count);
  for (let from = 0; from < count && waiting.end === null; from += size) {
    const outcome = yield {
      ...base,
      name: `${fold.name}-block-${outcomes.length + 1}`,
      draw: { ...draw, first: from },
      count: Math.min(size, count - from),
    };
    outcomes.push(outcome);
    waiting.add(outcome);
  }
  return { outcomes, stopped: waiting.end };
}
