import { roundTicks } from "../../charts/number_line.ts";

/** A half-year as a dot on a pile. */
export interface PathDot {
  /** Number of the half-year, from 1. */
  readonly path: number;
  readonly difference: number;
  /** Middle of its pile, as a share of the width. */
  readonly x: number;
  /** Place in the pile, from 0 at the bottom. */
  readonly level: number;
  /** Number of dots in the pile. */
  readonly pile: number;
}

/** Piles of dots on one axis. */
export interface DotPlot {
  readonly dots: readonly PathDot[];
  readonly ticks: readonly number[];
  /** Returns the place of a value, as a share of the width. */
  at(value: number): number;
}

/** Number of piles. */
const PILES = 80;
const TICKS_MAX = 6;

/** Utilities that differ by less are the same. */
const SAME = 1e-9;

/**
 * Returns differences as dots in piles, each as wide as the others. Half-years without a difference are
 * left out: an entry that mostly does what the line does would have one high pile and no other.
 */
export function stackedDots(differences: Float64Array): DotPlot {
  const [min, max] = [Math.min(0, ...differences), Math.max(0, ...differences)];
  const width = max - min || 1;
  const pileOf = (difference: number): number =>
    Math.min(PILES - 1, Math.floor(PILES * (difference - min) / width));
  const counts = new Map<number, number>();
  const inOrder = [...differences].map((difference, at) => ({ difference, path: at + 1 }))
    .filter(({ difference }) => Math.abs(difference) > SAME)
    .sort((a, b) => a.difference - b.difference);
  const placed = inOrder.map((one) => {
    const pile = pileOf(one.difference);
    const level = counts.get(pile) ?? 0;
    counts.set(pile, level + 1);
    return { ...one, level, x: (pile + 0.5) / PILES };
  });
  const dots = placed.map((dot): PathDot => ({
    ...dot,
    pile: counts.get(pileOf(dot.difference)) ?? 1,
  }));
  return {
    dots,
    ticks: roundTicks(min, max, TICKS_MAX),
    at: (value) => (value - min) / width,
  };
}
