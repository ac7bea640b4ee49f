// This module is browser compatible.

import type { FieldError } from "../../contracts/problem.ts";

/** Why the page has no answer. */
export type Failure =
  | {
    /** The engine refused, in the words that the server would use. */
    readonly kind: "refused";
    readonly code: string;
    readonly detail: string;
    readonly fieldErrors: readonly FieldError[];
  }
  | {
    /** A file did not arrive; trying again can help. */
    readonly kind: "fetch";
    readonly url: string;
    readonly detail: string;
  }
  | {
    /** The browser does not run the worker or the engine in it. */
    readonly kind: "blocked";
    readonly detail: string;
  }
  | {
    /** The engine broke off: a bug of ours. The next call gets a fresh one. */
    readonly kind: "broken";
    readonly detail: string;
  };

/** Thrown by every call of the engine's client. */
export class EngineFailure extends Error {
  override readonly name = "EngineFailure";
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.detail);
    this.failure = failure;
  }
}

/** Returns the failure of anything thrown. */
export function failureOf(thrown: unknown): Failure {
  if (thrown instanceof EngineFailure) return thrown.failure;
  return { kind: "broken", detail: thrown instanceof Error ? thrown.message : String(thrown) };
}

/** Returns a failed fetch. */
export function fetchFailure(url: string, reason: string): EngineFailure {
  return new EngineFailure({ kind: "fetch", url, detail: `Cannot load ${url}: ${reason}` });
}
