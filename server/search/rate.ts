// This module is browser compatible.

import type { Engine } from "../engine/engine.ts";
import { simulationCost } from "../limits/cost.ts";
import { columnsRequest } from "./engine_plan.ts";
import type { PreparedSearch } from "./prepared.ts";

/** Candidates of the first measured call, and of the largest. */
const FIRST = 8;
const MOST = 512;
/** A call that took less time is followed by a larger one. */
const SHORT_MS = 8;

/**
 * Measures candidates per second of one engine on the first candidates of a plan. The fastest call
 * counts, since the first calls run before the engine is optimised.
 */
export function rateOf(
  engine: Engine,
  { plan, draw, description }: Pick<PreparedSearch, "plan" | "draw" | "description">,
  forMs: number,
): number {
  const most = Math.min(MOST, description.count);
  const endMs = performance.now() + forMs;
  let rate = 0;
  let count = Math.min(FIRST, most);
  do {
    const request = columnsRequest(plan, { draw, window: null }, { from: 0, count });
    const startMs = performance.now();
    engine.planColumns(request);
    const tookMs = performance.now() - startMs;
    rate = Math.max(rate, 1000 * count / Math.max(1e-3, tookMs));
    if (tookMs < SHORT_MS) count = Math.min(most, 2 * count);
  } while (performance.now() < endMs);
  return rate;
}

/** Measures compute units per second of one engine, as `rateOf` does. */
export function unitsPerSecond(
  engine: Engine,
  search: Pick<PreparedSearch, "plan" | "draw" | "description">,
  forMs: number,
): number {
  return simulationCost(search.plan.base.components.length) * rateOf(engine, search, forMs);
}
