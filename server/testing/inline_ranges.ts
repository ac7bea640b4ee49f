import { type InlineOptions, InlineRanges, type InlineRun } from "../search/jobs/inline_ranges.ts";

/** Runs the ranges of a search as a test wants them: one at a time, unless it says otherwise. */
export function inlineRanges(
  run: InlineRun,
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
