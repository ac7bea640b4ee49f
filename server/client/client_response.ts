// This module is browser compatible.

import { ArenaProblem, ArenaResponseError } from "./client_errors.ts";

const SECOND_MS = 1000;
const TOO_MANY_REQUESTS = 429;
const SERVICE_UNAVAILABLE = 503;

/** Returns whether the same request may succeed after a known wait. */
export function isRetryable(
  error: unknown,
): error is ArenaProblem & { readonly retryAfterMs: number } {
  return error instanceof ArenaProblem && error.retryAfterMs !== null &&
    (error.status === TOO_MANY_REQUESTS || error.status === SERVICE_UNAVAILABLE);
}

/** Returns whether a request costs more than its key may ever spend at once. */
export function isTooDear(error: unknown): error is ArenaProblem {
  return error instanceof ArenaProblem && error.code === "COMPUTE_BUDGET_EXCEEDED" &&
    error.retryAfterMs === null;
}

/** Reads a response of the service, a success or a problem. */
export async function readJson(response: Response): Promise<Record<string, unknown>> {
  const contentType = response.headers.get("content-type");
  const wanted = response.ok ? "application/json" : "application/problem+json";
  if (contentType === wanted) return await response.json();
  await response.body?.cancel();
  throw new ArenaResponseError(response.status, contentType);
}

/** Returns the wait stated by the problem in milliseconds, or by `Retry-After`. */
export function retryAfterMs(
  response: Response,
  { retryAfterMs }: Record<string, unknown>,
): number | null {
  if (typeof retryAfterMs === "number") return retryAfterMs;
  const seconds = response.headers.get("retry-after") ?? "";
  // A proxy may answer with a date.
  return /^\d+$/.test(seconds) ? Number(seconds) * SECOND_MS : null;
}
