// This module is browser compatible.

import type { CountsByDataset } from "../../contracts/trial.ts";
import type { BarRange } from "../plan/folds.ts";
import type { Points } from "../points/points.ts";
import type { Bytes } from "../../engine/engine.ts";
import type { RowList } from "../fold/ranked.ts";
import type { Summary } from "../fold/summary.ts";

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

/** Candidates that run in one window; their outcome decides the next stage. */
export interface Stage {
  /** Unique name within the search. */
  readonly name: string;
  readonly fold: string;
  /**
   * Whether the stage chooses among candidates, tests the chosen ones, or runs the neighbours of the
   * best one, which are no candidates of the plan.
   */
  readonly role: "search" | "test" | "neighbours";
  readonly draw: Draw;
  readonly count: number;
  /** The bars that are traded and scored; null: all bars of each market. */
  readonly window: BarRange | null;
  /** Whether the next stage needs every point, not only the best. */
  readonly needsPoints: boolean;
  /** How many of the best are kept with their figures. */
  readonly topMax: number;
  /** How many of the best the next stage runs again. */
  readonly passes: number;
}

/** The evaluations of the best candidates, each on all scored bars and on sister paths. */
export interface EvaluationStage {
  readonly name: "evaluate";
  readonly role: "evaluate";
  readonly draw: Extract<Draw, { method: "list" }>;
  readonly count: number;
  /** The window in which the candidates were found. */
  readonly window: BarRange | null;
  /** The trials among which each candidate is judged. */
  readonly trials: CountsByDataset;
}

/** Candidates on some of the paths of their verdicts, see `path_halving.ts`. */
export interface PathStage {
  readonly name: string;
  readonly role: "paths";
  readonly draw: Extract<Draw, { method: "list" }>;
  readonly count: number;
  /** The window in which the candidates were found. */
  readonly window: BarRange | null;
  /** Places of the paths among those of a verdict. */
  readonly paths: { readonly from: number; readonly to: number };
}

/** A stage of any kind, split into ranges that jobs run. */
export type AnyStage = Stage | EvaluationStage | PathStage;

/** The result of a stage. */
export interface StageOutcome {
  readonly stage: Stage;
  /** The summary of all ranges, packed and as it is read. */
  readonly packed: Bytes;
  readonly summary: Summary;
  /** All points in order, if the stage needs them. */
  readonly points: readonly Points[];
}
