// This module is browser compatible.

/** Packed summaries of ranges of a search. */
export interface Summaries {
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
  /**
   * Returns the hashes of candidates, as summaries have them.
   *
   * @param coordinates their coordinates, one axis after the other
   * @param space names the plan, see `spaceOf`
   */
  candidateHashes(
    coordinates: Float64Array,
    axes: number,
    space: number,
  ): Float64Array<ArrayBuffer>;
}
