// This module is browser compatible.

import { z } from "zod";

/** A success: the request's id, a constant status, and `data`. */
export type EnvelopeSchema<T extends z.ZodType> = z.ZodObject<
  { requestId: z.ZodString; status: z.ZodLiteral<"ok">; data: T },
  z.core.$strict
>;

/**
 * Returns the schema of a success.
 *
 * @param id name of the schema in the document, unique
 * @param payload schema of `data`
 */
export function envelopeOf<T extends z.ZodType>(id: string, payload: T): EnvelopeSchema<T> {
  return z.strictObject({
    requestId: z.string().meta({ description: "As in the x-request-id header" }),
    status: z.literal("ok"),
    data: payload,
  }).meta({ id, description: "A success" });
}
