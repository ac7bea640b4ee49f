// This module is browser compatible.

import { ApiError, wrongFields } from "../base/errors.ts";
import { BATCH_MAX } from "../contracts/batch_max.ts";
import type { FieldError } from "../contracts/problem.ts";
import type { Bytes, Engine } from "../engine/engine.ts";
import { parseStrictly } from "../engine/strict_json.ts";
import { simulationCost } from "../limits/cost.ts";

const NAME_MAX = 128;

/**
 * Reads the body of a batch; the engine reads each candidate when it runs.
 *
 * @throws {ApiError} MALFORMED_JSON, or REQUEST_VALIDATION_FAILED with the wrong fields
 */
export function readBatch(engine: Pick<Engine, "check">, body: Bytes): readonly unknown[] {
  const { candidates, ...others } = Object(parseStrictly(engine, body));
  const faults = Object.keys(others).map((name): FieldError => ({
    path: `/${name.slice(0, NAME_MAX).replaceAll("~", "~0").replaceAll("/", "~1")}`,
    code: "unknown_property",
    message: "is not a field here, must be candidates",
  }));
  const allowed = `must be a list of 1 to ${BATCH_MAX} candidates`;
  const path = "/candidates";
  if (candidates === undefined) {
    faults.push({ path, code: "required", message: `is missing, ${allowed}` });
  } else if (!Array.isArray(candidates)) {
    faults.push({ path, code: "wrong_type", message: `is no list, ${allowed}` });
  } else if (candidates.length < 1 || candidates.length > BATCH_MAX) {
    const message = `has ${candidates.length} candidates, ${allowed}`;
    faults.push({ path, code: "out_of_range", message });
  }
  if (faults.length > 0) throw wrongFields("Cannot simulate", faults);
  return candidates;
}

/**
 * Charges a batch the sum of its prices by the components as sent, so that it is known before any
 * candidate is read, and nothing runs unpaid.
 *
 * @throws {ApiError} COMPUTE_BUDGET_EXCEEDED with the number of candidates that fit
 */
export function chargeBatch(candidates: readonly unknown[], charge: (units: number) => void): void {
  const sums: number[] = [];
  for (const candidate of candidates) {
    const { components } = Object(candidate);
    const count = Array.isArray(components) ? Math.max(1, components.length) : 1;
    sums.push((sums.at(-1) ?? 0) + simulationCost(count));
  }
  try {
    charge(sums.at(-1) ?? 0);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { members = {}, retryAfterMs } = error.context;
    const left = Number(retryAfterMs === undefined ? members["limit"] : members["remaining"]);
    const fitting = sums.filter((sum) => sum <= left).length;
    const detail = `${error.message}; the first ${fitting} of its ${sums.length} candidates fit`;
    throw new ApiError(error.code, detail, error.context);
  }
}
