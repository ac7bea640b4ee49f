import type { Candidate } from "../../contracts/candidate.ts";
import type { Axis, SearchPlan } from "../../contracts/plan.ts";
import { placeOf } from "../../search/plan/axis_name.ts";
import { isTextual } from "../../search/plan/axis_scale.ts";
import { withParam } from "../model/candidate.ts";
import { canonicalText, type Known } from "../../engine/canonical.ts";

/** Returns the value of a coordinate. */
export function valueAt(axis: Axis, coordinate: number): number | string {
  return "values" in axis && isTextual(axis) ? axis.values[coordinate] ?? "" : coordinate;
}

/** Returns the candidate of coordinates. */
export function candidateAt({ base, axes }: SearchPlan, coordinates: readonly number[]): Candidate {
  return axes.reduce((candidate, axis, at) => {
    const { component, name } = placeOf(axis);
    return withParam(candidate, component, name, valueAt(axis, coordinates[at] ?? 0));
  }, base);
}

/** Returns whether a plan searches around a candidate: they differ on the axes alone. */
export function searchesAround(
  { base, axes }: SearchPlan,
  candidate: Candidate,
  strategies: readonly Known[],
): boolean {
  const [searched, other] = [base, candidate].map((one) => {
    const bare = axes.map(placeOf).reduce(
      (left, { component, name }) => withParam(left, component, name, null),
      one,
    );
    return canonicalText(bare, strategies);
  });
  return searched === other;
}
