// This module is browser compatible.

import type { BarRange } from "./folds.ts";
import type { Points } from "./points.ts";
import type { Summary } from "./summary.ts";

/** How the engine gets candidates from their numbers, see `RULES.md` 7. */
export type Draw =
  | { readonly method: "grid" }
  | { readonly method: "random" | "sobol"; readonly count: number; readonly seed: number }
  | {
    readonly method: "list";
    readonly rows: readonly (readonly number[])[];
    /** Number of the first row, of a part of a list. */
    readonly first?: number;
  };

/** Candidates that are run in one window, and then decide what follows. */
export interface Stage {
  /** Its name, which is that of its folder. */
  readonly name: string;
  readonly fold: string;
  /** Whether it chooses among candidates or tests those that were chosen. */
  readonly role: "search" | "test";
  readonly draw: Draw;
  readonly count: number;
  /** The bars that are traded and scored; null: all, of each market its own. */
  readonly window: BarRange | null;
  /** Whether the next stage needs every point, and not the best alone. */
  readonly needsPoints: boolean;
  /** Best that are kept. */
  readonly topMax: number;
}

/** What became of a stage. */
export interface StageOutcome {
  readonly stage: Stage;
  readonly summary: Summary;
  /** All of them, in order, where the stage needs them. */
  readonly points: readonly Points[];
}
