// This module is browser compatible.

/**
 * The choice of the candidates with the best edge. A score is of one path, so candidates are compared
 * on the paths of their verdicts: all of them on the first few, and the better half on as many again.
 *
 * @module
 */
import type { SearchPlan } from "../../contracts/plan.ts";
import type { Trial } from "../../contracts/trial.ts";
import type { NumberRange } from "./engine_plan.ts";
import type { BarRange } from "../plan/folds.ts";
import { coordinatesOf, listOf, type Ranked } from "../fold/ranked.ts";
import type { PathStage } from "./stage.ts";

/**
 * Most candidates that run on paths, those with the best scores: a minute or two of a core on hourly
 * bars.
 */
export const PATH_CANDIDATES_MAX = 16_384;
/** Paths on which a candidate has run after each rung; the last are all paths of a verdict. */
const PATHS = [8, 16, 32, 64];
/** Fewest candidates of a rung. */
const RUNG_MIN = 32;
/** Runs of one component that are one range: 0.1 to 0.3 seconds of a core. */
const RANGE_RUNS = 8_192;

/** The candidates of a rung, and the paths that it adds. */
export interface PathRung {
  readonly count: number;
  readonly from: number;
  readonly to: number;
}

/** The utilities of a candidate on a market, path by path; null without one. */
export interface PathRun {
  readonly marketId: number;
  readonly utilities: readonly (number | null)[];
}

/** The runs of a candidate on paths, with the trials that it is, one on each market. */
export interface PathTrial {
  readonly runs: readonly PathRun[];
  readonly trials: readonly Trial[];
}

/**
 * Returns the rungs for a number of candidates; the better half passes each rung.
 *
 * @param chosen how many are evaluated in the end
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(pathRungs(100, 10), [
 *   { count: 100, from: 0, to: 8 },
 *   { count: 50, from: 8, to: 16 },
 *   { count: 32, from: 16, to: 32 },
 *   { count: 32, from: 32, to: 64 },
 * ]);
 * ```
 */
export function pathRungs(candidates: number, chosen: number): readonly PathRung[] {
  let count = Math.min(candidates, PATH_CANDIDATES_MAX);
  return PATHS.map((to, at) => {
    const rung = { count, from: PATHS[at - 1] ?? 0, to };
    count = Math.min(count, Math.max(Math.ceil(count / 2), chosen, RUNG_MIN));
    return rung;
  });
}

/** Returns the number of runs on paths for a number of candidates. */
export function pathRunsOf(candidates: number, chosen: number): number {
  return pathRungs(candidates, chosen)
    .reduce((sum, { count, from, to }) => sum + count * (to - from), 0);
}

/** Splits a rung into ranges, by the number of components of a candidate. */
export function pathRanges(
  { count, paths: { from, to } }: Pick<PathStage, "count" | "paths">,
  components: number,
): readonly NumberRange[] {
  const size = Math.max(1, Math.floor(RANGE_RUNS / ((to - from) * components)));
  return Array.from({ length: Math.ceil(count / size) }, (_, at) => ({
    from: at * size,
    count: Math.min(size, count - at * size),
  }));
}

/** Runs the candidates of a rung, and estimates their edges. */
export interface PathJudge {
  /** Returns the runs of each candidate, one on each of its markets. */
  run(stage: PathStage): Promise<readonly (readonly PathRun[])[]>;
  /** Returns the edges of runs on one market on its first paths. */
  edges(marketId: number, utilities: readonly (readonly number[])[]): ArrayLike<number>;
}

/** The candidates that ran on paths, and the best of them. */
export interface PathChoice {
  /** Coordinates of all candidates of which a path was seen. */
  readonly seen: readonly (readonly number[])[];
  readonly rungs: readonly { readonly paths: number; readonly candidates: number }[];
  /** Places in `seen` of the best, those with the largest edge first. */
  readonly best: readonly number[];
}

/** Runs ranked candidates on paths, and returns those with the best edge. */
export async function bestOnPaths(
  ranked: Ranked,
  { axes, markets, evaluate }: Pick<SearchPlan, "axes" | "markets" | "evaluate">,
  window: BarRange | null,
  judge: PathJudge,
): Promise<PathChoice> {
  const seen = coordinatesOf(ranked).slice(0, PATH_CANDIDATES_MAX);
  const rows = listOf(ranked, axes).slice(0, seen.length);
  const runs: (readonly PathRun[])[] = seen.map(() => []);
  const rungs = seen.length === 0 ? [] : pathRungs(seen.length, evaluate);
  let left: readonly number[] = [...seen.keys()];
  for (const { count, from, to } of rungs) {
    left = left.slice(0, count);
    const found = await judge.run({
      name: `paths-${to}`,
      role: "paths",
      draw: { method: "list", rows: left.map((place) => rows[place] ?? []) },
      count,
      window,
      paths: { from, to },
    });
    left.forEach((place, at) => runs[place] = extended(runs[place] ?? [], found[at] ?? []));
    const edges = edgesOf(left.map((place) => runs[place] ?? []), judge, markets?.by ?? "mean");
    const order = [...left.keys()].toSorted((one, other) =>
      (edges[other] ?? 0) - (edges[one] ?? 0) || one - other
    );
    left = order.map((at) => left[at] ?? 0);
  }
  return {
    seen,
    rungs: rungs.map(({ count, to }) => ({ paths: to, candidates: count })),
    best: left.slice(0, evaluate),
  };
}

function extended(before: readonly PathRun[], more: readonly PathRun[]): readonly PathRun[] {
  return more.map(({ marketId, utilities }, at) => (
    { marketId, utilities: [...before[at]?.utilities ?? [], ...utilities] }
  ));
}

/** Returns the edge of each candidate, joined over its markets; `-Number.MAX_VALUE` without one. */
function edgesOf(
  all: readonly (readonly PathRun[])[],
  { edges }: PathJudge,
  by: "mean" | "worst",
): readonly number[] {
  const known = new Map<PathRun, number>();
  for (const [marketId, runs] of Map.groupBy(all.flat(), (run) => run.marketId)) {
    const whole = runs.filter(({ utilities }) => utilities.every((one) => one !== null));
    const found = edges(marketId, whole.map(({ utilities }) => utilities as readonly number[]));
    whole.forEach((run, at) => known.set(run, found[at] ?? -Number.MAX_VALUE));
  }
  return all.map((runs) => {
    const own = runs.map((run) => known.get(run) ?? -Number.MAX_VALUE);
    const least = Math.min(...own);
    if (by === "worst" || least === -Number.MAX_VALUE) return least;
    return own.reduce((sum, edge) => sum + edge, 0) / own.length;
  });
}
