import { ApiError } from "../../../../base/errors.ts";
import type { Candidate } from "../../../../contracts/candidate.ts";
import type { SearchPlan } from "../../../../contracts/plan.ts";
import { continued, enqueuedRows } from "../../../../search/stages/enqueue.ts";
import { isTextual } from "../../../../search/plan/axis_scale.ts";
import { axisNameWithKey, placeOf } from "../../../../search/plan/axis_name.ts";

/** A candidate that a sweep tries first: values by the paths of parameters. */
export type OwnPoint = Readonly<Record<string, number | string>>;

/** Most candidates that the form lets a sweep try first. */
export const OWN_MAX = 8;

/** The best of a finished sweep. */
type Best = readonly { readonly candidate: Candidate }[];

/** A field of a candidate to try first. */
export interface OwnField {
  readonly path: string;
  readonly name: string;
  /** The values to choose from; null for a number of a range. */
  readonly choices: readonly string[] | null;
  readonly value: number | string;
}

/**
 * Returns the fields of a candidate to try first, one per axis: a parameter without a value has that of
 * the workbench.
 *
 * @param defaultOf the default of a parameter of a component
 */
export function ownFields(
  plan: SearchPlan,
  point: OwnPoint,
  defaultOf: (component: number, name: string) => number | string,
): readonly OwnField[] {
  return plan.axes.map((axis) => {
    const { path } = axis;
    const { component, name: key } = placeOf(axis);
    const own = plan.base.components[component]?.strategyParams?.[key];
    const choices = "values" in axis && isTextual(axis) ? axis.values.map(String) : null;
    const value = point[path] ?? own ?? defaultOf(component, key);
    return { path, name: axisNameWithKey(plan, axis), choices, value };
  });
}

/** Returns a plan that tries candidates first, or the reasons why it cannot. */
export function beginWith(
  plan: SearchPlan,
  first: readonly (readonly OwnField[])[],
  best: Best | null,
): { readonly plan: SearchPlan; readonly faults: readonly string[] } {
  if (plan.method.kind === "grid") return { plan, faults: [] };
  const points = first.map((fields) =>
    Object.fromEntries(fields.map(({ path, value }) => [path, value]))
  );
  const own = points.length === 0 ? plan : { ...plan, enqueue: points };
  try {
    enqueuedRows(own);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { fieldErrors = [] } = error.context;
    return { plan, faults: fieldErrors.map((one) => faultText(plan, one)) };
  }
  if (best === null) return { plan: own, faults: [] };
  try {
    return { plan: continued(own, best, "the last sweep"), faults: [] };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const fault = "The last sweep cannot be continued: none of its best is within the ranges above";
    return { plan: own, faults: [fault] };
  }
}

/** Says in words what is wrong with a value of a candidate to try first. */
function faultText(
  plan: SearchPlan,
  { path, message }: { readonly path: string; readonly message: string },
): string {
  const [, , , at = "0", name = ""] = path.split("/");
  const place = name.replaceAll("~1", "/");
  const axis = plan.axes.find((one) => one.path === place);
  const named = axis === undefined ? place : axisNameWithKey(plan, axis);
  return `Candidate ${Number(at) + 1} to try first: ${named} ${message}`;
}
