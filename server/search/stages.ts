// This module is browser compatible.

import type { Method, SearchPlan } from "../contracts/plan.ts";
import { rowOf } from "./axis_scale.ts";
import { type Fold, foldsOf, type ScoredBars } from "./folds.ts";
import { halvingRungs } from "./methods/halving.ts";
import { firstRound, nextRound, roundsOf } from "./methods/adaptive.ts";
import { coordinatesOf } from "./ranked.ts";
import type { Draw, Stage, StageOutcome } from "./stage.ts";
import type { Summary } from "./summary.ts";

/** The stages of a fold: some search its bars, and one tests the best of them. */
export interface FoldOutcome {
  readonly fold: Fold;
  /** The merged outcome of the stages that ran on all bars of the fold. */
  readonly found: StageOutcome;
  /** Every searching stage of the fold. */
  readonly searches: readonly StageOutcome[];
  readonly test: StageOutcome | null;
}

/** The plan and its limits, from which stages follow. */
export interface StageOptions {
  readonly plan: SearchPlan;
  /** Size of the grid, as the engine counts it. */
  readonly gridCount: number;
  readonly scored: ScoredBars;
  /** How many of the best are kept, and how many of those are tested. */
  readonly keptMax: number;
  readonly topMax: number;
  /** Merges the outcomes of several rounds. */
  readonly join: (outcomes: readonly StageOutcome[]) => Summary;
}

/** Yields the stages in order; each depends on the plan and the outcomes of earlier stages alone. */
export function* stagesOf(
  options: StageOptions,
): Generator<Stage, readonly FoldOutcome[], StageOutcome> {
  const folds = foldsOf(options.plan.windows, options.scored);
  const outcomes: FoldOutcome[] = [];
  for (const fold of folds) {
    const searches = yield* searchOf(fold, options);
    const last = searches.at(-1);
    if (last === undefined) throw new Error("Cannot search: a fold has no stage");
    const isRounds = options.plan.method.kind === "adaptive";
    const found = isRounds ? { ...last, summary: options.join(searches) } : last;
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
    outcomes.push({ fold, found, searches, test });
  }
  return outcomes;
}

/** Returns the most candidates that a plan runs over all its stages. */
export function candidatesOf(
  { plan, gridCount, scored, topMax }: Omit<StageOptions, "join" | "keptMax">,
): number {
  const { method } = plan;
  const each = countOf(method, gridCount);
  const own = method.kind === "halving"
    ? halvingRungs(method.count, { from: 0, to: scored.to - scored.from }, scored.barsPerDay)
      .reduce((sum, { count }) => sum + count, 0)
    : each;
  const folds = foldsOf(plan.windows, scored);
  const tests = folds.filter(({ test }) => test !== null).length;
  return folds.length * own + tests * Math.min(topMax, each);
}

/** Returns the most evaluations of a plan: of the best of its last fold. */
export function evaluationsOf(
  { plan, gridCount, keptMax }: Pick<StageOptions, "plan" | "gridCount" | "keptMax">,
): number {
  return Math.min(plan.evaluate, keptMax, countOf(plan.method, gridCount));
}

function countOf(method: Method, gridCount: number): number {
  return method.kind === "grid" ? gridCount : method.count;
}

function* searchOf(
  fold: Fold,
  { plan: { method, windows, axes }, gridCount, scored, keptMax }: StageOptions,
): Generator<Stage, readonly StageOutcome[], StageOutcome> {
  const base = {
    fold: fold.name,
    role: "search",
    window: windows.kind === "whole" || fold.test === null ? null : fold.search,
    needsPoints: false,
    topMax: keptMax,
    passes: 0,
  } as const;
  if (method.kind === "halving") {
    const outcomes: StageOutcome[] = [];
    const rungs = halvingRungs(method.count, fold.search, scored.barsPerDay);
    for (const [rung, { count, window }] of rungs.entries()) {
      const last = outcomes.at(-1);
      const rows = last && coordinatesOf(last.ranked).map((row) => rowOf(axes, row));
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
          passes: rungs[rung + 1]?.count ?? 0,
        },
      );
    }
    return outcomes;
  }
  if (method.kind === "adaptive") {
    const outcomes: StageOutcome[] = [];
    const rowsOfRound = (
      seen: readonly StageOutcome[],
      round: number,
      count: number,
    ): readonly (readonly number[])[] =>
      nextRound(seen, { axes, count, seed: method.seed, round }).map((row) => rowOf(axes, row));
    for (const [round, count] of roundsOf(method.count).entries()) {
      const draw: Draw = round === 0
        ? firstRound(count, method.seed)
        : { method: "list", rows: rowsOfRound(outcomes, round, count) };
      const name = `${fold.name}-round-${round + 1}`;
      outcomes.push(yield { ...base, name, draw, count, needsPoints: true });
    }
    return outcomes;
  }
  const draw: Draw = method.kind === "grid"
    ? { method: "grid" }
    : { method: method.kind, count: method.count, seed: method.seed };
  return [yield { ...base, name: fold.name, draw, count: countOf(method, gridCount) }];
}
