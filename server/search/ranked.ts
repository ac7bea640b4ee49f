// This module is browser compatible.

import type { Axis } from "../contracts/plan.ts";
import { rowOf } from "./axis_scale.ts";
import type { Points } from "./points.ts";

/**
 * The best candidates of a stage whose next stage runs them again, best first. A rung of halving may
 * pass a quarter of a million on, so these are numbers without objects and figures.
 */
export interface Ranked {
  /** Numbers of a row: the candidate's number, its merit and its coordinates. */
  readonly width: number;
  /** The rows, one after the other. */
  readonly rows: Float64Array<ArrayBuffer>;
}

/** Rows of a list draw: an array, or rows that are made from numbers whenever they are read. */
export interface RowList {
  readonly length: number;
  slice(from: number, to: number): readonly (readonly number[])[];
}

/** Places in a row. */
const NUMBER = 0;
const MERIT = 1;
const COORDINATES = 2;

/** The ranked candidates of a stage that passes none on. */
export const NO_RANKED: Ranked = { width: COORDINATES, rows: new Float64Array() };

/** Returns the ranked candidates of a range: the best `most` that differ, ties by number. */
export function rankedOf(points: Points, merits: Float64Array, most: number): Ranked {
  const axes = points.axisCount;
  if (most === 0) return { width: COORDINATES + axes, rows: new Float64Array() };
  const columns = Array.from({ length: axes }, (_, axis) => points.columnAt(axis));
  const best = new DistinctRows(axes, Math.min(most, merits.length));
  const row = new Float64Array(COORDINATES + axes);
  for (const at of orderOf(merits)) {
    if (best.isFull) break;
    row[NUMBER] = points.from + at;
    row[MERIT] = merits[at] ?? NaN;
    columns.forEach((column, axis) => row[COORDINATES + axis] = column[at] ?? NaN);
    best.add(row, 0);
  }
  return best.ranked();
}

/**
 * Merges the ranked candidates of ranges into the best `most`, as `rankedOf` of all would. Some may be
 * merged first, and the result with the others.
 */
export function mergeRanked(lists: readonly Ranked[], most: number): Ranked {
  const { width } = lists.find(({ rows }) => rows.length > 0) ?? lists[0] ?? NO_RANKED;
  const total = lists.reduce((sum, { rows }) => sum + rows.length / width, 0);
  const best = new DistinctRows(width - COORDINATES, Math.min(most, total));
  /** The next row of each list that has one. */
  const heads = lists.filter(({ rows }) => rows.length > 0).map(({ rows }) => ({ rows, at: 0 }));
  while (heads.length > 0 && !best.isFull) {
    let first = 0;
    for (let other = 1; other < heads.length; other++) {
      if (isBefore(heads[other], heads[first])) first = other;
    }
    const head = heads[first];
    if (head === undefined) break;
    best.add(head.rows, head.at);
    head.at += width;
    if (head.at === head.rows.length) heads.splice(first, 1);
  }
  return best.ranked();
}

/** Returns the coordinates of ranked candidates, best first. */
export function coordinatesOf({ width, rows }: Ranked): readonly (readonly number[])[] {
  return Array.from(
    { length: rows.length / width },
    (_, row) => [...rows.subarray(row * width + COORDINATES, (row + 1) * width)],
  );
}

/** Returns the number in its stage of a ranked candidate. */
export function numberOf({ width, rows }: Ranked, place: number): number {
  return rows[place * width + NUMBER] ?? 0;
}

/** Returns ranked candidates as the rows of a list draw, best first. */
export function listOf({ width, rows }: Ranked, axes: readonly Axis[]): RowList {
  const coordinatesOf = (row: number): readonly number[] => [
    ...rows.subarray(row * width + COORDINATES, (row + 1) * width),
  ];
  const length = rows.length / width;
  return {
    length,
    slice: (from, to) =>
      Array.from(
        { length: Math.max(0, Math.min(to, length) - from) },
        (_, at) => rowOf(axes, coordinatesOf(from + at)),
      ),
  };
}

/** Returns rows by merit, best first, then by number; rows without merit are left out. */
export function orderOf(merits: Float64Array, least = -Infinity): Uint32Array {
  const rows = new Uint32Array(merits.length);
  let count = 0;
  for (let row = 0; row < merits.length; row++) {
    if ((merits[row] ?? NaN) >= least) rows[count++] = row;
  }
  return rows.subarray(0, count)
    .sort((one, other) => (merits[other] ?? 0) - (merits[one] ?? 0) || one - other);
}

interface Head {
  readonly rows: Float64Array;
  readonly at: number;
}

function isBefore(one: Head | undefined, other: Head | undefined): boolean {
  if (one === undefined || other === undefined) return false;
  const [left, right] = [one.rows[one.at + MERIT] ?? 0, other.rows[other.at + MERIT] ?? 0];
  if (left !== right) return left > right;
  return (one.rows[one.at + NUMBER] ?? 0) < (other.rows[other.at + NUMBER] ?? 0);
}

/** Rows without duplicates: a hash table over their coordinates, with open addressing. */
class DistinctRows {
  readonly #width: number;
  readonly #most: number;
  readonly #rows: Float64Array<ArrayBuffer>;
  /** Row plus one by the hash of its coordinates; 0: empty. */
  readonly #table: Uint32Array;
  /** One coordinate, as a double and as its two words. */
  readonly #double = new Float64Array(1);
  readonly #words = new Uint32Array(this.#double.buffer);
  #count = 0;

  constructor(axes: number, most: number) {
    this.#width = COORDINATES + axes;
    this.#most = most;
    this.#rows = new Float64Array(most * this.#width);
    this.#table = new Uint32Array(2 ** Math.ceil(Math.log2(2 * most + 2)));
  }

  get isFull(): boolean {
    return this.#count === this.#most;
  }

  /** Returns the rows; none can be added afterwards. */
  ranked(): Ranked {
    if (this.isFull) return { width: this.#width, rows: this.#rows };
    return { width: this.#width, rows: this.#rows.slice(0, this.#count * this.#width) };
  }

  /** Adds the row at a place of a list, unless there is one with equal coordinates. */
  add(list: Float64Array, from: number): void {
    const mask = this.#table.length - 1;
    let slot = this.#hashOf(list, from) & mask;
    for (; (this.#table[slot] ?? 0) > 0; slot = (slot + 1) & mask) {
      if (this.#isEqual(list, from, ((this.#table[slot] ?? 0) - 1) * this.#width)) return;
    }
    this.#rows.set(list.subarray(from, from + this.#width), this.#count * this.#width);
    this.#table[slot] = ++this.#count;
  }

  #isEqual(list: Float64Array, from: number, at: number): boolean {
    for (let place = COORDINATES; place < this.#width; place++) {
      if (list[from + place] !== this.#rows[at + place]) return false;
    }
    return true;
  }

  #hashOf(list: Float64Array, from: number): number {
    let hash = 0x811c9dc5;
    for (let place = COORDINATES; place < this.#width; place++) {
      // 0 equals -0.
      this.#double[0] = (list[from + place] ?? 0) + 0;
      hash = Math.imul(hash ^ (this.#words[0] ?? 0), 0x9e3779b1);
      hash = Math.imul(hash ^ (hash >>> 15) ^ (this.#words[1] ?? 0), 0x85ebca6b);
    }
    return hash ^ (hash >>> 13);
  }
}
