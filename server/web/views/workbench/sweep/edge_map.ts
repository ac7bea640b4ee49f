import type { Candidate } from "../../../../contracts/candidate.ts";
import type { SearchPlan } from "../../../../contracts/plan.ts";
import type { Dataset } from "../../../../datasets/dataset.ts";
import { CAPITAL_DEFAULT } from "../../../../contracts/engine_constants.ts";
import type { Points } from "../../../../search/points/points.ts";
import type { SearchWorkers } from "../../../../search/workers/search_workers.ts";
import { candidateAt } from "../../../report/candidate_at.ts";
import { hasTexts } from "../../../model/own_parameters.ts";

/** Half-years of the map of edges; no verdict uses them, so a verdict on its best is on fresh ones. */
export const EDGE_PATHS = 16;
/** The first of their seeds; verdicts and the passive gap have others, far away in 64 bits. */
const FIRST_SEED = 8_000_000n;
/** Most candidates of the map: some seconds of two cores. */
export const EDGES_MAX = 4_096;
/** Candidates of one call of a worker. */
const BLOCK = 256;

/** Returns whether a sweep has a map of edges: on whole bars of one market with a generator. */
export function hasEdgeMap(
  { base, axes, windows, markets, aim }: SearchPlan,
  total: number,
): boolean {
  return windows.kind === "whole" && markets === undefined && aim === "score" &&
    total <= EDGES_MAX && !hasTexts(base) &&
    axes.every(({ path }) => path.startsWith("/components/"));
}

/**
 * Returns the edge of each candidate that ran over holding PT or SY, whichever is better, on half-years
 * that no verdict uses; NaN for a candidate without one. Empty on a market without a generator.
 */
export async function edgesOf(
  plan: SearchPlan,
  { header: { provenance, marketId, timeframe } }: Pick<Dataset, "header">,
  ranges: readonly Points[],
  workers: Pick<SearchWorkers, "utilities">,
  signal: AbortSignal,
): Promise<readonly Float64Array<ArrayBuffer>[]> {
  if (provenance.kind !== "synthetic") return [];
  const seeds = BigUint64Array.from({ length: EDGE_PATHS }, (_, at) => FIRST_SEED + BigInt(at));
  const common = { marketId, timeframe, capital: Number(CAPITAL_DEFAULT), seeds };
  return await Promise.all(ranges.map(async (range) => {
    const status = range.column("status");
    const rows = status.keys().filter((row) => status[row] === 0).toArray();
    const edges = new Float64Array(range.count).fill(NaN);
    const blocks = Array.from(
      { length: Math.ceil(rows.length / BLOCK) },
      (_, at) => rows.slice(at * BLOCK, (at + 1) * BLOCK),
    );
    await Promise.all(blocks.map(async (block) => {
      const own = block.map((row): Candidate => candidateAt(plan, range.coordinates(row)));
      const candidates = own.map((candidate) => JSON.stringify(candidate));
      const task = { ...common, candidates, skipped: [], alone: [] };
      const utilities = await workers.utilities(task, signal);
      const lineAt = (row: number): Float64Array =>
        utilities.subarray(row * EDGE_PATHS, (row + 1) * EDGE_PATHS);
      const [hold, idle] = [lineAt(block.length), lineAt(block.length + 1)];
      block.forEach((row, at) =>
        edges[row] = edgeOf(lineAt(at), hold, idle, provenance.passiveGap)
      );
    }));
    return edges;
  }));
}

/** Returns an edge as that of a verdict (`RULES.md` 6.4): controlled by the known gap of the lines. */
export function edgeOf(
  own: Float64Array,
  hold: Float64Array,
  idle: Float64Array,
  gap: number,
): number {
  const mean = (values: Float64Array): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const line = gap >= 0 ? hold : idle;
  const over = own.map((utility, path) => utility - (line[path] ?? NaN));
  const control = hold.map((utility, path) => utility - (idle[path] ?? NaN));
  const [middle, luck] = [mean(over), mean(control)];
  const squares = control.reduce((sum, each) => sum + (each - luck) ** 2, 0);
  const products = control.reduce(
    (sum, each, path) => sum + (each - luck) * ((over[path] ?? NaN) - middle),
    0,
  );
  return middle - (squares > 0 ? products / squares : 0) * (luck - gap);
}
