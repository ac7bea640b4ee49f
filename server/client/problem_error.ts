// This module is browser compatible.

import type { Problem } from "../contracts/problem.ts";

/** The service answered with a problem: branch on `status`, then on `code`. */
export class ArenaProblem extends Error {
  override readonly name = "ArenaProblem";
  /** The whole body: `fieldErrors`, `limit`, `marketIds` and what else the code brings. */
  readonly problem: Problem;
  readonly status: number;
  readonly code: Problem["code"];
  /** Milliseconds after which the same request can succeed; null when no wait helps. */
  readonly retryAfterMs: number | null;

  constructor(problem: Problem, retryAfterMs: number | null) {
    super(problem.detail);
    this.problem = problem;
    this.status = problem.status;
    this.code = problem.code;
    this.retryAfterMs = retryAfterMs;
  }
}

/** Something answered that is not the service: a proxy, or another server. */
export class ArenaAnswerError extends Error {
  override readonly name = "ArenaAnswerError";
  readonly status: number;

  constructor(status: number, contentType: string | null) {
    super(`Cannot read the answer: status ${status}, ${contentType ?? "no content type"}`);
    this.status = status;
  }
}
