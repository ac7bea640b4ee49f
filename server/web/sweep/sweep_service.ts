import type { Trial, TrialsBefore } from "../../contracts/trial.ts";
import type { SearchPlan } from "../../contracts/plan.ts";
import type { SearchReport } from "../../search/report.ts";
import type { Program } from "../engine/messages.ts";

/** A search, and the program of its engines. */
export interface SweepOrder extends Program {
  readonly plan: SearchPlan;
  /** Entries of the report's list of the best. */
  readonly topMax: number;
  readonly cores: number;
  /** The verdicts that this browser has shown; those of the search are judged after them. */
  readonly before: readonly TrialsBefore[];
}

/** The service of the page's search worker. */
export interface SweepService {
  /**
   * Runs a search; a search before it ends first. Rejects when the search fails.
   *
   * @param signal stops the search and the ranges in flight
   */
  search(order: SweepOrder, hear: (news: SweepNews) => void, signal: AbortSignal): Promise<void>;
}

/** News of a search, in this order. */
export type SweepNews =
  | {
    readonly kind: "planned";
    /** Candidates over all windows. */
    readonly total: number;
    /** Names of the columns of points and of the status codes. */
    readonly columns: readonly string[];
    readonly statuses: readonly string[];
  }
  | {
    readonly kind: "points";
    /** Number of the first one. */
    readonly from: number;
    /** Column after column. */
    readonly numbers: Float64Array<ArrayBuffer>;
  }
  | {
    readonly kind: "progress";
    /** Candidates of any window that have been run. */
    readonly count: number;
  }
  /** All windows have been run; the report takes a moment more. */
  | { readonly kind: "through"; readonly isWhole: boolean }
  | {
    readonly kind: "report";
    readonly report: SearchReport;
    /** The candidates of which the report shows a verdict, or the sweep has seen a path. */
    readonly judged: readonly Trial[];
  };
