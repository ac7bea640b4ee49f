// This module is browser compatible.

import type { Engine } from "../engine/engine.ts";
import { EVALUATION_PRICE, simulationCost } from "../limits/cost.ts";
import { columnsRequest, describePlan } from "./engine_plan.ts";
import { marketIdsOf, runsPerCandidate } from "./markets.ts";
import type { PreparedSearch } from "./prepared.ts";

/** Candidates of the first measured call, and of the largest. */
const FIRST = 8;
const MOST = 512;
/** A call that took less time is followed by a larger one. */
const SHORT_MS = 8;
/** Time besides candidates: workers generate paths, and the last step judges the best. */
const FIXED_SECONDS = 0.4;
/** Time between two stages: a step, before which a worker of a shared store polls for its job. */
const STEP_SECONDS = 0.05;
const SHARED_STEP_SECONDS = 0.5;
/** Share of the engine's own rate that a worker reaches beside others, with summaries and a store. */
const EFFICIENCY = 0.8;

/** The speed of one engine on a plan, beside whatever else this machine does. */
export interface Pace {
  readonly candidatesPerSecond: number;
  readonly secondsPerEvaluation: number;
}

type Measured = Pick<PreparedSearch, "plan" | "draw" | "description">;

/**
 * Measures candidates per second of one engine on the first candidates of a plan. The last half of the
 * time counts, since the first calls run before the engine is optimised. After some milliseconds of
 * calls, this thread receives messages; a pause after each call would take a small plan seconds.
 */
export async function rateOf(
  engine: Engine,
  { plan, draw, description }: Measured,
  forMs: number,
): Promise<number> {
  const most = Math.min(MOST, description.count);
  let count = Math.min(FIRST, most);
  let spentMs = 0;
  let [counted, countedMs] = [0, 0];
  let pausedMs = 0;
  do {
    const request = columnsRequest(plan, { draw, window: null }, { from: 0, count });
    const tookMs = msOf(() => engine.planColumns(request));
    // Only the last call of the first half counts.
    if (2 * spentMs < forMs) [counted, countedMs] = [0, 0];
    [counted, countedMs, spentMs] = [counted + count, countedMs + tookMs, spentMs + tookMs];
    if (tookMs < SHORT_MS) count = Math.min(most, 2 * count);
    if (spentMs - pausedMs < SHORT_MS) continue;
    pausedMs = spentMs;
    await new Promise<void>((resolve) => setTimeout(resolve));
  } while (spentMs < forMs);
  // Each market of a plan takes as long.
  return 1000 * counted / Math.max(1e-3, countedMs) / marketIdsOf(plan).length;
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
  const candidatesPerSecond = await rateOf(engine, search, forMs);
  engine.simulate(request);
  let [count, spentMs] = [0, 0];
  for (; spentMs < forMs / 4; count++) spentMs += msOf(() => engine.simulate(request));
  return {
    candidatesPerSecond,
    secondsPerEvaluation: marketIdsOf(plan).length * EVALUATION_PRICE * spentMs / count / 1000,
  };
}

/** Returns the expected duration of a search on so many workers, of one process or of several. */
export function secondsOf(
  { total, evaluations, stages }: Pick<PreparedSearch, "total" | "evaluations" | "stages">,
  { candidatesPerSecond, secondsPerEvaluation }: Pace,
  { workers, isShared }: { readonly workers: number; readonly isShared: boolean },
): number {
  const work = total / candidatesPerSecond + evaluations * secondsPerEvaluation;
  const steps = stages * (isShared ? SHARED_STEP_SECONDS : STEP_SECONDS);
  return FIXED_SECONDS + steps + work / workers / EFFICIENCY;
}

/** Measures compute units per second of one engine, as `rateOf` does. */
export async function unitsPerSecond(
  engine: Engine,
  search: Measured,
  forMs: number,
): Promise<number> {
  return simulationCost(runsPerCandidate(search.plan)) * await rateOf(engine, search, forMs);
}

function msOf(work: () => void): number {
  const startMs = performance.now();
  work();
  return performance.now() - startMs;
}
