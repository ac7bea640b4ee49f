/**
 * Candidates that differ only in numbers of their parameters, as the rows of one plan: the engine reads
 * a row and answers with columns several times as fast as it reads and prints JSON.
 *
 * @module
 */

import type { Candidate, SweepPoint } from "../../server/contracts/types.ts";

/** Most candidates of a sweep. */
const CANDIDATES_MAX = 1024;

/** The candidates as a plan of the method `list`. */
export interface SweepRows {
  readonly plan: {
    readonly base: Candidate;
    readonly axes: readonly { readonly path: string; readonly min: number; readonly max: number }[];
    readonly method: "list";
    readonly rows: readonly (readonly number[])[];
  };
  /** The numbers of the rows, axis by axis. */
  readonly values: readonly (readonly number[])[];
}

type Members = Readonly<Record<string, unknown>>;

/** Returns the rows of candidates; null if they differ in more than numbers, or in nothing. */
export function sweepRows(candidates: readonly Candidate[]): SweepRows | null {
  const [base] = candidates;
  if (base === undefined || candidates.length > CANDIDATES_MAX) return null;
  const all: number[][] = [];
  for (const candidate of candidates) {
    const row: number[] = [];
    if (!differsInNumbers(base, candidate, row)) return null;
    all.push(row);
  }
  const places = pathsOf(base).map((path, at) => ({
    path,
    values: all.map((row) => row[at] ?? NaN),
  }))
    .filter(({ values: [first, ...others] }) => others.some((value) => value !== first));
  if (places.length === 0) return null;
  const axes = places.map(({ path, values }) => {
    const sorted = Float64Array.from(values).toSorted();
    return { path, min: sorted[0] ?? NaN, max: sorted.at(-1) ?? NaN };
  });
  const values = places.map((place) => place.values);
  const rows = candidates.map((_, row) => values.map((column) => column[row] ?? NaN));
  return { plan: { base, axes, method: "list", rows }, values };
}

/**
 * Returns the point of each row; null unless the plan has run every row as it is given: it rounds to
 * whole bars what a candidate of its own is refused for.
 *
 * @param values the numbers of the rows, axis by axis
 * @param columns the columns of the plan: its axes by number, its figures and status by name
 */
export function pointsOf(
  values: SweepRows["values"],
  columns: Readonly<Record<string, Float64Array>>,
): SweepPoint[] | null {
  const { status, ...others } = columns;
  const isGiven = values.every((given, at) => others[at]?.every((ran, row) => ran === given[row]));
  if (!isGiven || !status?.every((code) => code === 0)) return null;
  const figures = Object.entries(others).slice(values.length)
    .toSorted(([one], [other]) => one < other ? -1 : 1);
  return Array.from(status, (_, row) => {
    const point: Record<string, number | null> = {};
    for (const [name, figure] of figures) {
      const value = figure[row] ?? NaN;
      point[name] = Number.isNaN(value) ? null : value;
    }
    return point as SweepPoint;
  });
}

/** Returns the paths of the numbers of a candidate, in the order of {@link differsInNumbers}. */
function pathsOf({ components }: Candidate): readonly string[] {
  return components.flatMap(({ strategyParams = {} }, at) =>
    Object.entries(strategyParams)
      .filter(([, value]) => typeof value === "number")
      .map(([name]) => `/components/${at}/strategyParams/${name}`)
  );
}

/** Adds the numbers of parameters to a row; returns whether the rest equals that of the base. */
function differsInNumbers(base: Candidate, one: Candidate, row: number[]): boolean {
  return sameMembers(base, one, "components") && base.components.length === one.components.length &&
    base.components.every((component, at) => {
      const other = one.components[at];
      return other !== undefined && sameMembers(component, other, "strategyParams") &&
        addNumbers(component.strategyParams ?? {}, other.strategyParams ?? {}, row);
    });
}

/** Returns whether two objects have the same members, apart from one that both have or lack. */
function sameMembers(base: object, one: object, apart: string): boolean {
  const [members, others] = [base, one] as readonly Members[] as readonly [Members, Members];
  const names = Object.keys(members);
  return Object.keys(others).length === names.length &&
    names.every((name) => name === apart ? name in others : members[name] === others[name]);
}

function addNumbers(base: Members, one: Members, row: number[]): boolean {
  const names = Object.keys(base);
  if (Object.keys(one).length !== names.length) return false;
  for (const name of names) {
    const value = one[name];
    if (typeof value === "number" && typeof base[name] === "number") row.push(value);
    else if (value !== base[name]) return false;
  }
  return true;
}
