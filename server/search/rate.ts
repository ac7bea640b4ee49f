// This module is browser compatible.

import type { Engine } from "../engine/engine.ts";
import { EVALUATION_PRICE } from "../limits/cost.ts";
import { describePlan } from "./describe_plan.ts";
import { columnsRequest } from "./engine_plan.ts";
import { marketIdsOf } from "./markets.ts";
import type { PreparedSearch } from "./prepared.ts";

/** Candidates of the first measured call, and of the largest. */
const FIRST = 8;
const MOST = 512;
/** Fewest calls: one that other programs interrupt takes ten times as long. */
const CALLS_MIN = 8;
/** A call that took less time is followed by a larger one. */
const SHORT_MS = 8;
/** Time besides candidates: workers generate paths, and the last step judges the best. */
const FIXED_SECONDS = 0.4;
/** Time between two stages: a step, before which a worker of a shared store polls for its job. */
const STEP_SECONDS = 0.05;
const SHARED_STEP_SECONDS = 0.5;
/** Share of the engine's own rate that a worker reaches beside others, with summaries and a store. */
const EFFICIENCY = 0.8;

/** The speed of one engine on a plan, on a core of its own. */
export interface Pace {
  readonly candidatesPerSecond: number;
  readonly secondsPerEvaluation: number;
}

type Measured = Pick<PreparedSearch, "plan" | "draw" | "description">;

/**
 * Measures candidates per second of one engine on the first candidates of a plan. The median of the
 * second half of the calls counts: the first ones run before the engine is optimised, and other programs
 * interrupt some. After some milliseconds of calls, this thread receives messages; a pause after each
 * call would take a small plan seconds.
 */
export async function rateOf(
  engine: Engine,
  { plan, draw, description }: Measured,
  forMs: number,
  nowMs: () => number = () => performance.now(),
): Promise<number> {
  const most = Math.min(MOST, description.count);
  let count = Math.min(FIRST, most);
  let [spentMs, pausedMs] = [0, 0];
  const perMs: number[] = [];
  while (perMs.length < CALLS_MIN || spentMs < forMs) {
    const request = columnsRequest(plan, { draw, window: null }, { from: 0, count });
    const startMs = nowMs();
    engine.planColumns(request);
    const tookMs = nowMs() - startMs;
    spentMs += tookMs;
    perMs.push(count / Math.max(1e-3, tookMs));
    if (tookMs < SHORT_MS) count = Math.min(most, 2 * count);
    if (spentMs - pausedMs < SHORT_MS) continue;
    pausedMs = spentMs;
    await new Promise<void>((resolve) => setTimeout(resolve));
  }
  // Each market of a plan takes as long.
  return 1000 * medianOf(perMs.slice(perMs.length >> 1)) / marketIdsOf(plan).length;
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
  const times: number[] = [];
  for (let spentMs = 0; times.length < CALLS_MIN || spentMs < forMs / 4;) {
    const tookMs = msOf(() => engine.simulate(request));
    times.push(tookMs);
    spentMs += tookMs;
  }
  return {
    candidatesPerSecond,
    secondsPerEvaluation: marketIdsOf(plan).length * EVALUATION_PRICE * medianOf(times) / 1000,
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

function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0;
}

function msOf(work: () => void): number {
  const startMs = performance.now();
  work();
  return performance.now() - startMs;
}
