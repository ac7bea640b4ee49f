// This module is browser compatible.

import type { Engine } from "../../engine/engine.ts";
import { EVALUATION_PRICE } from "../../limits/cost.ts";
import { describePlan } from "./describe_plan.ts";
import { columnsRequest } from "./engine_plan.ts";
import { marketIdsOf } from "../plan/markets.ts";
import type { PreparedSearch } from "./prepared.ts";

/** Candidates of the first measured calls, and of the largest. */
const FIRST = 2;
const MOST = 512;
/** Calls of a pass, evenly spread over a plan: neighbours in a grid differ in its last axis only. */
const PLACES = 8;
/** A pass that needs less time alone is followed by one of larger calls. */
const PASS_MS = 4;
/** Fewest passes of the largest calls: one that other programs interrupt takes ten times as long. */
const PASSES_MIN = 3;
/** Time between two pauses. */
const BETWEEN_PAUSES_MS = 8;
/** Fewest measured summaries. */
const SUMMARIES_MIN = 8;
/** Time besides candidates: the start of workers, and their work on paths and on the last step. */
const WAIT_SECONDS = 0.2;
const WORK_SECONDS = 0.2;
/** Time between two stages: a step, before which a worker of a shared store polls for its job. */
const STEP_SECONDS = 0.05;
const SHARED_STEP_SECONDS = 0.5;
/** Share of the engine's own rate that a worker reaches beside others, with summaries and a store. */
const EFFICIENCY = 0.8;

/** The speed of one engine on a plan, on a core of its own. */
export interface Pace {
  readonly candidatesPerSecond: number;
  readonly secondsPerEvaluation: number;
  /** How much longer the work takes beside other programs; 1 on an idle machine. */
  readonly load: number;
}

type Measured = Pick<PreparedSearch, "plan" | "draw" | "description">;

/**
 * Measures the speed of one engine on candidates from all over a plan. The fastest call of each place
 * counts, since the first ones run before the engine is optimised, and other programs interrupt some. How
 * much longer all passes but the slowest take is the load of the machine. After some milliseconds of
 * calls, this thread receives messages; a pause after each call would take a small plan seconds.
 */
export async function rateOf(
  engine: Engine,
  { plan, draw, description }: Measured,
  forMs: number,
  nowMs: () => number = () => performance.now(),
): Promise<Pick<Pace, "candidatesPerSecond" | "load">> {
  const most = Math.min(MOST, description.count);
  const fastestMs: number[] = Array(PLACES).fill(Infinity);
  let passesMs: number[] = [];
  let count = Math.min(FIRST, most);
  let [spentMs, pausedMs, msPerCandidate] = [0, 0, 0];
  while (passesMs.length < PASSES_MIN || spentMs < forMs) {
    const startMs = spentMs;
    for (const [place, knownMs] of fastestMs.entries()) {
      const from = Math.floor((description.count - count) * place / (PLACES - 1));
      const request = columnsRequest(plan, { draw, window: null }, { from, count });
      const callMs = nowMs();
      engine.planColumns(request);
      const tookMs = Math.max(1e-3, nowMs() - callMs);
      fastestMs[place] = Math.min(knownMs, tookMs / count);
      spentMs += tookMs;
      if (spentMs - pausedMs < BETWEEN_PAUSES_MS) continue;
      pausedMs = spentMs;
      await new Promise<void>((resolve) => setTimeout(resolve));
    }
    passesMs.push(spentMs - startMs);
    msPerCandidate = sumOf(fastestMs) / PLACES;
    if (msPerCandidate * count * PLACES >= PASS_MS || count === most) continue;
    count = Math.min(most, 2 * count);
    passesMs = [];
  }
  const calm = passesMs.toSorted((one, other) => one - other).slice(0, -1);
  return {
    // Each market of a plan takes as long.
    candidatesPerSecond: 1000 / msPerCandidate / marketIdsOf(plan).length,
    load: sumOf(calm) / (calm.length * msPerCandidate * count * PLACES),
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

/** Returns the expected duration of a search on a number of workers, of one process or several. */
export function secondsOf(
  { total, pathRuns, evaluations, stages }: Pick<
    PreparedSearch,
    "total" | "pathRuns" | "evaluations" | "stages"
  >,
  { candidatesPerSecond, secondsPerEvaluation, load }: Pace,
  { workers, isShared }: { readonly workers: number; readonly isShared: boolean },
): number {
  const each = (total + pathRuns) / candidatesPerSecond + evaluations * secondsPerEvaluation;
  const steps = stages * (isShared ? SHARED_STEP_SECONDS : STEP_SECONDS);
  return WAIT_SECONDS + steps + load * (WORK_SECONDS + each / workers / EFFICIENCY);
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
