import type { SearchPlan } from "../../../contracts/plan.ts";
import type { Engine } from "../../../engine/engine.ts";
import { searchCost } from "../../../limits/cost.ts";
import { columnsRequest, type PlanDescription } from "../../../search/engine_plan.ts";
import type { Draw } from "../../../search/stage.ts";
import { durationOf } from "./progress.ts";

/** What a search will take. */
export interface Estimate {
  readonly candidates: number;
  readonly workers: number;
  /** Candidates a second of one worker, measured with the first of the plan. */
  readonly ratePerWorker: number;
  readonly seconds: number;
  /** Bytes in the folder, with the points where they are kept. */
  readonly bytes: number;
  readonly keepsPoints: boolean;
  /** What it would cost as a search of a service. */
  readonly cost: ReturnType<typeof searchCost>;
}

/** Candidates that are run to measure the rate. */
const PROBED = 512;
/** How long it is measured. */
const PROBE_MS = 300;
/** About what a range keeps besides its points, and its candidates. */
const RANGE_BYTES = 80_000;
const RANGE_COUNT = 32_768;

/** Runs the first candidates of a plan to say how long all take. */
export function estimateOf(
  engine: Engine,
  plan: SearchPlan,
  { draw, total, workers, keepsPoints, description }: {
    readonly draw: Draw;
    readonly total: number;
    readonly workers: number;
    readonly keepsPoints: boolean;
    readonly description: PlanDescription;
  },
): Estimate {
  const count = Math.min(PROBED, description.count);
  const request = columnsRequest(plan, { draw, window: null }, { from: 0, count });
  const ratePerWorker = rateOf(() => engine.planColumns(request), count);
  // The points twice: range by range, and in one file.
  const perPoint = keepsPoints ? 2 * 8 * description.columns.length : 0;
  return {
    candidates: total,
    workers,
    ratePerWorker: Math.round(ratePerWorker),
    seconds: total / ratePerWorker / workers,
    bytes: total * perPoint + Math.ceil(total / RANGE_COUNT) * RANGE_BYTES,
    keepsPoints,
    cost: searchCost(total),
  };
}

/** Returns candidates a second, of the fastest call: the first are slow, until the engine is compiled. */
function rateOf(run: () => unknown, count: number): number {
  const endMs = performance.now() + PROBE_MS;
  let fastestMs = Infinity;
  while (performance.now() < endMs) {
    const startMs = performance.now();
    run();
    fastestMs = Math.min(fastestMs, performance.now() - startMs);
  }
  return count / Math.max(1e-3, fastestMs) * 1000;
}

/** Returns the estimate as a sentence. */
export function estimateText(estimate: Estimate, out: string): string {
  const { candidates, workers, ratePerWorker, seconds, bytes, keepsPoints, cost } = estimate;
  return `${candidates.toLocaleString("en-US")} candidates, about ${durationOf(seconds)} on ` +
    `${workers} workers (${ratePerWorker.toLocaleString("en-US")}/s each), ` +
    `${(bytes / 1e6).toFixed(bytes < 1e8 ? 1 : 0)} MB in ${out}` +
    `${keepsPoints ? "" : ", without all points (--points all)"}; a service would count ` +
    `${cost.units} unit and ${
      cost.candidates.toLocaleString("en-US")
    } of the key's candidates a day`;
}
