// This module is browser compatible.

import type { z } from "zod";
import type { FieldError } from "../contracts/problem.ts";
import { SearchRequestSchema } from "../contracts/search.ts";
import type { Bytes, Engine } from "../engine/engine.ts";
import { okBytes } from "../engine/wire.ts";
import { ApiError, StartError } from "../base/errors.ts";

type Read = z.output<typeof SearchRequestSchema>;

/** Most wrong fields in an error. */
const NAMED_MAX = 64;

type Issue = z.core.$ZodIssue;

/** The engine's codes for wrong fields. */
const CODES: ReadonlyMap<Issue["code"], string> = new Map<Issue["code"], string>([
  ["unrecognized_keys", "unknown_property"],
  ["invalid_type", "wrong_type"],
  ["invalid_value", "not_allowed"],
  ["too_big", "out_of_range"],
  ["too_small", "out_of_range"],
]);

/**
 * Reads the body of a search.
 *
 * @param engine checks the JSON first, since only the engine is strict
 * @throws {ApiError} MALFORMED_JSON, or REQUEST_VALIDATION_FAILED with the wrong fields
 */
export function readSearchRequest(engine: Engine, body: Bytes): Read {
  try {
    okBytes(engine.check(body));
  } catch (error) {
    // Other errors are about candidates; this body is a search.
    if (!(error instanceof ApiError) || error.code === "MALFORMED_JSON") throw error;
  }
  const outcome = SearchRequestSchema.safeParse(JSON.parse(new TextDecoder().decode(body)));
  if (outcome.success) return outcome.data;
  const { issues } = outcome.error;
  throw wrongFields(issues.length, issues.slice(0, NAMED_MAX).map(toFieldError));
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

function wrongFields(count: number, fieldErrors: readonly FieldError[]): ApiError {
  const fields = count === 1 ? "1 field is" : `${count} fields are`;
  const detail = `Cannot search: ${fields} wrong, see fieldErrors`;
  return new ApiError("REQUEST_VALIDATION_FAILED", detail, { fieldErrors });
}

function toFieldError(issue: Issue): FieldError {
  const keys = issue.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
  const path = [...issue.path, ...keys]
    .map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
  return { path, code: CODES.get(issue.code) ?? "not_allowed", message: issue.message };
}
