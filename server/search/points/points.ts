// This module is browser compatible.

import { type Figure, FIGURES, isFigure, rankingFigure, signOf } from "../../contracts/figures.ts";
import type { Constraint, SearchPlan } from "../../contracts/plan.ts";

/** The figures of a candidate; null where a figure is undefined. */
export type Figures = Readonly<Record<Figure, number | null>>;

/** The columns of a range of candidates, concatenated as the engine returns them. */
export class Points {
  /** Number of the first candidate. */
  readonly from: number;
  readonly count: number;
  /** Names of the columns: the paths of the axes, the figures, `status`. */
  readonly names: readonly string[];
  readonly numbers: Float64Array<ArrayBuffer>;

  constructor(from: number, names: readonly string[], numbers: Float64Array<ArrayBuffer>) {
    this.from = from;
    this.names = names;
    this.numbers = numbers;
    this.count = numbers.length / names.length;
  }

  /** Returns a column by its name. */
  column(name: string): Float64Array<ArrayBuffer> {
    const at = this.names.indexOf(name);
    if (at < 0) throw new Error(`Cannot read points: there is no column ${name}`);
    return this.columnAt(at);
  }

  columnAt(at: number): Float64Array<ArrayBuffer> {
    return this.numbers.subarray(at * this.count, (at + 1) * this.count);
  }

  get axisCount(): number {
    return this.names.length - Object.keys(FIGURES).length - 1;
  }

  /** Returns the coordinates of a candidate, one per axis. */
  coordinates(row: number): readonly number[] {
    return Array.from({ length: this.axisCount }, (_, axis) => this.columnAt(axis)[row] ?? NaN);
  }

  /** Returns the figures of a candidate; null where a figure is undefined. */
  figures(row: number): Figures {
    const names = Object.keys(FIGURES) as Figure[];
    const found = names.map((name) => [name, orNull(this.column(name)[row] ?? NaN)] as const);
    return Object.fromEntries(found) as Figures;
  }
}

function orNull(number: number): number | null {
  return Number.isNaN(number) ? null : number;
}

/**
 * Ranks points by the plan's aim among those within its bounds. Figures that only an evaluation has
 * decide later, among the best.
 */
export class Judge {
  readonly #aim: Figure;
  readonly #constraints: readonly Constraint[];

  constructor(plan: Pick<SearchPlan, "aim" | "constraints">) {
    this.#aim = rankingFigure(plan);
    this.#constraints = plan.constraints.filter(({ figure }) => isFigure(figure));
  }

  /**
   * Returns the merit of every point: the aim, negated where less is better, or NaN for a point that
   * did not run, lacks the figure or breaks a constraint.
   */
  meritsOf(points: Points): Float64Array {
    const sign = signOf(this.#aim);
    const aims = points.column(this.#aim);
    const merits = new Float64Array(points.count);
    for (let row = 0; row < merits.length; row++) merits[row] = sign * (aims[row] ?? NaN) + 0;
    for (const { figure, min = -Infinity, max = Infinity } of this.#constraints) {
      const figures = points.column(figure);
      for (let row = 0; row < merits.length; row++) {
        const found = figures[row] ?? NaN;
        if (!(found >= min && found <= max)) merits[row] = NaN;
      }
    }
    return merits;
  }
}
