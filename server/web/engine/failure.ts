import type { FieldError } from "../../contracts/problem.ts";
import { ApiError, messageOf } from "../../base/errors.ts";
import type { Revivers } from "../../base/remote_messages.ts";

/** The reason why a call of the engine failed. */
export type Failure =
  | {
    /** The engine rejected the call, with the same message as the server. */
    readonly kind: "rejected";
    readonly code: string;
    readonly detail: string;
    readonly fieldErrors: readonly FieldError[];
  }
  | {
    /** A file could not be loaded; a retry can help. */
    readonly kind: "fetch";
    readonly url: string;
    readonly detail: string;
  }
  | {
    /** The browser cannot run the worker or its engine. */
    readonly kind: "blocked";
    readonly detail: string;
  }
  | {
    /** The engine trapped, which is a bug. The next call starts a new engine. */
    readonly kind: "broken";
    readonly detail: string;
  };

/** A failed call of the engine. The worker's failures arrive in the page as themselves. */
export class EngineFailure extends Error {
  override readonly name = "EngineFailure";
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.detail);
    this.failure = failure;
  }
}

/** Revives an `EngineFailure` that a worker of the page has thrown. */
export const FAILURES: Revivers = {
  EngineFailure: ({ members }) => new EngineFailure(members["failure"] as Failure),
};

/** Returns the failure of any thrown value. */
export function toFailure(thrown: unknown): Failure {
  if (thrown instanceof EngineFailure) return thrown.failure;
  if (thrown instanceof ApiError) {
    const { code, message: detail, context: { fieldErrors = [] } } = thrown;
    return { kind: "rejected", code, detail, fieldErrors };
  }
  return { kind: "broken", detail: messageOf(thrown) };
}

/** Returns the failure of a fetch. */
export function fetchFailure(url: string, reason: string): EngineFailure {
  return new EngineFailure({ kind: "fetch", url, detail: `Cannot load ${url}: ${reason}` });
}

/** Returns whether a refusal is about texts alone, and therefore names no markets. */
export function isAboutTexts({ fieldErrors }: Extract<Failure, { kind: "rejected" }>): boolean {
  return fieldErrors.length > 0 && fieldErrors.every(({ code }) => code === "expression");
}
