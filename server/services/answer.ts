// This module is browser compatible.

import { ApiError } from "../base/errors.ts";
import type { ErrorCode } from "../contracts/error_codes.ts";
import type { Bytes } from "../engine/engine.ts";

const encoder = new TextEncoder();

/** An answer to a change that the key may have made before. */
export interface ChangeAnswer {
  /** The serialised `data` of the response. */
  readonly bytes: Bytes;
  /** false: it was made before. */
  readonly isNew: boolean;
}

/** Returns a value of a contract as the JSON of an answer. */
export function toBytes<T>(value: T): Bytes {
  return encoder.encode(JSON.stringify(value));
}

/**
 * Returns the error of a thing that is not there.
 *
 * @param list path of the list of all that are there
 */
export function notFound(code: ErrorCode, what: string, why: string, list: string): ApiError {
  return new ApiError(code, `Cannot find ${what}: ${why}, see GET ${list}`);
}
