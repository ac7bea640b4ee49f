/** Something to measure: calls the work so often and returns the nanoseconds of one call. */
export type Timed = () => number | Promise<number>;

/**
 * Measures several works side by side: one short round of each in turn, and of each the fastest
 * round. The speed of a shared machine comes and goes within seconds, so that all of them meet its
 * best moments.
 *
 * @param works what is measured, by name
 * @param rounds rounds of each
 * @returns the nanoseconds of one call of each, in the order of the works
 */
export async function fastest<Name extends string>(
  works: Readonly<Record<Name, Timed>>,
  rounds: number,
): Promise<Record<Name, number>> {
  const names = Object.keys(works) as Name[];
  const best = Object.fromEntries(names.map((name) => [name, Infinity])) as Record<Name, number>;
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      // deno-lint-ignore no-await-in-loop -- one after the other, or they would share the core
      best[name] = Math.min(best[name], await works[name]());
    }
  }
  return best;
}

/**
 * Returns a work that calls a function in rounds of about a millisecond.
 *
 * @param call what is measured
 */
export function timed(call: () => unknown): Timed {
  const ROUND_MS = 1;
  let count = 1;
  return () => {
    const start = performance.now();
    for (let index = 0; index < count; index++) call();
    const elapsed = performance.now() - start;
    const nanoseconds = elapsed * 1e6 / count;
    count = Math.max(1, Math.round(ROUND_MS * 1e6 / nanoseconds));
    return nanoseconds;
  };
}
