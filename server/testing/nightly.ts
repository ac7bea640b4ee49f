/** Whether this is a part of `deno task nightly`, which has the time for large samples and all sizes. */
export const isNightly = Deno.env.get("ARENA_NIGHTLY") === "yes";

const NIGHTLY_TIMES = 10;
const MS_PER_DAY = 86_400_000;

/** The seed of this night: each draws another sample. */
export const NIGHT = Math.floor(Date.now() / MS_PER_DAY);

/** Returns the extent of a random sample: `runs` with a fixed seed, at night ten times as many. */
export function sampleOf(
  runs: number,
  seed: number,
): { readonly numRuns: number; readonly seed: number } {
  return isNightly ? { numRuns: NIGHTLY_TIMES * runs, seed: NIGHT } : { numRuns: runs, seed };
}
