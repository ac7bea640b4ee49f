// This module is browser compatible.

import { z } from "zod";
import { CandidateSchema } from "../../contracts/candidate.ts";
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
