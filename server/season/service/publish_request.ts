// This module is browser compatible.

import type { z } from "zod";
import { wrongFields } from "../../base/errors.ts";
import { type PublishRequest, PublishRequestSchema } from "../../contracts/leaderboard.ts";
import type { FieldError } from "../../contracts/problem.ts";
import { nameFault } from "../rules/names.ts";
import { unknownField } from "./entry_request.ts";

/** Allowed values by the path of the field, as a refused publication names them. */
const ALLOWED: Readonly<Record<string, string>> = {
  "/receipt": "`data.receipt` of an evaluation",
  "/receipt/payload": "a text of at most 131072 characters",
  "/receipt/keyId": "16 hexadecimal digits",
  "/receipt/signature": "64 bytes in base64",
  "/name": "a text of 1 to 40 characters",
};

/**
 * Reads a request to publish an evaluation.
 *
 * @throws {ApiError} REQUEST_VALIDATION_FAILED with the wrong fields
 */
export function readPublication(value: Readonly<Record<string, unknown>>): PublishRequest {
  const { data, error } = PublishRequestSchema.safeParse(value, { reportInput: true });
  const message = typeof value["name"] === "string" ? nameFault(value["name"]) : null;
  const wrong: readonly FieldError[] = [
    ...(error?.issues ?? []).flatMap(faultsOf),
    ...message === null ? [] : [{ path: "/name", code: "not_allowed", message }],
  ];
  if (data !== undefined && wrong.length === 0) return data;
  throw wrongFields("Cannot publish", wrong);
}

function faultsOf(issue: z.core.$ZodIssue): readonly FieldError[] {
  const path = issue.path.map((member) => `/${String(member)}`).join("");
  if (issue.code === "unrecognized_keys") {
    const names = path === "" ? ["receipt", "name"] : ["payload", "keyId", "signature"];
    return issue.keys.map((name) => unknownField(path, name, names));
  }
  const isMissing = issue.input === undefined;
  const given = isMissing ? "missing" : JSON.stringify(issue.input).slice(0, 80);
  const code = isMissing
    ? "required"
    : issue.code === "invalid_type"
    ? "wrong_type"
    : "wrong_format";
  return [{ path, code, message: `is ${given}, must be ${ALLOWED[path]}` }];
}
