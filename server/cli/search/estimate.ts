import type { Engine } from "../../engine/engine.ts";
import { chargeOf, type SearchOrder } from "../../search/stages/order.ts";
import type { PreparedSearch } from "../../search/stages/prepared.ts";
import { paceOf, secondsOf } from "../../search/stages/rate.ts";
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
  return {
    candidates: total,
    pathRuns,
    evaluations,
    units,
    workers,
    ratePerWorker: Math.round(pace.candidatesPerSecond),
    seconds: secondsOf(prepared, pace, { workers, isShared: false, keepsPoints }),
    // `bytes.points` is an upper bound: many values repeat, so the file takes about half of it. Its
    // parts are deleted once it is written.
    bytes: bytes.order + bytes.results + bytes.points,
    keepsPoints,
  };
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
