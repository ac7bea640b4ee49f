import type { SearchPlan } from "../../contracts/plan.ts";
import type { Engine } from "../../engine/engine.ts";
import { searchCost } from "../../limits/cost.ts";
import type { PlanDescription } from "../../search/engine_plan.ts";
import { rateOf } from "../../search/rate.ts";
import type { Draw } from "../../search/stage.ts";
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
  const ratePerWorker = rateOf(engine, { plan, draw, description }, PROBE_MS);
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
