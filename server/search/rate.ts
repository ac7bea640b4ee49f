// This module is browser compatible.

import type { Engine } from "../engine/engine.ts";
import { columnsRequest } from "./engine_plan.ts";
import type { PreparedSearch } from "./prepared.ts";

/** Candidates of one measured call. */
const PROBED = 512;

/**
 * Measures candidates per second of one engine on the first candidates of a plan. The fastest call
 * counts, since the first calls run before the engine is optimised.
 */
export function rateOf(
  engine: Engine,
  { plan, draw, description }: Pick<PreparedSearch, "plan" | "draw" | "description">,
  forMs: number,
): number {
  const count = Math.min(PROBED, description.count);
  const request = columnsRequest(plan, { draw, window: null }, { from: 0, count });
  const endMs = performance.now() + forMs;
  let fastestMs = Infinity;
  do {
    const startMs = performance.now();
    engine.planColumns(request);
    fastestMs = Math.min(fastestMs, performance.now() - startMs);
  } while (performance.now() < endMs);
  return count / Math.max(1e-3, fastestMs) * 1000;
}
