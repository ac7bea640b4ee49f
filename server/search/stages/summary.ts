// This module is browser compatible.

import { type Figure, FIGURES } from "../../contracts/figures.ts";
import type { Bytes, Engine } from "../../engine/engine.ts";
import type { Figures } from "../points/points.ts";

/** One of the best candidates. */
export interface TopEntry {
  /** Number in the plan of its window. */
  readonly number: number;
  /** Rank criterion: the aim, negated where less is better. */
  readonly merit: number;
  readonly coordinates: readonly number[];
  readonly figures: Figures;
}

/** What a host shows of a packed summary while a search runs. */
export interface SummaryHead {
  /** Number of candidates. */
  readonly count: number;
  /** The best candidate within all constraints. */
  readonly best: TopEntry | null;
}

/** The packed summary of no candidates. */
export const NO_BYTES: Bytes = new Uint8Array();

const NAMES = Object.keys(FIGURES) as Figure[];
/** Bytes of a word, the lowest first. */
const WORD = 8;
const IS_LITTLE = true;
/** Places of words: axes, candidates, and bins of the histogram. */
const [AXES_AT, COUNT_AT, HISTOGRAM_AT] = [1, 4, 23];

/**
 * Reads the number of candidates of a packed summary, and the best of them; `engine-rs/src/summary/mod.rs`
 * defines the form.
 */
export function readHead(packed: Bytes): SummaryHead {
  const words = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  const whole = (at: number): number => Number(words.getBigUint64(at * WORD, IS_LITTLE));
  const double = (at: number): number => words.getFloat64(at * WORD, IS_LITTLE);
  const [axes, count, at] = [whole(AXES_AT), whole(COUNT_AT), bestAt(words)];
  if (whole(at) === 0) return { count, best: null };
  const row = Array.from({ length: 2 + axes + NAMES.length }, (_, place) => double(at + 1 + place));
  const [number = NaN, merit = NaN, ...rest] = row;
  const figures = NAMES.map((name, place) => {
    const figure = rest[axes + place] ?? NaN;
    return [name, Number.isNaN(figure) ? null : figure] as const;
  });
  const coordinates = rest.slice(0, axes);
  return {
    count,
    best: { number, merit, coordinates, figures: Object.fromEntries(figures) as Figures },
  };
}

/** Returns the place of the number of rows of the best. */
function bestAt(words: DataView): number {
  const whole = (at: number): number => Number(words.getBigUint64(at * WORD, IS_LITTLE));
  // The sketch of the candidates has two numbers a row, that of the results one.
  let at = HISTOGRAM_AT + 1 + whole(HISTOGRAM_AT);
  at += 1 + 2 * whole(at);
  at += 1 + whole(at);
  const maps = whole(at++);
  for (let map = 0; map < maps; map++) {
    const cells = whole(at + 2) * whole(at + 3);
    at += 4;
    let used = 0;
    for (let from = 0; from < cells; from += 64) {
      for (let bits = words.getBigUint64(at * WORD, IS_LITTLE); bits > 0n; bits &= bits - 1n) {
        used++;
      }
      at++;
    }
    // A count, a sum of two words and a merit.
    at += 4 * used;
  }
  return at;
}

/** Merges packed summaries in pairs, so that long ones are copied seldom. */
export function mergeAll(
  engine: Pick<Engine, "mergeSummaries">,
  all: readonly Bytes[],
): Bytes {
  const [first = NO_BYTES, ...others] = all;
  if (others.length === 0) return first;
  const half = all.length >> 1;
  return engine.mergeSummaries(
    mergeAll(engine, all.slice(0, half)),
    mergeAll(engine, all.slice(half)),
  );
}
