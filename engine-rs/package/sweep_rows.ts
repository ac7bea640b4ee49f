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
  const first = outlineOf(base);
  const all: number[][] = [];
  for (const candidate of candidates) {
    const row: number[] = [];
    if (!differsInNumbers(first, candidate, row)) return null;
    all.push(row);
  }
  const places = pathsOf(first)
    .map((path, at) => ({ path, values: all.map((row) => row[at] ?? NaN) }))
    .filter(({ values }) => values.some((value) => value !== values[0]));
  if (places.length === 0) return null;
  const axes = places.map(({ path, values }) => {
    return { path, min: Math.min(...values), max: Math.max(...values) };
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

/** The members of a candidate, read once for all that are compared with it. */
interface Outline {
  readonly members: Entries;
  readonly components: readonly { readonly members: Entries; readonly params: Entries }[];
}

type Entries = readonly (readonly [string, unknown])[];

function outlineOf({ components, ...others }: Candidate): Outline {
  return {
    members: Object.entries(others),
    components: components.map(({ strategyParams, ...members }) => {
      return { members: Object.entries(members), params: Object.entries(strategyParams ?? {}) };
    }),
  };
}

/** Returns the paths of the numbers of a candidate, in the order of {@link differsInNumbers}. */
function pathsOf({ components }: Outline): readonly string[] {
  return components.flatMap(({ params }, at) =>
    params.filter(([, value]) => typeof value === "number")
      .map(([name]) => `/components/${at}/strategyParams/${name}`)
  );
}

/** Adds the numbers of parameters to a row; returns whether the rest equals that of the first candidate. */
function differsInNumbers(
  { members, components }: Outline,
  one: Candidate,
  row: number[],
): boolean {
  return hasOnly(members, one, "components") && components.length === one.components.length &&
    one.components.every((component, at) => {
      const first = components[at];
      return first !== undefined && hasOnly(first.members, component, "strategyParams") &&
        addNumbers(first.params, component.strategyParams ?? {}, row);
    });
}

/** Returns whether an object has these members and no others, apart from one. */
function hasOnly(members: Entries, one: Members, apart: string): boolean {
  const count = Object.keys(one).length - (apart in one ? 1 : 0);
  return count === members.length && members.every(([name, value]) => one[name] === value);
}

function addNumbers(params: Entries, one: Members, row: number[]): boolean {
  if (Object.keys(one).length !== params.length) return false;
  for (const [name, first] of params) {
    const value = one[name];
    if (typeof value === "number" && typeof first === "number") row.push(value);
    else if (value !== first) return false;
  }
  return true;
}
