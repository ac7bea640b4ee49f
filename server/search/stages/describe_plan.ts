// This module is browser compatible.

import { z } from "zod";
import { type Candidate, CandidateSchema } from "../../contracts/candidate.ts";
import type { Engine } from "../../engine/engine.ts";
import { okValue } from "../../engine/wire.ts";
import { PlanDescriptionSchema } from "../../engine/wire_schemas.ts";
import { type Drawn, encode, enginePlan, numberOf } from "./engine_plan.ts";
import type { Stage } from "./stage.ts";

/** The answer of `Engine.describePlan`, with typed candidates. */
const DescriptionSchema = PlanDescriptionSchema.extend({
  candidates: z.array(z.union([CandidateSchema, z.string()])),
});
export type PlanDescription = z.infer<typeof DescriptionSchema>;

/** Candidates that are described together; the engine takes up to 1,024. */
export const DESCRIBED_MAX = 256;

/**
 * Asks the engine to describe a plan, and for some of its candidates.
 *
 * @throws {ApiError} with every wrong field
 */
export function describePlan(
  engine: Engine,
  plan: Drawn,
  stage: Pick<Stage, "draw" | "window">,
  numbers: readonly number[],
): PlanDescription {
  const shown = numbers.map((number) => numberOf(stage.draw, number));
  const request = encode({ plan: enginePlan(plan, stage), numbers: shown });
  return okValue(DescriptionSchema, engine.describePlan(request));
}

/** Returns the candidates of rows, however many; for one that the engine cannot make, the base. */
export function candidatesOfRows(
  engine: Engine,
  plan: Drawn,
  rows: readonly (readonly number[])[],
  window: Stage["window"],
): readonly Candidate[] {
  const firsts = Array.from({ length: Math.ceil(rows.length / DESCRIBED_MAX) }, (_, at) => at);
  return firsts.flatMap((first) => {
    const some = rows.slice(first * DESCRIBED_MAX, (first + 1) * DESCRIBED_MAX);
    const stage = { draw: { method: "list" as const, rows: some }, window };
    return describePlan(engine, plan, stage, [...some.keys()]).candidates
      .map((one) => typeof one === "string" ? plan.base : one);
  });
}
