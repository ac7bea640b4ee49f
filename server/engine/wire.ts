// This module is browser compatible.

import { z } from "zod";
import { CatalogueEntrySchema, VersionsSchema } from "../contracts/catalog.ts";
import { ExecutionPolicySchema } from "../contracts/execution_policy.ts";
import { FieldErrorSchema } from "../contracts/problem.ts";
import { ApiError } from "../errors.ts";
import type { ErrorCode } from "../contracts/error_codes.ts";
import { payloadOf } from "./answer.ts";

/** Version of the boundary between host and engine; both must have the same. */
export const CONTRACT_VERSION = 1;

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Versions of the engine, as `engineInfo()` returns them. */
export const EngineVersionsSchema = VersionsSchema.extend({
  contractVersion: z.literal(CONTRACT_VERSION),
});
export type EngineVersions = z.infer<typeof EngineVersionsSchema>;

/** The catalogue, as `strategyCatalogue()` returns it. */
export const CatalogueSchema = z.strictObject({ strategies: z.array(CatalogueEntrySchema) });
export type Catalogue = z.infer<typeof CatalogueSchema>;

/** The published constants, as `familyProfile()` returns them; published unchanged. */
export const FamilyProfileSchema = z.looseObject({
  executionPolicy: ExecutionPolicySchema,
  scoring: z.looseObject({}),
});
export type FamilyProfile = z.infer<typeof FamilyProfileSchema>;

/** Codes whose detail the engine words for the caller. */
const CALLER_CODES = [
  "MALFORMED_JSON",
  "REQUEST_VALIDATION_FAILED",
  "STRATEGY_MISSING_REQUIRED_FEATURE",
  "SIMULATION_STALE",
  "SIMULATION_MISMATCH",
] as const satisfies readonly ErrorCode[];

/** Codes whose detail is internal: it goes only into the log. */
const INTERNAL_CODES = [
  "DATA_DATASET_NOT_FOUND",
  "DATASET_INVALID",
  "INTERNAL_UNEXPECTED",
] as const;

/** Every error code of the engine, the same list as in its sources. */
export const ENGINE_CODES = [...CALLER_CODES, ...INTERNAL_CODES];

const EngineErrorSchema = z.strictObject({
  code: z.enum(ENGINE_CODES),
  detail: z.string(),
  fieldErrors: z.array(FieldErrorSchema).optional(),
  context: z.record(z.string(), z.unknown()).optional(),
});

/** The engine's answer breaks the contract: a bug of the host or the engine, not of the caller. */
export class EngineContractError extends Error {
  override readonly name = "EngineContractError";
}

/**
 * Returns the finished bytes of a successful answer as a view, not a copy.
 *
 * @throws {ApiError} with the engine's code when the answer is an error
 * @throws {EngineContractError} when the answer is neither
 */
export function okBytes(answer: Uint8Array): Uint8Array {
  const payload = payloadOf(answer);
  if (payload === null) throw toApiError(answer);
  return payload;
}

/**
 * Returns the value of a small successful answer, parsed and checked.
 *
 * @throws {ApiError} with the engine's code when the answer is an error
 * @throws {EngineContractError} when the answer does not match the schema
 */
export function okValue<T>(schema: z.ZodType<T>, answer: Uint8Array): T {
  const outcome = schema.safeParse(parse(okBytes(answer)));
  if (outcome.success) return outcome.data;
  throw new EngineContractError("Cannot read an engine answer: it is off contract", {
    cause: outcome.error,
  });
}

function toApiError(answer: Uint8Array): ApiError {
  const outcome = z.strictObject({ error: EngineErrorSchema }).safeParse(parse(answer));
  if (!outcome.success) {
    throw new EngineContractError("Cannot read an engine error: it is off contract", {
      cause: outcome.error,
    });
  }
  const { code, detail, fieldErrors, context } = outcome.data.error;
  const callerCode = CALLER_CODES.find((known) => known === code);
  if (callerCode) {
    return new ApiError(callerCode, detail, {
      ...(fieldErrors && { fieldErrors }),
      ...(context && { members: context }),
    });
  }
  const publicCode = code === "DATA_DATASET_NOT_FOUND" ? code : "INTERNAL_UNEXPECTED";
  return new ApiError(publicCode, "Cannot run the engine: the log has the reason", {
    cause: new Error(`${code}: ${detail} ${JSON.stringify(context ?? {})}`),
  });
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch (cause) {
    throw new EngineContractError("Cannot read an engine answer: it is not JSON", { cause });
  }
}
