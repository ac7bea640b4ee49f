import type { Candidate } from "../../contracts/candidate.ts";
import type { Axis, SearchPlan } from "../../contracts/plan.ts";
import { binnerOf, binsOf, coordinateAt } from "../../search/plan/axis_scale.ts";
import { type Figures, Judge, Points } from "../../search/points/points.ts";
import { axisName } from "../../search/plan/axis_name.ts";
import { candidateAt } from "./candidate_at.ts";
import type { AxisValues } from "./axis_values.ts";

/** A candidate that ran, or that the engine rejected. */
export interface FoundPoint {
  readonly coordinates: readonly number[];
  /** Status code of the engine; 0: the candidate ran. */
  readonly status: number;
  readonly figures: Figures;
  /** Its edge on half-years of the map of edges; null where it has none, or is not known yet. */
  readonly edge: number | null;
}

/** The best candidate so far, without an evaluation. */
export interface BestFound extends Omit<FoundPoint, "status" | "edge"> {
  readonly candidate: Candidate;
  readonly evaluation: null;
}

/** The results of a sweep so far. */
export class Found {
  readonly plan: SearchPlan;
  readonly names: readonly string[];
  readonly statuses: readonly string[];
  readonly #ranges: Points[] = [];
  #edges: readonly Float64Array[] = [];

  constructor(plan: SearchPlan, names: readonly string[], statuses: readonly string[]) {
    this.plan = plan;
    this.names = names;
    this.statuses = statuses;
  }

  add(from: number, numbers: Float64Array<ArrayBuffer>): void {
    this.#ranges.push(new Points(from, this.names, numbers));
  }

  get ranges(): readonly Points[] {
    return this.#ranges;
  }

  /** Takes the edges of all candidates, range by range. */
  addEdges(edges: readonly Float64Array[]): void {
    this.#edges = edges;
  }

  /** Returns the edge of a candidate; null where it is not known. */
  edgeAt(range: Points, row: number): number | null {
    const edge = this.#edges[this.#ranges.indexOf(range)]?.[row] ?? NaN;
    return Number.isNaN(edge) ? null : edge;
  }

  /** Returns the candidate with the largest edge; null without edges. */
  bestByEdge(): FoundPoint | null {
    let best: FoundPoint | null = null;
    for (const [at, edges] of this.#edges.entries()) {
      const range = this.#ranges[at];
      const row = edges.reduce(
        (top, edge, other) => edge > (edges[top] ?? NaN) || Number.isNaN(edges[top]) ? other : top,
        0,
      );
      const edge = edges[row] ?? NaN;
      if (range !== undefined && edge > (best?.edge ?? -Infinity)) {
        best = pointAt(this, range, row);
      }
    }
    return best;
  }

  /** Returns the best candidate so far; null if none ran within all bounds. */
  best(): BestFound | null {
    const judge = new Judge(this.plan);
    let [best, merit]: [FoundPoint | null, number] = [null, -Infinity];
    for (const range of this.#ranges) {
      judge.meritsOf(range).forEach((own, row) => {
        if (own > merit) [best, merit] = [pointAt(this, range, row), own];
      });
    }
    if (best === null) return null;
    const { coordinates, figures }: FoundPoint = best;
    return {
      candidate: candidateAt(this.plan, coordinates),
      coordinates,
      figures,
      evaluation: null,
    };
  }

  /** Number of candidates by name of their status. */
  get counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const range of this.#ranges) {
      for (const code of range.column("status")) {
        const name = this.statuses[code] ?? String(code);
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
    }
    return counts;
  }
}

/** The axes of a map. */
export interface MapAxes {
  readonly columns: AxisValues;
  /** null: the map has one row. */
  readonly rows: AxisValues | null;
}

/** The best candidate of each cell of a map. */
export interface CellMap extends MapAxes {
  /** Row by row; null: no candidate has run there. */
  readonly cells: readonly (FoundPoint | null)[];
  /** Number of candidates of each cell. */
  readonly counts: readonly number[];
}

/**
 * Returns the map of two axes, or of one.
 *
 * @param axes indices in the plan; the second is null for a map of one row
 */
export function toCellMap(
  found: Found,
  [across, up]: readonly [number, number | null],
  units: readonly (string | null)[],
): CellMap {
  const { plan } = found;
  const bins = (at: number | null): { axis: Axis; count: number } | null => {
    const axis = at === null ? undefined : plan.axes[at];
    return axis === undefined ? null : { axis, count: binsOf(axis) };
  };
  const [columns, rows] = [bins(across), bins(up)];
  const width = columns?.count ?? 1;
  const best = new Float64Array(width * (rows?.count ?? 1)).fill(NaN);
  const cells = new Array<{ range: Points; row: number } | null>(best.length).fill(null);
  const judge = new Judge(plan);
  const counts = cells.map(() => 0);
  for (const range of found.ranges) {
    const merits = judge.meritsOf(range);
    const columnOf = columns && range.columnAt(across).map(binnerOf(columns.axis));
    const rowOf = rows && range.columnAt(up ?? 0).map(binnerOf(rows.axis));
    for (let row = 0; row < range.count; row++) {
      const cell = (rowOf?.[row] ?? 0) * width + (columnOf?.[row] ?? 0);
      const merit = merits[row] ?? NaN;
      counts[cell] = (counts[cell] ?? 0) + 1;
      // A rejected candidate shows only in an otherwise empty cell.
      const isBetter = Number.isNaN(best[cell]) ? !Number.isNaN(merit) : merit > (best[cell] ?? 0);
      if (cells[cell] && !isBetter) continue;
      best[cell] = merit;
      cells[cell] = { range, row };
    }
  }
  return {
    columns: mapAxis(plan, columns?.axis ?? null, width, units[across] ?? null),
    rows: rows && mapAxis(plan, rows.axis, rows.count, units[up ?? 0] ?? null),
    cells: cells.map((cell) => cell && pointAt(found, cell.range, cell.row)),
    counts,
  };
}

function pointAt(found: Found, range: Points, row: number): FoundPoint {
  return {
    coordinates: range.coordinates(row),
    status: range.column("status")[row] ?? 0,
    figures: range.figures(row),
    edge: found.edgeAt(range, row),
  };
}

/** Returns the values of an axis at its bins; without an axis there are none. */
export function mapAxis(
  plan: SearchPlan,
  axis: Axis | null,
  count: number,
  unit: string | null,
): AxisValues {
  if (axis === null) return { name: "", unit, values: [] };
  const share = (bin: number): number => count < 2 ? 0 : bin / (count - 1);
  const values = "values" in axis
    ? axis.values
    : Array.from({ length: count }, (_, bin) => coordinateAt(axis, share(bin)));
  return { name: axisName(plan, axis), unit, values };
}
