// This module is browser compatible.

import { type Figure, FIGURES } from "../../contracts/figures.ts";
import type { Bytes } from "../../engine/engine.ts";
import type { Figures } from "../points/points.ts";
import { NO_RANKED, type Ranked } from "./ranked.ts";

/** Everything that a report needs to know of a range of candidates, see `engine-rs/src/summary`. */
export interface Summary {
  /** Number of candidates. */
  readonly count: number;
  /** Number of candidates by status code; code 0 is those that ran. */
  readonly statuses: readonly number[];
  /** Number of candidates that ran and never traded. */
  readonly untraded: number;
  /** Merits of the candidates that ran within all constraints. */
  readonly merits: Merits;
  readonly histogram: Histogram;
  /** Sketch of the distinct candidates that ran. */
  readonly tried: Tried;
  /** Sketch of the distinct results of those that ran, ascending hashes. */
  readonly results: Float64Array<ArrayBuffer>;
  readonly maps: readonly MeritMap[];
  /** Best first. */
  readonly top: readonly TopEntry[];
  /** The candidates that pass to the next stage. */
  readonly ranked: Ranked;
}

/** Count, mean and dispersion of merits. */
export interface Merits {
  readonly count: number;
  readonly mean: number;
  /** Sum of squared distances from the mean; 0 only if all merits are equal. */
  readonly squares: number;
  readonly min: number | null;
  readonly max: number | null;
}

/**
 * Counts of merits by bins of one width, a power of two: bin `first + k` begins at `(first + k) * width`.
 */
export interface Histogram {
  readonly width: number;
  readonly first: number;
  readonly counts: readonly number[];
}

/** The distinct candidates that ran: their smallest hashes, with their ratios. */
export interface Tried {
  /** Ascending. */
  readonly hashes: Float64Array<ArrayBuffer>;
  /** Daily Sharpe ratios on the bars that they ran on, one per hash; NaN for none. */
  readonly ratios: Float64Array<ArrayBuffer>;
}

/** Merits by the bins of two axes, or of one, row by row; the second axis selects the row. */
export interface MeritMap {
  /** Indices of the axes in the plan. */
  readonly axes: readonly [number] | readonly [number, number];
  readonly width: number;
  readonly height: number;
  readonly counts: readonly number[];
  readonly sums: readonly number[];
  /** null: no candidate is in the cell. */
  readonly best: readonly (number | null)[];
}

/** One of the best candidates. */
export interface TopEntry {
  /** Number in the plan of its window. */
  readonly number: number;
  /** Rank criterion: the aim, negated where less is better. */
  readonly merit: number;
  readonly coordinates: readonly number[];
  readonly figures: Figures;
}

/** The packed summary of no candidates. */
export const NO_BYTES: Bytes = new Uint8Array();
/** The summary of no candidates. */
const NO_SUMMARY: Summary = {
  count: 0,
  statuses: [],
  untraded: 0,
  merits: { count: 0, mean: 0, squares: 0, min: null, max: null },
  histogram: { width: 2 ** -30, first: 0, counts: [] },
  tried: { hashes: new Float64Array(), ratios: new Float64Array() },
  results: new Float64Array(),
  maps: [],
  top: [],
  ranked: NO_RANKED,
};

/** Number of status codes of the engine. */
const STATUSES = 6;
/** Units of 1 in sums of merits, and of squared ones. */
const PARTS = 2 ** 64;
const SQUARED_PARTS = 2 ** 128;
/** Stands for the second axis of a map of one: 2^64 - 1, which is no double. */
const NO_AXIS = 2 ** 64;
const NAMES = Object.keys(FIGURES) as Figure[];

/** Reads a packed summary, whose form `engine-rs/src/summary/mod.rs` defines. */
export function readSummary(packed: Bytes): Summary {
  if (packed.length === 0) return NO_SUMMARY;
  const words = new Words(packed);
  const [, axes] = [words.whole(), words.whole(), words.whole(), words.whole()];
  return {
    count: words.whole(),
    statuses: words.wholes(STATUSES),
    untraded: words.whole(),
    merits: readMerits(words),
    histogram: {
      width: words.double(),
      first: words.double(),
      counts: words.wholes(words.whole()),
    },
    tried: readTried(words),
    results: words.doubles(words.whole()),
    maps: Array.from({ length: words.whole() }, () => readMap(words)),
    top: Array.from({ length: words.whole() }, () => ({
      number: words.double(),
      merit: words.double(),
      coordinates: [...words.doubles(axes)],
      figures: Object.fromEntries(
        NAMES.map((name) => [name, orNull(words.double())]),
      ) as Figures,
    })),
    ranked: { width: 2 + axes, rows: words.doubles((2 + axes) * words.whole()) },
  };
}

function readMerits(words: Words): Merits {
  const [count, min, max] = [words.whole(), words.double(), words.double()];
  const sum = BigInt.asIntN(128, words.wide(2));
  const squares = words.wide(4);
  if (count === 0) return NO_SUMMARY.merits;
  const apart = Number(BigInt(count) * squares - sum * sum) / count / SQUARED_PARTS;
  const mean = Number(sum) / PARTS / count;
  return { count, mean, squares: min === max ? 0 : apart, min, max };
}

function readTried(words: Words): Tried {
  const count = words.whole();
  return { hashes: words.doubles(count), ratios: words.doubles(count) };
}

function readMap(words: Words): MeritMap {
  const [first, second] = [words.whole(), words.whole()];
  const [width, height] = [words.whole(), words.whole()];
  const cells = width * height;
  const used: number[] = [];
  for (let from = 0; from < cells; from += 64) {
    const bits = words.wide(1);
    for (let at = 0; at < 64; at++) if (bits >> BigInt(at) & 1n) used.push(from + at);
  }
  const spread = <T>(none: T, next: () => T): readonly T[] => {
    const all = new Array<T>(cells).fill(none);
    for (const cell of used) all[cell] = next();
    return all;
  };
  return {
    axes: second === NO_AXIS ? [first] : [first, second],
    width,
    height,
    counts: spread(0, () => words.whole()),
    sums: spread(0, () => Number(BigInt.asIntN(128, words.wide(2))) / PARTS),
    best: spread<number | null>(null, () => words.double()),
  };
}

function orNull(number: number): number | null {
  return Number.isNaN(number) ? null : number;
}

/** Words of eight bytes, little endian. */
class Words {
  readonly #words: BigUint64Array<ArrayBuffer>;
  readonly #doubles: Float64Array<ArrayBuffer>;
  #at = 0;

  constructor(bytes: Bytes) {
    // Words begin at a multiple of eight bytes of their buffer.
    const { buffer } = bytes.byteOffset % 8 === 0 ? bytes : bytes.slice();
    const from = bytes.byteOffset % 8 === 0 ? bytes.byteOffset : 0;
    this.#words = new BigUint64Array(buffer, from, bytes.length / 8);
    this.#doubles = new Float64Array(buffer, from, bytes.length / 8);
  }

  whole(): number {
    return Number(this.#words[this.#at++]);
  }

  wholes(count: number): readonly number[] {
    return Array.from({ length: count }, () => this.whole());
  }

  double(): number {
    return this.#doubles[this.#at++] ?? NaN;
  }

  doubles(count: number): Float64Array<ArrayBuffer> {
    return this.#doubles.subarray(this.#at, this.#at += count);
  }

  /** Returns a whole number of several words. */
  wide(words: number): bigint {
    let number = 0n;
    for (let word = words; word-- > 0;) {
      number = number << 64n | (this.#words[this.#at + word] ?? 0n);
    }
    this.#at += words;
    return number;
  }
}
