// This module is browser compatible.

import { ApiError, StartError } from "../base/errors.ts";
import type { Bytes, Engine } from "../engine/engine.ts";
import { parseStrictly } from "../engine/strict_json.ts";
import { readOrder, type SearchOrder } from "../search/stages/order.ts";
import { type ReadRequest, readRequest } from "../search/jobs/read_request.ts";
import { reusedKey } from "./request_key.ts";

/**
 * Reads the body of a search.
 *
 * @throws {ApiError} MALFORMED_JSON, or REQUEST_VALIDATION_FAILED with the wrong fields
 */
export function readSearchRequest(engine: Engine, body: Bytes): ReadRequest {
  return readRequest(engine, parseStrictly(engine, body));
}

/** Prepares a plan; a `StartError` becomes an error of the field `/plan`. */
export function refused<T>(prepare: () => T): T {
  try {
    return prepare();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    const { message } = error;
    throw new ApiError("REQUEST_VALIDATION_FAILED", message, {
      fieldErrors: [{ path: "/plan", code: "out_of_range", message }],
    });
  }
}

/**
 * Checks that a search is of the request that has its key again: of the same plan, tries, points and best.
 *
 * @throws {ApiError} IDEMPOTENCY_KEY_REUSED
 */
export function checkSame(
  known: string,
  order: SearchOrder,
  requestKey: string,
): void {
  const [one, other] = [readOrder(known), order].map((
    { plan, topMax, tried, keepsPoints },
  ) => JSON.stringify([plan, topMax, tried, keepsPoints]));
  if (one !== other) throw reusedKey(requestKey);
}
