// This module is browser compatible.

import type { z } from "zod";
import {
  allowedText,
  branchFor,
  childNode,
  countText,
  listAlternatives,
  listText,
  requestNode,
  type SchemaNode,
} from "../../contracts/plan_schema.ts";
import type { FieldError } from "../../contracts/problem.ts";
import { nearestText } from "../../wording/nearest.ts";

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Wrong fields, the first of them in words. */
export interface Faults {
  readonly count: number;
  readonly named: readonly FieldError[];
}

/** Most wrong fields in an error, as of the engine. */
export const NAMED_MAX = 64;
/** Characters of a text that a message shows, and of a name that a path shows. */
const EXCERPT_MAX = 80;
const NAME_MAX = 128;

/** Describes what the schema of a search request refused, in the words of the engine. */
export function faultsOf(request: unknown, issues: readonly Issue[]): Faults {
  const named: FieldError[] = [];
  let count = 0;
  for (const issue of issues.flatMap((one) => plainIssues(one, request))) {
    const keys = issue.code === "unrecognized_keys" ? issue.keys : [null];
    count += keys.length;
    // Further issues are only counted.
    for (const key of keys.slice(0, NAMED_MAX - named.length)) {
      named.push(key === null ? faultOf(issue, request) : unknownField(issue.path, key, request));
    }
  }
  return { count, named };
}

/** Replaces the issue of a union by those of the alternative that the value was written for. */
function plainIssues(issue: Issue, request: unknown, before: Path = []): readonly Issue[] {
  const path = [...before, ...issue.path];
  if (issue.code !== "invalid_union" || issue.errors.length === 0) return [{ ...issue, path }];
  const { node, value } = placeOf(path, request);
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  const branches = listAlternatives(node);
  const chosen = issue.errors[branches.indexOf(branchFor(node, value))];
  const isShaped = branches.some(({ properties }) => properties !== undefined);
  if (chosen === undefined || (isShaped && !isObject)) return [{ ...issue, path }];
  return chosen.flatMap((one) => plainIssues(one, request, path));
}

function faultOf(issue: Issue, request: unknown): FieldError {
  const { node, value } = placeOf(issue.path, request);
  const path = pointerOf(issue.path);
  const choices = choicesOf(issue.path, request);
  if (value === undefined) {
    const allowed = choices.length > 0 ? listText(choices) : allowedText(node);
    return { path, code: "required", message: `is missing, must be ${allowed}` };
  }
  if (issue.code === "custom") return { path, code: "not_allowed", message: issue.message };
  if (Array.isArray(value) && (issue.code === "too_small" || issue.code === "too_big")) {
    const { "x-unit": items = "values" } = node;
    const message = `has ${value.length} ${items}, must have ${countText(node)}`;
    return { path, code: "out_of_range", message };
  }
  const isChoice = issue.code === "invalid_value" ||
    (issue.code === "invalid_union" && issue.discriminator !== undefined);
  const nearest = typeof value === "string" && isChoice ? nearestText(value, choices) : "";
  const allowed = isChoice ? listText(choices) : allowedText(node);
  const code = isChoice
    ? "not_allowed"
    : issue.code === "too_small" || issue.code === "too_big"
    ? "out_of_range"
    : "wrong_type";
  return { path, code, message: `is ${excerpt(value)}, must be ${allowed}${nearest}` };
}

function unknownField(parent: Path, key: string, request: unknown): FieldError {
  const { node, value } = placeOf(parent, request);
  const names = Object.keys(branchFor(node, value).properties ?? {});
  return {
    path: pointerOf([...parent, key]),
    code: "unknown_property",
    message: `is not a field here, must be ${listText(names)}${nearestText(key, names)}`,
  };
}

/** Returns the allowed texts of a choice; for the kind of a union, those of all alternatives. */
function choicesOf(path: Path, request: unknown): readonly string[] {
  const { node } = placeOf(path, request);
  if (node.const === undefined) return (node.enum ?? []).map(String);
  const name = String(path.at(-1));
  return listAlternatives(placeOf(path.slice(0, -1), request).node)
    .map(({ properties }) => String(properties?.[name]?.const));
}

/** Returns the schema at a path and the value there. */
function placeOf(path: Path, request: unknown): { node: SchemaNode; value: unknown } {
  let node = requestNode();
  let value = request;
  for (const step of path) {
    node = childNode(branchFor(node, value), step) ?? {};
    value = typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined;
  }
  return { node, value };
}

/** Shows a value: a leaf as JSON, truncated if long; otherwise its kind. */
function excerpt(value: unknown): string {
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object" && value !== null) return "an object";
  return typeof value === "string" ? `"${value.slice(0, EXCERPT_MAX)}"` : String(value);
}

function pointerOf(path: Path): string {
  return path.map((step) =>
    `/${String(step).slice(0, NAME_MAX).replaceAll("~", "~0").replaceAll("/", "~1")}`
  ).join("");
}
