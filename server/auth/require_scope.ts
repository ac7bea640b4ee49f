// This module is browser compatible.

import type { Scope } from "../contracts/scopes.ts";
import { ApiError } from "../base/errors.ts";

/**
 * Checks that a key has a scope.
 *
 * @throws {ApiError} SCOPE_INSUFFICIENT, with the required scope
 */
export function requireScope(scopes: readonly Scope[], required: Scope): void {
  if (scopes.includes(required)) return;
  throw new ApiError(
    "SCOPE_INSUFFICIENT",
    `Cannot use this operation: the key has ${
      scopes.join(", ") || "no scope"
    }, needs ${required}; ` +
      "the operator adds it by keys update ID --scopes",
    { members: { requiredScope: required } },
  );
}
