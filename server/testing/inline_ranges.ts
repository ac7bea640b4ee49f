import { type InlineOptions, InlineRanges } from "../search/inline_ranges.ts";
import type { SearchRun } from "../search/search_run.ts";

/** Runs the ranges of a search as a test wants them: one at a time, unless it says otherwise. */
export function inlineRanges(
  run: Pick<SearchRun, "runRange" | "prepared">,
  change: Partial<InlineOptions> = {},
): InlineRanges {
  return new InlineRanges(run, {
    parallel: 1,
    signal: new AbortController().signal,
    keepsPoints: () => false,
    onRange: () => {},
    ...change,
  });
}
