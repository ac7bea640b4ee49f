// This module is browser compatible.

import type { Scope } from "../contracts/scopes.ts";
import { ApiError } from "../errors.ts";

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
