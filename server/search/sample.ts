// This module is browser compatible.

import type { Candidate } from "../contracts/candidate.ts";
import type { SearchPlan } from "../contracts/plan.ts";
import type { Engine } from "../engine/engine.ts";
import { describePlan } from "./engine_plan.ts";
import type { StageOutcome } from "./stage.ts";

/**
 * Returns candidates of stages at equal distances of their numbers, those of one market that can run:
 * what stands for all that was tried.
 */
export function sampleOf(
  engine: Engine,
  plan: SearchPlan,
  outcomes: readonly StageOutcome[],
  { most, marketId }: { readonly most: number; readonly marketId: number },
): readonly Candidate[] {
  const total = outcomes.reduce((sum, { stage }) => sum + stage.count, 0);
  return outcomes.flatMap(({ stage: { draw, window, count } }) => {
    const wanted = Math.min(count, Math.max(1, Math.floor(most * count / total)));
    const numbers = Array.from({ length: wanted }, (_, at) => Math.floor(at * count / wanted));
    const part = draw.method === "list"
      ? { ...draw, rows: numbers.map((number) => draw.rows[number] ?? []) }
      : draw;
    const asked = draw.method === "list" ? [...numbers.keys()] : numbers;
    return describePlan(engine, plan, { draw: part, window }, asked).candidates
      .filter((one) => typeof one !== "string")
      .filter((one) => one.marketId === marketId);
  });
}
