// This module is browser compatible.

import { canonicalJson, type JsonValue } from "../../base/canonical_json.ts";
import { ApiError, wrongFields } from "../../base/errors.ts";
import type { FieldError } from "../../contracts/problem.ts";
import type { SeasonDefinition } from "../../contracts/season.ts";
import type { CheckedCandidate } from "../../contracts/types.ts";
import type { Bytes, Engine } from "../../engine/engine.ts";
import { parseStrictly } from "../../engine/strict_json.ts";
import { okJson } from "../../engine/wire.ts";
import { BASE_COST, simulationCost } from "../../limits/cost.ts";
import { canonicalCapital } from "../rules/candidate_hash.ts";
import { nameFault } from "../rules/names.ts";

/** A request to enter a season, read and not yet held against the season. */
export interface ReadEntry {
  /** The candidate as the engine reads it; null when it has wrong fields. */
  readonly checked: CheckedCandidate | null;
  readonly name: string;
  /** The wrong fields of the whole request. */
  readonly faults: readonly FieldError[];
}

export interface CheckedEntry {
  readonly board: string;
  /** Canonical JSON of the candidate with all defaults, its texts in their one spelling. */
  readonly candidate: string;
  readonly candidateHash: string;
  readonly name: string;
}

const MEMBERS = ["candidate", "name"];
const NAME_MAX = 128;

const encoder = new TextEncoder();

/**
 * Reads a request to enter a season.
 *
 * @throws {ApiError} MALFORMED_JSON, or STRATEGY_MISSING_REQUIRED_FEATURE
 */
export function readEntry(engine: Pick<Engine, "check">, body: Bytes): ReadEntry {
  const request = readJson(engine, body);
  const unknown = Object.keys(request).filter((member) => !MEMBERS.includes(member));
  const { candidate, name = "" } = request;
  const checked = check(engine, candidate);
  const faults = [
    ...unknown.map((member) => unknownField("", member, MEMBERS)),
    ...(Array.isArray(checked) ? checked : []),
    ...nameFaults(name),
  ];
  return {
    checked: Array.isArray(checked) ? null : checked as CheckedCandidate,
    name: typeof name === "string" ? name : "",
    faults,
  };
}

/** Returns the error of a member that an object does not have. */
export function unknownField(path: string, name: string, allowed: readonly string[]): FieldError {
  return {
    path: `${path}/${name.slice(0, NAME_MAX).replaceAll("~", "~0").replaceAll("/", "~1")}`,
    code: "unknown_property",
    message: `is not a field here, must be one of ${allowed.join(", ")}`,
  };
}

/**
 * Returns the compute units of an entry: those of a simulation of its candidate. A candidate with wrong
 * fields costs as much as any rejected body.
 */
export function costOfEntry({ checked }: ReadEntry): number {
  return checked === null ? BASE_COST : simulationCost(checked.weights.length);
}

/**
 * Checks a request against its season.
 *
 * @param marketKeys the markets that are loaded, by id
 * @throws {ApiError} REQUEST_VALIDATION_FAILED with the wrong fields
 */
export function checkEntry(
  { checked, name, faults }: ReadEntry,
  season: SeasonDefinition,
  marketKeys: ReadonlyMap<number, string>,
): CheckedEntry {
  if (faults.length > 0 || checked === null) throw wrongFields("Cannot enter", faults);
  const { candidate: given, candidateHash } = checked;
  const resolved = { ...given, capital: canonicalCapital(given.capital) };
  const { marketId, timeframe, capital } = resolved;
  const board = `${marketKeys.get(marketId)}-${timeframe}`;
  const misplaced: FieldError[] = [];
  if (!season.boards.includes(board)) {
    misplaced.push({
      path: "/candidate/marketId",
      code: "not_allowed",
      message: `is ${marketId}, with its timeframe ${board}, must be a board of the season: ${
        season.boards.join(", ")
      }`,
    });
  }
  if (capital !== season.capital) {
    misplaced.push({
      path: "/candidate/capital",
      code: "not_allowed",
      message: `is "${capital}", must be "${season.capital}", that of every entry`,
    });
  }
  if (misplaced.length > 0) throw wrongFields("Cannot enter", misplaced);
  return {
    board,
    candidate: canonicalJson(resolved as unknown as JsonValue),
    candidateHash,
    name,
  };
}

/**
 * Reads strict JSON; an empty object stands for anything but an object.
 *
 * @throws {ApiError} MALFORMED_JSON
 */
export function readJson(
  engine: Pick<Engine, "check">,
  body: Bytes,
): Readonly<Record<string, unknown>> {
  const request = parseStrictly(engine, body);
  const isObject = typeof request === "object" && request !== null && !Array.isArray(request);
  return isObject ? request as Readonly<Record<string, unknown>> : {};
}

/** Returns a candidate as the engine reads it, or its wrong fields. */
function check(
  engine: Pick<Engine, "check">,
  candidate: unknown,
): CheckedCandidate | readonly FieldError[] {
  if (candidate === undefined) {
    return [{ path: "/candidate", code: "required", message: "is missing, must be a candidate" }];
  }
  try {
    return okJson(engine.check(encoder.encode(JSON.stringify(candidate)))) as CheckedCandidate;
  } catch (error) {
    if (!(error instanceof ApiError) || error.context.fieldErrors === undefined) throw error;
    return error.context.fieldErrors.map((fault) => ({
      ...fault,
      path: `/candidate${fault.path}`,
    }));
  }
}

function nameFaults(name: unknown): readonly FieldError[] {
  // Without a name the board shows the number of the entry.
  if (name === "") return [];
  const isText = typeof name === "string";
  const message = isText ? nameFault(name) : "must be a text of 1 to 40 characters, or absent";
  return message === null
    ? []
    : [{ path: "/name", code: isText ? "not_allowed" : "wrong_type", message }];
}
