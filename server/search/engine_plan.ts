// This module is browser compatible.

import { z } from "zod";
import { CandidateSchema } from "../contracts/candidate.ts";
import type { SearchPlan } from "../contracts/plan.ts";
import type { Engine } from "../engine/engine.ts";
import { okValue } from "../engine/wire.ts";
import { PlanDescriptionSchema } from "../engine/wire_schemas.ts";
import type { Stage } from "./stage.ts";

const encoder = new TextEncoder();

/** What `Engine.describePlan` says, with candidates that can be run. */
const DescriptionSchema = PlanDescriptionSchema.extend({
  candidates: z.array(z.union([CandidateSchema, z.string()])),
});
export type PlanDescription = z.infer<typeof DescriptionSchema>;

/** A part of a stage: so many candidates from a number on. */
export interface NumberRange {
  readonly from: number;
  readonly count: number;
}

type Drawn = Pick<SearchPlan, "base" | "axes">;

/** Returns the request for the columns of a range; of a list it holds only the rows of the range. */
export function columnsRequest(
  plan: Drawn,
  stage: Pick<Stage, "draw" | "window">,
  { from, count }: NumberRange,
): Uint8Array<ArrayBuffer> {
  const { draw } = stage;
  const part = draw.method === "list"
    ? { ...draw, rows: draw.rows.slice(from, from + count) }
    : draw;
  const start = draw.method === "list" ? 0 : from;
  return encode({ plan: enginePlan(plan, { ...stage, draw: part }), from: start, count });
}

/**
 * Asks the engine what a plan is, and for some of its candidates.
 *
 * @throws {ApiError} with every wrong field
 */
export function describePlan(
  engine: Engine,
  plan: Drawn,
  stage: Pick<Stage, "draw" | "window">,
  numbers: readonly number[],
): PlanDescription {
  const request = encode({ plan: enginePlan(plan, stage), numbers });
  return okValue(DescriptionSchema, engine.describePlan(request));
}

function enginePlan(
  { base, axes }: Drawn,
  { draw, window }: Pick<Stage, "draw" | "window">,
): unknown {
  return { base, axes, ...draw, ...(window !== null && { window }) };
}

function encode(value: unknown): Uint8Array<ArrayBuffer> {
  return encoder.encode(JSON.stringify(value));
}
