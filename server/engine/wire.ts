// This module is browser compatible.

import type { z } from "zod";
import type { ErrorCode } from "../contracts/error_codes.ts";
import type { FieldError } from "../contracts/problem.ts";
import { ApiError } from "../base/errors.ts";
import { payloadOf } from "./answer.ts";

/** Version of the boundary between host and engine; both must have the same. */
export const CONTRACT_VERSION = 1;

const decoder = new TextDecoder("utf-8", { fatal: true });

/** Codes whose detail is written for the caller. */
const CALLER_CODES = [
  "MALFORMED_JSON",
  "REQUEST_VALIDATION_FAILED",
  "STRATEGY_MISSING_REQUIRED_FEATURE",
  "SIMULATION_STALE",
  "SIMULATION_MISMATCH",
] as const satisfies readonly ErrorCode[];

/** Codes whose detail is internal, for the log only. */
const INTERNAL_CODES = [
  "DATA_DATASET_NOT_FOUND",
  "DATASET_INVALID",
  "INTERNAL_UNEXPECTED",
] as const;

/** Every error code of the engine, the same list as in its sources. */
export const ENGINE_CODES = [...CALLER_CODES, ...INTERNAL_CODES];

/** The engine's error of a call. */
interface EngineError {
  readonly code: typeof ENGINE_CODES[number];
  readonly detail: string;
  readonly fieldErrors?: readonly FieldError[];
  readonly context?: Readonly<Record<string, unknown>>;
}

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
  return onContract(schema, okJson(answer));
}

/**
 * Returns the value of a small successful answer, parsed and not checked yet.
 *
 * @throws {ApiError} with the engine's code when the answer is an error
 * @throws {EngineContractError} when the answer is not JSON
 */
export function okJson(answer: Uint8Array): unknown {
  return parse(okBytes(answer));
}

/** @throws {EngineContractError} when the value does not match the schema */
export function onContract<T>(schema: z.ZodType<T>, value: unknown): T {
  const outcome = schema.safeParse(value);
  if (outcome.success) return outcome.data;
  throw new EngineContractError("Cannot read an engine answer: it is off contract", {
    cause: outcome.error,
  });
}

function toApiError(answer: Uint8Array): ApiError {
  const { error } = Object(parse(answer));
  if (!isEngineError(error)) {
    throw new EngineContractError("Cannot read an engine error: it is off contract", {
      cause: error,
    });
  }
  const { code, detail, fieldErrors, context } = error;
  const callerCode = CALLER_CODES.find((known) => known === code);
  if (callerCode) {
    return new ApiError(callerCode, detail, {
      ...(fieldErrors && { fieldErrors: fieldErrors.map(asPublished) }),
      ...(context && { members: context }),
    });
  }
  const publicCode = code === "DATA_DATASET_NOT_FOUND" ? code : "INTERNAL_UNEXPECTED";
  return new ApiError(publicCode, "Cannot run the engine: the log has the reason", {
    cause: new Error(`${code}: ${detail} ${JSON.stringify(context ?? {})}`),
  });
}

/** Checked by hand: a refusal must not wait for the schemas, which are slow to load. */
function isEngineError(error: unknown): error is EngineError {
  const { code, detail, fieldErrors = [], context = {} } = Object(error);
  return ENGINE_CODES.includes(code) && typeof detail === "string" &&
    Array.isArray(fieldErrors) && fieldErrors.every(isFieldError) &&
    Object(context) === context && !Array.isArray(context);
}

/** In the order of the published schema. */
function asPublished({ path, code, message }: FieldError): FieldError {
  return { path, code, message };
}

function isFieldError(value: unknown): value is FieldError {
  const { path, code, message } = Object(value);
  return [path, code, message].every((text) => typeof text === "string");
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch (cause) {
    throw new EngineContractError("Cannot read an engine answer: it is not JSON", { cause });
  }
}
