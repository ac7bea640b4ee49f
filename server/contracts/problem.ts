// This module is browser compatible.

import { z } from "zod";
import { ERROR_CODE_NAMES } from "./error_codes.ts";
import { FAMILY_ID } from "./scalar.ts";

/** One wrong field of a request body. */
export const FieldErrorSchema = z.strictObject({
  path: z.string().meta({ description: "JSON Pointer of the field; empty for the whole body" }),
  code: z.string().regex(/^[a-z][a-z_]*$/).meta({ description: "Kind of error, for programs" }),
  message: z.string().meta({ description: "The current value and what is allowed" }),
}).meta({ id: "FieldError", description: "One wrong field of a request body" });

/** One wrong field of a request body. */
export type FieldError = Readonly<z.infer<typeof FieldErrorSchema>>;

/** The body of every error (RFC 9457), with the members of all codes. */
export const ProblemSchema = z.strictObject({
  type: z.string().meta({ description: "URI reference of the page that explains the code" }),
  title: z.string().meta({ description: "The code in words; the same for every occurrence" }),
  status: z.int().min(400).max(599).meta({ description: "The HTTP status" }),
  detail: z.string().meta({ description: "What happened this time and what to change" }),
  instance: z.string().meta({ description: "URI reference of this occurrence" }),
  code: z.enum(ERROR_CODE_NAMES).meta({ description: "Clients branch on it, after the status" }),
  requestId: z.string().meta({ description: "As in the x-request-id header" }),
  family: z.literal(FAMILY_ID).optional().meta({ description: "The family of the path" }),
  fieldErrors: z.array(FieldErrorSchema).optional().meta({
    description: "The wrong fields, the first 64",
  }),
  requiredScope: z.string().optional().meta({ description: "The required scope" }),
  policy: z.string().optional().meta({ description: "The exceeded limit, as named in RateLimit" }),
  limit: z.number().optional().meta({ description: "The value of that limit" }),
  cost: z.number().optional().meta({
    description: "Cost of the request: compute units, or candidates of a search",
  }),
  remaining: z.number().optional().meta({ description: "What is left of the limit" }),
  retryAfterMs: z.number().optional().meta({ description: "Milliseconds to wait" }),
  resetsAt: z.iso.datetime().optional().meta({ description: "When the limit is whole again" }),
  searchIds: z.array(z.string()).optional().meta({
    description: "Searches of the key that have not ended",
  }),
  used: z.number().optional().meta({ description: "The used part of the limit" }),
  state: z.string().optional().meta({ description: "The state of the season" }),
  opensAt: z.string().optional().meta({ description: "When the season opens" }),
  closesAt: z.string().optional().meta({ description: "When the season closes" }),
  check: z.string().optional().meta({ description: "The check of the receipt that failed" }),
  strategyId: z.string().optional().meta({ description: "The strategy that cannot run" }),
  feature: z.string().optional().meta({ description: "The feature that the market lacks" }),
  marketId: z.int().optional().meta({ description: "The requested market" }),
  marketIds: z.array(z.int()).optional().meta({ description: "Markets that have the feature" }),
  path: z.string().optional().meta({ description: "JSON Pointer of the first difference" }),
  expected: z.unknown().optional().meta({ description: "The value of the replay at path" }),
  received: z.unknown().optional().meta({ description: "The value of the payload at path" }),
}).meta({ id: "Problem", description: "Problem details (RFC 9457)" });

/** The body of every error. */
export type Problem = z.infer<typeof ProblemSchema>;
