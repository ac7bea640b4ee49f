// This module is browser compatible.

import type { Problem } from "../contracts/types.ts";

/** Returns a sentence with each wrong field on a line of its own, as an uncaught error shows it. */
export function withFields(
  detail: string,
  fieldErrors: readonly { readonly path: string; readonly message: string }[] = [],
): string {
  return [detail, ...fieldErrors.map(({ path, message }) => `  ${path} ${message}`)].join("\n");
}

/** The service responded with a problem: branch on `status`, then on `code`. */
export class ArenaProblem extends Error {
  override readonly name = "ArenaProblem";
  /** The whole body, with the members of its code: `fieldErrors`, `limit`, `marketIds` and so on. */
  readonly problem: Problem;
  readonly status: number;
  readonly code: Problem["code"];
  /** Milliseconds after which the same request may succeed; null when waiting cannot help. */
  readonly retryAfterMs: number | null;

  constructor(problem: Problem, retryAfterMs: number | null) {
    super(withFields(problem.detail, problem.fieldErrors));
    this.problem = problem;
    this.status = problem.status;
    this.code = problem.code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** The response comes from a proxy or another server, not from the service. */
export class ArenaResponseError extends Error {
  override readonly name = "ArenaResponseError";
  readonly status: number;

  constructor(status: number, contentType: string | null) {
    super(`Cannot read the answer: status ${status}, ${contentType ?? "no content type"}`);
    this.status = status;
  }
}
