// This module is browser compatible.

import type { BarRange } from "./folds.ts";
import type { Points } from "./points.ts";
import type { Summary } from "./summary.ts";

/** How the engine derives candidates from their numbers, see `RULES.md` 7. */
export type Draw =
  | { readonly method: "grid" }
  | { readonly method: "random" | "sobol"; readonly count: number; readonly seed: number }
  | {
    readonly method: "list";
    readonly rows: readonly (readonly number[])[];
    /** Number of the first row, in a part of a list. */
    readonly first?: number;
  };

/** Candidates that run in one window; their outcome decides the next stage. */
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
  /** Whether the next stage needs every point, not only the best. */
  readonly needsPoints: boolean;
  /** How many of the best are kept. */
  readonly topMax: number;
}

/** The result of a stage. */
export interface StageOutcome {
  readonly stage: Stage;
  readonly summary: Summary;
  /** All points in order, if the stage needs them. */
  readonly points: readonly Points[];
}
