import type { Engine } from "../../engine/engine.ts";
import { PartWriter } from "../../search/points/points_part.ts";
import { chargeOf, type SearchOrder } from "../../search/stages/order.ts";
import type { PreparedSearch } from "../../search/stages/prepared.ts";
import { CHUNK } from "../../search/stages/ranges.ts";
import { type Pace, paceOf, secondsOf } from "../../search/stages/rate.ts";
import { runRange } from "../../search/workers/run_range.ts";
import { counted } from "../../wording/numbers.ts";
import { durationText } from "./progress.ts";

/** The expected cost of a search. */
export interface Estimate {
  readonly candidates: number;
  /** Most runs on paths, by which a plan that aims at an edge chooses. */
  readonly pathRuns: number;
  /** Most evaluations of the best. */
  readonly evaluations: number;
  /** Compute units of the same search in a service. */
  readonly units: number;
  readonly workers: number;
  /** Candidates per second of one worker on an idle machine. */
  readonly ratePerWorker: number;
  readonly seconds: number;
  /** Most bytes in the folder, those of kept points included; most go when the search ends. */
  readonly bytes: number;
  readonly keepsPoints: boolean;
}

/** Duration of the measurement. */
const PROBE_MS = 300;

/** Estimates a search by running some of its candidates. */
export async function estimateSearch(
  engine: Engine,
  prepared: PreparedSearch,
  order: SearchOrder,
  workers: number,
): Promise<Estimate> {
  const { total, pathRuns, evaluations } = prepared;
  const { bytes, units } = chargeOf(prepared, order);
  const { keepsPoints } = order;
  const pace = await paceOf(engine, prepared, PROBE_MS);
  const points = keepsPoints ? total * await pointBytesOf(engine, prepared, pace) : 0;
  return {
    candidates: total,
    pathRuns,
    evaluations,
    units,
    workers,
    ratePerWorker: Math.round(pace.candidatesPerSecond),
    seconds: secondsOf(prepared, pace, { workers, isShared: false, keepsPoints }),
    // The file of the points is written before their parts go.
    bytes: Math.round(bytes.order + bytes.results + 2 * points),
    keepsPoints,
  };
}

/** Writes the points of a chunk, or of what runs in the time of a measurement; returns the bytes of one. */
async function pointBytesOf(
  engine: Engine,
  { plan, draw, topMax, description: { columns: names, statuses: statusNames, count } }:
    PreparedSearch,
  { candidatesPerSecond }: Pace,
): Promise<number> {
  const most = Math.ceil(candidatesPerSecond * PROBE_MS / 1000);
  const range = { from: 0, count: Math.min(CHUNK, count, most) };
  const stage = { draw, window: null, topMax, passes: 0 };
  const writer = new PartWriter({ axes: plan.axes, names, statusNames }, "all");
  const task = { plan, stage, range, names, keepsPoints: false };
  const { part } = await runRange(engine, task, () => range.count, writer);
  return (part?.length ?? 0) / range.count;
}

/** Returns the estimate as a sentence. */
export function estimateText(estimate: Estimate, out: string): string {
  const { candidates, pathRuns, workers, ratePerWorker, seconds, bytes, keepsPoints, units } =
    estimate;
  const work = [
    counted(candidates, "candidate"),
    ...pathRuns > 0 ? [counted(pathRuns, "run") + " on paths"] : [],
  ];
  return `${work.join(", ")} and ${counted(estimate.evaluations, "evaluation")}, about ${
    durationText(seconds)
  } on ` +
    `${counted(workers, "worker")} (${ratePerWorker.toLocaleString("en-US")}/s each), ` +
    `up to ${(bytes / 1e6).toFixed(bytes < 1e8 ? 1 : 0)} MB in ${out}` +
    `${keepsPoints ? "" : ", without all points (--points all)"}; a service would charge ` +
    `${units.toLocaleString("en-US")} units of the key's day`;
}
