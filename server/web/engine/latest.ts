/**
 * Returns `work` limited to one call at a time. While it runs, only the newest other call waits; older
 * ones are never run and resolve with null. So a slider is at most one run behind, however fast it
 * moves.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const double = latestWins((value: number) => Promise.resolve(2 * value));
 * assertEquals(await Promise.all([double(1), double(2), double(3)]), [2, null, 6]);
 * ```
 */
export function latestWins<In, Out>(
  work: (input: In) => Promise<Out>,
): (input: In) => Promise<Out | null> {
  let current: Promise<unknown> | null = null;
  let newest = 0;
  return async (input) => {
    const mine = ++newest;
    while (current !== null) {
      // The running call reports its own failure.
      await current.catch(() => {});
      if (mine !== newest) return null;
    }
    const running = work(input);
    current = running;
    try {
      return await running;
    } finally {
      current = null;
    }
  };
}
