// This module is browser compatible.

import type { Scope } from "../contracts/scopes.ts";
import type { ErrorCode } from "../contracts/error_codes.ts";
import type { OperationId } from "./docs/operation_schemas.ts";

/** The public definition of an operation, and the only source of the OpenAPI document. */
export interface OperationDefinition {
  readonly id: OperationId;
  readonly method: "get" | "post" | "delete";
  /** Path as in OpenAPI, with parameters as `{name}`. */
  readonly path: string;
  /** null for a public operation. Every path under /v1/ must have a scope. */
  readonly scope: Scope | null;
  readonly tag: string;
  readonly summary: string;
  /** Cost in words, if the operation has one. */
  readonly cost?: string;
  readonly hasBody: boolean;
  /** Status of a success; 200 by default. */
  readonly status?: 201 | 202;
  /** Whether the request again succeeds with 200, because what it asked for is there. */
  readonly isRepeatable?: boolean;
  /** Whether it creates something, once for each `Idempotency-Key`. */
  readonly takesRequestKey?: boolean;
  /** Its query parameters, by their names in the document's components. */
  readonly query?: readonly string[];
  /** Whether the response has a validator and can be 304. */
  readonly isConditional: boolean;
  /** Codes besides the codes of its scope and its body. */
  readonly codes: readonly ErrorCode[];
}

const SCOPED_CODES = [
  "API_KEY_MISSING",
  "API_KEY_INVALID",
  "API_KEY_INACTIVE",
  "SCOPE_INSUFFICIENT",
  "RATE_LIMIT_EXCEEDED",
  "COMPUTE_BUDGET_EXCEEDED",
  "AUTH_UNAVAILABLE",
  "INTERNAL_UNEXPECTED",
  "SHUTTING_DOWN",
] as const satisfies readonly ErrorCode[];

const BODY_CODES = [
  "MALFORMED_JSON",
  "REQUEST_VALIDATION_FAILED",
  "REQUEST_TIMEOUT",
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
] as const satisfies readonly ErrorCode[];

/** Media type of the columns of an operation that has them, see `operation_schemas.ts`. */
export const ARROW_TYPE = "application/vnd.apache.arrow.stream";

/** The price of a simulation, and of an entry of a season, which is as many runs. */
export const SIMULATION_COST = "10 compute units per component";

export const RUN_CODES = [
  "CONCURRENCY_LIMIT_EXCEEDED",
  "RUN_TIMEOUT",
  "DATA_DATASET_NOT_FOUND",
  "OVERLOADED",
] as const satisfies readonly ErrorCode[];

/** Returns every error code of an operation, and its path's code for other methods. */
export function errorCodes(operation: OperationDefinition): readonly ErrorCode[] {
  return [
    ...operation.codes,
    ...operation.hasBody ? BODY_CODES : [],
    ...operation.scope ? SCOPED_CODES : [],
    "METHOD_NOT_ALLOWED",
  ];
}

export const PATH_EXAMPLES = {
  strategyId: "yield-rsi",
  code: "COMPUTE_BUDGET_EXCEEDED",
  board: "susde-daily",
  candidateHash: "e0b4f930c840fa0d22ef70c3374b53c5a801e5baa6ddb250487218c0b8475f31",
  seasonId: "autumn-1",
  number: "1",
  searchId: "0b6d3f52-7a1c-4e0e-9f0a-5c1d2e3f4a5b",
} as const satisfies Record<string, string>;

export type PathParameter = keyof typeof PATH_EXAMPLES;

/** Returns the names of the parameters in a path, in order. */
export function pathParameters(path: string): readonly PathParameter[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as PathParameter);
}

/** Returns the path with a value for each of its parameters. */
export function examplePath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: PathParameter) => PATH_EXAMPLES[name]);
}
