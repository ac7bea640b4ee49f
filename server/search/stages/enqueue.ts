// This module is browser compatible.

import { ApiError, wrongFields } from "../../base/errors.ts";
import type { Candidate } from "../../contracts/candidate.ts";
import type { Axis, Enqueued, SearchPlan } from "../../contracts/plan.ts";
import type { FieldError } from "../../contracts/problem.ts";
import { ENQUEUE_MAX } from "../../contracts/top.ts";
import { nearestText } from "../../wording/nearest.ts";
import { isTextual, rowOf } from "../plan/axis_scale.ts";

type Row = readonly number[];

/**
 * Returns the rows of a plan's own candidates.
 *
 * @throws {ApiError} with every value that is not on its axis
 */
export function enqueuedRows({ enqueue = [], axes }: Pick<SearchPlan, "enqueue" | "axes">): Row[] {
  const faults: FieldError[] = [];
  const rows = enqueue.map((given, at) => {
    const path = `/plan/enqueue/${at}`;
    const values = Array.isArray(given) ? ofCoordinates(given, axes, path, faults) : given;
    return rowOf(axes, coordinatesOf(values, axes, path, faults));
  });
  if (faults.length === 0) return rows;
  throw wrongFields("Cannot search", faults);
}

/** Returns coordinates by the paths of their axes; that of a text is its place in the list. */
function ofCoordinates(
  given: readonly number[],
  axes: readonly Axis[],
  path: string,
  faults: FieldError[],
): Readonly<Record<string, number | string>> {
  if (given.length !== axes.length) {
    const message = `has ${given.length} coordinates, must have one per axis: ${axes.length}`;
    faults.push({ path, code: "out_of_range", message });
    return {};
  }
  return Object.fromEntries(axes.map((axis, at) => {
    const coordinate = given[at] ?? NaN;
    if (!isTextual(axis)) return [axis.path, coordinate];
    return [axis.path, "values" in axis ? axis.values[coordinate] ?? coordinate : coordinate];
  }));
}

function coordinatesOf(
  values: Readonly<Record<string, number | string>>,
  axes: readonly Axis[],
  path: string,
  faults: FieldError[],
): Row {
  const isPrinted = faults.some((fault) => fault.path === path);
  const names = axes.map((axis) => nameIn(values, axis));
  for (const name of Object.keys(values)) {
    if (names.includes(name)) continue;
    const known = axes.map(({ path: own }) => own.split("/").at(-1) ?? own);
    const message = `is not an axis, must be one of ${known.join(", ")}${nearestText(name, known)}`;
    const step = name.slice(0, 128).replaceAll("~", "~0").replaceAll("/", "~1");
    faults.push({ path: `${path}/${step}`, code: "unknown_property", message });
  }
  return axes.map((axis, at) => {
    const name = names[at];
    if (name === undefined) {
      const message = `has no value of ${axis.path}, must have one per axis`;
      if (!isPrinted) faults.push({ path, code: "required", message });
      return NaN;
    }
    const value = values[name] ?? NaN;
    const coordinate = coordinateOf(axis, value);
    if (coordinate !== null) return coordinate;
    const step = name.replaceAll("~", "~0").replaceAll("/", "~1");
    const message = `is ${JSON.stringify(value)}, must be ${allowedOn(axis)}`;
    faults.push({ path: `${path}/${step}`, code: "out_of_range", message });
    return NaN;
  });
}

/** Returns the name that values have for an axis: its path, or the last part of it. */
function nameIn(values: Readonly<Record<string, unknown>>, { path }: Axis): string | undefined {
  return [path, path.split("/").at(-1) ?? path].find((name) => Object.hasOwn(values, name));
}

/** Returns the coordinate of a value, or null if it is not on the axis. */
function coordinateOf(axis: Axis, value: number | string): number | null {
  if ("values" in axis) {
    const place = axis.values.indexOf(value);
    if (place < 0) return null;
    return isTextual(axis) ? place : Number(value);
  }
  return typeof value === "number" && value >= axis.min && value <= axis.max ? value : null;
}

/** Values of a list that a sentence names. */
const LISTED_MAX = 16;

function allowedOn(axis: Axis): string {
  if (!("values" in axis)) return `a number from ${axis.min} to ${axis.max}`;
  const { length } = axis.values;
  const shown = axis.values.slice(0, LISTED_MAX).map((value) => String(value).slice(0, 80));
  return `one of ${shown.join(", ")}${
    length > shown.length ? ` and ${length - shown.length} more` : ""
  }`;
}

/**
 * Returns a plan that begins with the best candidates of a finished search, as far as they are on the
 * axes of this plan; its own enqueued candidates come first.
 *
 * @param name the finished search, for the error
 * @throws {ApiError} if no given value is on the axes
 */
export function continued(
  plan: SearchPlan,
  top: readonly { readonly candidate: Candidate }[],
  name: string,
): SearchPlan {
  const own = plan.enqueue ?? [];
  const found = top.flatMap(({ candidate }): Enqueued[] => {
    const values = plan.axes.map((axis) => [axis.path, valueAt(candidate, axis.path)] as const);
    const isOn = values.every(([, value], at) => {
      const axis = plan.axes[at];
      return axis !== undefined && value !== null && coordinateOf(axis, value) !== null;
    });
    return isOn ? [Object.fromEntries(values) as Record<string, number | string>] : [];
  });
  if (found.length > 0) return { ...plan, enqueue: [...own, ...found].slice(0, ENQUEUE_MAX) };
  const message =
    `is ${name}, none of whose ${top.length} best candidates is on the axes of this ` +
    "plan; must be a search with such candidates";
  throw new ApiError(
    "REQUEST_VALIDATION_FAILED",
    "Cannot search: 1 field is wrong, see fieldErrors",
    {
      fieldErrors: [{ path: "/from", code: "not_allowed", message }],
    },
  );
}

/** Returns the value at the path of an axis in a candidate with all its parameters. */
function valueAt(candidate: Candidate, path: string): number | string | null {
  let value: unknown = candidate;
  for (const step of path.split("/").slice(1)) {
    value = typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined;
  }
  return typeof value === "number" || typeof value === "string" ? value : null;
}
