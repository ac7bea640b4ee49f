// This module is browser compatible.

import type { Problem } from "../contracts/problem.ts";
import { FAMILY_ID } from "../contracts/family_id.ts";
import { ApiError } from "../base/errors.ts";
import { errorDefinition } from "../contracts/error_codes.ts";

/** Body and headers of a problem response. */
export interface ProblemResponse {
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;
}

/** The request in which an error happened. */
export interface Occurrence {
  readonly requestId: string;
  /** The path of the request, without the query. */
  readonly path: string;
}

const FAMILY_PATH = `/v1/families/${FAMILY_ID}`;

/**
 * Returns the error to show to the caller. Anything but an `ApiError` becomes INTERNAL_UNEXPECTED,
 * whose cause is only logged.
 */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  const detail = "Cannot answer the request: an unexpected error happened, the log has it";
  return new ApiError("INTERNAL_UNEXPECTED", detail, { cause: thrown });
}

/** Returns the problem body and headers of an error. */
export function toProblem(error: ApiError, { requestId, path }: Occurrence): ProblemResponse {
  const { status, title, headers } = errorDefinition(error.code);
  const { fieldErrors, retryAfterMs, members } = error.context;
  const problem: Problem = {
    type: `/docs/errors/${error.code}`,
    title,
    status,
    detail: error.message,
    instance: `/requests/${requestId}`,
    code: error.code,
    requestId,
    ...(isUnderFamily(path) && { family: FAMILY_ID }),
    ...(fieldErrors && { fieldErrors: [...fieldErrors] }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...members,
  };
  return {
    problem,
    headers: {
      ...headers,
      ...error.context.headers,
      ...(retryAfterMs !== undefined && { "Retry-After": retryAfterSeconds(retryAfterMs) }),
    },
  };
}

/** Returns whole seconds, rounded up and at least 1. */
function retryAfterSeconds(retryAfterMs: number): string {
  return String(Math.max(1, Math.ceil(retryAfterMs / 1000)));
}

function isUnderFamily(path: string): boolean {
  return path === FAMILY_PATH || path.startsWith(`${FAMILY_PATH}/`);
}
