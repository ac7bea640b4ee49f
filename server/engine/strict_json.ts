// This module is browser compatible.

import { ApiError } from "../base/errors.ts";
import type { Bytes } from "./engine.ts";
import { okBytes } from "./wire.ts";

const decoder = new TextDecoder();

/**
 * Parses JSON as the engine reads it: no member twice in an object, and few levels.
 *
 * @throws {ApiError} MALFORMED_JSON
 */
export function parseStrictly(
  engine: { check(body: Bytes): Uint8Array },
  body: Bytes,
): unknown {
  try {
    okBytes(engine.check(body));
  } catch (error) {
    // Other errors are about candidates, and this need not be one.
    if (!(error instanceof ApiError) || error.code === "MALFORMED_JSON") throw error;
  }
  return JSON.parse(decoder.decode(body));
}
