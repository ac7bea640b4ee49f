// This module is browser compatible.

import { z } from "zod";
import { CandidateSchema } from "../contracts/candidate.ts";
import type { SearchPlan } from "../contracts/plan.ts";
import type { Engine } from "../engine/engine.ts";
import { okValue } from "../engine/wire.ts";
import { PlanDescriptionSchema } from "../engine/wire_schemas.ts";
import type { Draw, Stage } from "./stage.ts";

const encoder = new TextEncoder();

/** The answer of `Engine.describePlan`, with typed candidates. */
const DescriptionSchema = PlanDescriptionSchema.extend({
  candidates: z.array(z.union([CandidateSchema, z.string()])),
});
export type PlanDescription = z.infer<typeof DescriptionSchema>;

/** A part of a stage: `count` consecutive candidates from number `from` on. */
export interface NumberRange {
  readonly from: number;
  readonly count: number;
}

type Drawn = Pick<SearchPlan, "base" | "axes">;

/** Returns the request for the columns of a range; a list draw is cut to the rows of the range. */
export function columnsRequest(
  plan: Drawn,
  { draw, window }: Pick<Stage, "draw" | "window">,
  range: NumberRange,
): Uint8Array<ArrayBuffer> {
  const from = draw.method === "list" ? 0 : numberOf(draw, range.from);
  const part = { draw: partOf(draw, range), window };
  return encode({ plan: enginePlan(plan, part), from, count: range.count });
}

/** Returns the number that the engine gives to a candidate of a stage. */
function numberOf(draw: Draw, number: number): number {
  return "first" in draw && draw.method !== "list" ? (draw.first ?? 0) + number : number;
}

/** Returns the draw of a range: a list is cut to its rows. */
export function partOf(draw: Draw, { from, count }: NumberRange): Draw {
  if (draw.method !== "list") return draw;
  const at = from - (draw.first ?? 0);
  return { method: "list", rows: draw.rows.slice(at, at + count), first: from };
}

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

function enginePlan(
  { base, axes }: Drawn,
  { draw, window }: Pick<Stage, "draw" | "window">,
): unknown {
  const { first: _, ...drawn } = { first: 0, ...draw };
  return { base, axes, ...drawn, ...(window !== null && { window }) };
}

function encode(value: unknown): Uint8Array<ArrayBuffer> {
  return encoder.encode(JSON.stringify(value));
}
