// This module is browser compatible.

import type { Engine } from "../../engine/engine.ts";
import { EVALUATION_PRICE } from "../../limits/cost.ts";
import { describePlan } from "./describe_plan.ts";
import { summaryRequest } from "./engine_plan.ts";
import { marketIdsOf } from "../plan/markets.ts";
import type { PreparedSearch } from "./prepared.ts";
import { NO_BYTES } from "./summary.ts";

/** Candidates of the first measured calls, and of the largest. */
const FIRST = 2;
const MOST = 512;
/** Calls of a pass, evenly spread over a plan: neighbours in a grid differ in its last axis only. */
const PLACES = 8;
/**
 * A pass of calls that takes less time than this, or than a fifth of a short measurement, is followed by
 * a pass of larger calls, whose candidates share more indicators.
 */
const PASS_MS = 16;
/** Fewest passes of the largest calls; the load of the machine is estimated from them. */
const PASSES_MIN = 3;
/** Time between two pauses. */
const BETWEEN_PAUSES_MS = 8;
/** Fewest measured summaries. */
const SUMMARIES_MIN = 8;
/** Time besides candidates: the start of workers, and their work on paths and on the last step. */
const WORK_SECONDS = 0.4;
/** Time between two stages: a step, and before it the wait of a worker that polls a shared store for it. */
const STEP_SECONDS = 0.05;
const POLL_SECONDS = 0.45;
/** Time to write a point into the files of points, and of the first ones, for which code is compiled. */
const POINT_SECONDS = 3e-6;
const FIRST_POINTS_SECONDS = 0.15;
/** Share of the engine's own rate that a worker reaches beside others, with a store. */
const EFFICIENCY = 0.8;

/** The speed of one engine on a plan, on a core of its own. */
export interface Pace {
  readonly candidatesPerSecond: number;
  readonly secondsPerEvaluation: number;
  /** How much longer the work takes beside other programs; 1 on an idle machine. */
  readonly load: number;
}

type Measured = Pick<PreparedSearch, "plan" | "draw" | "topMax" | "description" | "total">;

/**
 * Measures the speed of one engine on candidates from all over a plan, with their summaries. The fastest
 * call of each place counts, since the first ones run before the engine is optimised, and other programs
 * interrupt some. How much longer all calls but the slowest take is the load of the machine. After some
 * milliseconds of calls, this thread receives messages; a pause after each would take a small plan seconds.
 * A search is measured for no longer than its own candidates take, but for the fewest passes.
 */
export async function rateOf(
  engine: Engine,
  { plan, draw, topMax, description, total }: Measured,
  forMs: number,
  nowMs: () => number = () => performance.now(),
): Promise<Pick<Pace, "candidatesPerSecond" | "load">> {
  const stage = { draw, window: null, topMax, passes: 0 };
  const most = Math.min(MOST, description.count);
  const passMs = Math.min(PASS_MS, forMs / 5);
  const fastestMs: number[] = Array(PLACES).fill(Infinity);
  let callsMs: number[] = [];
  let count = Math.min(FIRST, most);
  let [spentMs, pausedMs, msPerCandidate] = [0, 0, 0];
  while (
    callsMs.length < PASSES_MIN * PLACES || spentMs < Math.min(forMs, total * msPerCandidate)
  ) {
    for (const [place, knownMs] of fastestMs.entries()) {
      const from = Math.floor((description.count - count) * place / (PLACES - 1));
      const request = summaryRequest(plan, stage, { from, count });
      const startMs = nowMs();
      engine.summarise(request, NO_BYTES, new Float64Array());
      const tookMs = Math.max(1e-3, nowMs() - startMs);
      callsMs.push(tookMs);
      fastestMs[place] = Math.min(knownMs, tookMs / count);
      spentMs += tookMs;
      if (spentMs - pausedMs < BETWEEN_PAUSES_MS) continue;
      pausedMs = spentMs;
      await new Promise<void>((resolve) => setTimeout(resolve));
    }
    msPerCandidate = sumOf(fastestMs) / PLACES;
    if (msPerCandidate * count * PLACES >= passMs || count === most) continue;
    count = Math.min(most, 2 * count);
    callsMs = [];
  }
  const meanMs = (sumOf(callsMs) - Math.max(...callsMs)) / (callsMs.length - 1);
  return {
    // Each market of a plan takes as long.
    candidatesPerSecond: 1000 / msPerCandidate / marketIdsOf(plan).length,
    load: Math.max(1, meanMs / (msPerCandidate * count)),
  };
}

/**
 * Measures the speed of one engine on a plan. An evaluation is not run, since the first one on a dataset
 * takes half a second: it has its price in summaries of the first candidate.
 */
export async function paceOf(engine: Engine, search: Measured, forMs: number): Promise<Pace> {
  const { plan, draw } = search;
  const { candidates: [first = plan.base] } = describePlan(engine, plan, { draw, window: null }, [
    0,
  ]);
  const candidate = typeof first === "string" ? plan.base : first;
  const order = { candidate, view: "summary", simulationId: "rate" };
  const request = new TextEncoder().encode(JSON.stringify(order));
  const rate = await rateOf(engine, search, forMs);
  const times: number[] = [];
  for (let spentMs = 0; times.length < SUMMARIES_MIN || spentMs < forMs / 4;) {
    const tookMs = msOf(() => engine.simulate(request));
    times.push(tookMs);
    spentMs += tookMs;
  }
  return {
    ...rate,
    secondsPerEvaluation: marketIdsOf(plan).length * EVALUATION_PRICE * medianOf(times) / 1000,
  };
}

/** Where a search runs. */
export interface Place {
  readonly workers: number;
  /** Whether the workers are of several processes, which poll a store. */
  readonly isShared: boolean;
  readonly keepsPoints: boolean;
}

/** Returns the expected duration of a search. */
export function secondsOf(
  { total, pathRuns, evaluations, stages }: Pick<
    PreparedSearch,
    "total" | "pathRuns" | "evaluations" | "stages"
  >,
  { candidatesPerSecond, secondsPerEvaluation, load }: Pace,
  { workers, isShared, keepsPoints }: Place,
): number {
  const runs = (total + pathRuns) / candidatesPerSecond + evaluations * secondsPerEvaluation;
  const points = keepsPoints ? POINT_SECONDS * total : 0;
  const work = WORK_SECONDS + stages * STEP_SECONDS + (keepsPoints ? FIRST_POINTS_SECONDS : 0) +
    (runs + points) / workers / EFFICIENCY;
  // The measured engine was alone; beside other programs, workers wait for each other too.
  const others = Math.min(1, load - 1) * (1 - 1 / workers);
  return stages * (isShared ? POLL_SECONDS : 0) + (load + others) * work;
}

function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0;
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

function msOf(work: () => void): number {
  const startMs = performance.now();
  work();
  return performance.now() - startMs;
}
