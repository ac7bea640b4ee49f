// This module is browser compatible.

import { ApiError } from "../base/errors.ts";
import type { FieldError } from "../contracts/problem.ts";
import type { Bytes } from "../engine/engine.ts";

const encoder = new TextEncoder();

/** Returns a value of a contract as the JSON of an answer. */
export function toBytes<T>(value: T): Bytes {
  return encoder.encode(JSON.stringify(value));
}

/**
 * Returns the error of a body with wrong fields.
 *
 * @param action what cannot be done, such as `Cannot publish`
 */
export function wrongFields(action: string, fieldErrors: readonly FieldError[]): ApiError {
  const fields = fieldErrors.length === 1 ? "1 field is" : `${fieldErrors.length} fields are`;
  return new ApiError(
    "REQUEST_VALIDATION_FAILED",
    `${action}: ${fields} wrong, see fieldErrors`,
    { fieldErrors },
  );
}
