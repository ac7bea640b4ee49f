// This module is browser compatible.

import { ApiError } from "../errors/api_error.ts";

/** Every scope that a key can have. */
export const SCOPES = ["strategy:read", "strategy:simulate", "evaluation:run"] as const;

/** What a key may do. */
export type Scope = typeof SCOPES[number];

/** Says whether a text is a scope. */
export function isScope(text: string): text is Scope {
  return SCOPES.some((scope) => scope === text);
}

/**
 * Lets a key pass that has a scope.
 *
 * @throws {ApiError} SCOPE_INSUFFICIENT, with the scope that is needed
 */
export function requireScope(scopes: readonly Scope[], required: Scope): void {
  if (scopes.includes(required)) return;
  throw new ApiError(
    "SCOPE_INSUFFICIENT",
    `Cannot use this operation: the key has ${scopes.join(", ") || "no scope"}, needs ${required}`,
    { members: { requiredScope: required } },
  );
}
