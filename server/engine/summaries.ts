// This module is browser compatible.

/** Packed summaries of ranges of a search. */
export interface Summaries {
  /**
   * Answers with the next stage of a search, or with its report, from the results of the stages that
   * ran: see `engine-rs/src/contract/search/report/mod.rs`.
   */
  report(request: Uint8Array, results: Uint8Array): Uint8Array<ArrayBuffer>;
  /** Answers with the most candidates, evaluations, runs on paths and stages of a search. */
  searchSize(request: Uint8Array): Uint8Array<ArrayBuffer>;
  /** Returns the rows of the stage that `report` answers with, one after the other, if it has a list. */
  stageRows(request: Uint8Array, results: Uint8Array): Float64Array<ArrayBuffer>;
  /**
   * Runs candidates of a plan by number for their packed summary, see `engine-rs/src/summary/mod.rs`.
   * Empty for an invalid request.
   *
   * @param before the summary of other candidates of the plan, which is merged with theirs; may be empty
   * @param points gets their columns as `planColumns` returns them; may be empty
   */
  summarise(request: Uint8Array, before: Uint8Array, points: Float64Array): Uint8Array<ArrayBuffer>;
  /**
   * Merges the packed summaries of disjoint ranges of one plan. Any order and any tree of merges gives
   * the same bytes.
   *
   * @throws {Error} when they are not summaries of one plan
   */
  mergeSummaries(one: Uint8Array, other: Uint8Array): Uint8Array<ArrayBuffer>;
}
