// This module is browser compatible.

import type { SearchPlan } from "../../contracts/plan.ts";
import type { SearchReport } from "../../search/report.ts";
import type { Failure } from "../engine/failure.ts";
import type { Program } from "../engine/messages.ts";

/** What the search worker is asked. */
export type ToSearch =
  | (Program & {
    readonly kind: "search";
    /** Of the search, in all that is told of it. */
    readonly id: number;
    readonly plan: SearchPlan;
    /** Best that are kept. */
    readonly topMax: number;
    readonly cores: number;
  })
  /** Ends the search after the ranges in hand. */
  | { readonly kind: "stop" };

/** What it tells of a search. */
export type FromSearch = { readonly id: number } & SearchNews;

/** What became of it, in this order; `failed` may come at any time. */
export type SearchNews =
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
  /** All windows are through; the report takes a moment more. */
  | { readonly kind: "through"; readonly isWhole: boolean }
  | { readonly kind: "report"; readonly report: SearchReport }
  | { readonly kind: "failed"; readonly failure: Failure };
