// This module is browser compatible.

import type { CountsByDataset } from "../../contracts/trial.ts";

/** Half-open range of bars that are traded and scored; earlier bars only warm up indicators. */
export interface BarRange {
  readonly from: number;
  readonly to: number;
}

/** Rows of a list draw: an array, or rows that are made from numbers whenever they are read. */
export interface RowList {
  readonly length: number;
  slice(from: number, to: number): readonly (readonly number[])[];
}

/** Returns numbers, row after row, as the rows of a list draw: a rung may have a quarter of a million. */
export function rowList(numbers: Float64Array, width: number): RowList {
  const length = numbers.length / width;
  return {
    length,
    slice: (from, to) =>
      Array.from(
        { length: Math.max(0, Math.min(to, length) - from) },
        (_, at) => [...numbers.subarray((from + at) * width, (from + at + 1) * width)],
      ),
  };
}

/** How the engine derives candidates from their numbers, see `RULES.md` 7. */
export type Draw =
  | { readonly method: "grid" }
  | {
    readonly method: "random" | "sobol";
    readonly count: number;
    readonly seed: number;
    /** Number of the first candidate, in a block of a draw. */
    readonly first?: number;
  }
  | {
    readonly method: "list";
    readonly rows: RowList;
    /** Number of the first row, in a part of a list. */
    readonly first?: number;
  };

/** Candidates that run in one window; their summary decides the next stage. */
export interface Stage {
  /** Unique name within the search. */
  readonly name: string;
  readonly fold: string;
  /** Whether the stage chooses among candidates, or tests the chosen ones. */
  readonly role: "search" | "test";
  readonly draw: Draw;
  readonly count: number;
  /** The bars that are traded and scored; null: all bars of each market. */
  readonly window: BarRange | null;
  /** How many of the best are kept with their figures. */
  readonly topMax: number;
  /** How many of the best the next stage runs again. */
  readonly passes: number;
}

/** Listed candidates that are run by themselves. */
interface ListStage extends Pick<Stage, "name" | "count" | "window"> {
  readonly draw: Extract<Draw, { method: "list" }>;
}

/** The evaluations of the best candidates, each on all scored bars and on sister paths. */
export interface EvaluationStage extends ListStage {
  readonly role: "evaluate";
  /** The trials among which each candidate is judged. */
  readonly trials: CountsByDataset;
}

/** Candidates on some of the paths of their verdicts, see `path_halving.ts`. */
export interface PathStage extends ListStage {
  readonly role: "paths";
  /** Places of the paths among those of a verdict. */
  readonly paths: { readonly from: number; readonly to: number };
}

/** A stage of any kind, split into ranges that jobs run. */
export type AnyStage = Stage | EvaluationStage | PathStage;
