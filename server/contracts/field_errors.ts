// This module is browser compatible.

import type { z } from "zod";
import type { FieldError } from "./problem.ts";

type Issue = z.core.$ZodIssue;

const PREVIEW_LENGTH_MAX = 40;

/** Either a checked value or everything that is wrong with it. */
export type Validation<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fieldErrors: readonly FieldError[] };

/**
 * Returns the value as the schema reads it, or all its field errors. It is for what an operator
 * writes and for tests: what a caller sends is judged by the engine, which names a bounded number.
 *
 * @param schema what the value must be
 * @param value any JSON value
 */
export function validate<T>(schema: z.ZodType<T>, value: unknown): Validation<T> {
  const outcome = schema.safeParse(value, { reportInput: true });
  if (outcome.success) return { ok: true, value: outcome.data };
  return { ok: false, fieldErrors: outcome.error.issues.flatMap(fieldErrorsOf) };
}

/** Returns the JSON Pointer (RFC 6901) of a path. */
export function jsonPointer(path: readonly PropertyKey[]): string {
  return path.map((step) => `/${escapeStep(String(step))}`).join("");
}

function escapeStep(step: string): string {
  return step.replaceAll("~", "~0").replaceAll("/", "~1");
}

function fieldErrorsOf(issue: Issue): FieldError[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({
      path: jsonPointer([...issue.path, key]),
      code: "unknown_property",
      message: "is not a field here, must be left out",
    }));
  }
  return [{ path: jsonPointer(issue.path), ...describeIssue(issue) }];
}

function describeIssue(issue: Issue): { code: string; message: string } {
  if (issue.code !== "custom" && issue.input === undefined) {
    return { code: "required", message: "is missing, must be given" };
  }
  const current = preview(issue.input);
  switch (issue.code) {
    case "invalid_type":
      return { code: "wrong_type", message: `is ${current}, must be ${expectedType(issue)}` };
    case "invalid_union":
      return { code: "wrong_type", message: `is ${current}, must be a number or a string` };
    case "invalid_value":
      return {
        code: "not_allowed",
        message: `is ${current}, must be one of ${issue.values.join(", ")}`,
      };
    case "too_small":
      return { code: "out_of_range", message: `${sizeOf(issue)} at least ${issue.minimum}` };
    case "too_big":
      return { code: "out_of_range", message: `${sizeOf(issue)} at most ${issue.maximum}` };
    case "invalid_format":
      return { code: "wrong_format", message: `is ${current}, ${issue.message}` };
    default:
      return { code: "not_allowed", message: issue.message };
  }
}

/** Says what a type should be; money as a number is the mistake everyone makes once. */
function expectedType({ expected, input }: Issue & { code: "invalid_type" }): string {
  if (expected === "string" && typeof input === "number") return `a string such as "${input}"`;
  if (expected === "int") return "an integer";
  return expected === "record" || expected === "object" ? "an object" : `of type ${expected}`;
}

/** Says current and wanted size, up to the bound. */
function sizeOf({ input }: Issue): string {
  if (typeof input === "string") return `has ${input.length} characters, must have`;
  if (Array.isArray(input)) return `has ${input.length} elements, must have`;
  return `is ${preview(input)}, must be`;
}

/** Prints a value, or only its kind where it is long. */
function preview(value: unknown): string {
  const text = JSON.stringify(value);
  if (text.length <= PREVIEW_LENGTH_MAX) return text;
  if (Array.isArray(value)) return "an array";
  return `${typeof value === "object" ? "an" : "a long"} ${typeof value}`;
}
