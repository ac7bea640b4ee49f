// This module is browser compatible.

import type { Axis, SearchPlan } from "../../contracts/plan.ts";
import { knobName } from "../../wording/knob_names.ts";

/**
 * Returns the key of an axis, and the component that has it. Plans of the command may search other
 * parts of a candidate too, such as `/marketId`, which stand with the first component.
 */
export function placeOf({ path }: Axis): { readonly component: number; readonly name: string } {
  const [, part, component = "0"] = path.split("/");
  return {
    component: part === "components" ? Number(component) : 0,
    name: path.split("/").at(-1) ?? "",
  };
}

/**
 * Returns the name of an axis for people: that of its knob, with the component where there are several.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const base = { marketId: 1, components: [{ strategyId: "yield-bollinger" }] };
 * const axis = { path: "/components/0/strategyParams/k", values: [1, 2] };
 * assertEquals(axisName({ base }, axis), "Entry");
 * ```
 */
export function axisName({ base }: Pick<SearchPlan, "base">, axis: Axis): string {
  const { component, name } = placeOf(axis);
  if (!axis.path.startsWith("/components/")) return name;
  const { strategyId = "" } = base.components[component] ?? {};
  const known = knobName(strategyId, { name, unit: null });
  return base.components.length > 1 ? `${known} of ${component + 1}` : known;
}

/** Returns the name of an axis with its key, by which plans and the API know it: "Entry (k)". */
export function axisNameWithKey(plan: Pick<SearchPlan, "base">, axis: Axis): string {
  return withKey(axisName(plan, axis), placeOf(axis).name);
}

/** Returns the name of a knob with its key, unless they are the same word. */
export function withKey(name: string, key: string): string {
  return name.toLowerCase() === key.toLowerCase() ? name : `${name} (${key})`;
}
