// This module is browser compatible.

import type { z } from "zod";
import { ApiError, wrongFields } from "../../base/errors.ts";
import type { FieldError } from "../../contracts/problem.ts";
import { SearchRequestSchema } from "../../contracts/search.ts";
import type { Engine } from "../../engine/engine.ts";
import { describePlan } from "../stages/describe_plan.ts";
import { faultsOf } from "../plan/plan_faults.ts";

/** A request with all defaults. */
export type ReadRequest = z.output<typeof SearchRequestSchema>;

const BASE = "/plan/base";

/**
 * Checks a request to search. The engine judges the base candidate, so that a wrong one is refused
 * as in a simulation.
 *
 * @throws {ApiError} REQUEST_VALIDATION_FAILED with the wrong fields
 */
export function readRequest(engine: Engine, request: unknown): ReadRequest {
  const outcome = SearchRequestSchema.safeParse(request);
  if (outcome.success) return outcome.data;
  const { issues } = outcome.error;
  const isOfBase = ({ path }: { readonly path: readonly PropertyKey[] }): boolean =>
    path[0] === "plan" && path[1] === "base";
  const base = baseFaults(engine, request) ??
    faultsOf(request, issues.filter((issue) => isOfBase(issue)));
  const others = faultsOf(request, issues.filter((issue) => !isOfBase(issue)));
  throw wrongFields(
    "Cannot search",
    [...base.named, ...others.named],
    base.count + others.count,
  );
}

/** Returns the errors that the engine finds in the base candidate; null for a valid one. */
function baseFaults(
  engine: Engine,
  request: unknown,
): { readonly count: number; readonly named: readonly FieldError[] } | null {
  const base = memberOf(memberOf(request, "plan"), "base");
  if (typeof base !== "object" || base === null || Array.isArray(base)) return null;
  try {
    describePlan(engine, { base: base as never, axes: [] }, GRID, []);
    return null;
  } catch (error) {
    const named = error instanceof ApiError ? error.context.fieldErrors ?? [] : [];
    if (!named.some(({ path }) => path.startsWith(BASE))) return null;
    return { count: named.length, named };
  }
}

const GRID = { draw: { method: "grid" }, window: null } as const;

/** Returns a sentence per wrong field for readers of a plan: paths begin at the plan. */
export function faultLines({ context: { fieldErrors = [] } }: ApiError): readonly string[] {
  return fieldErrors.map(({ path, message }) => `${path.replace(/^\/plan/, "")} ${message}`.trim());
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;
}
