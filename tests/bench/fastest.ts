/** Something to measure: calls the work so often and returns the nanoseconds of one call. */
export type Timed = () => number | Promise<number>;

/** The nanoseconds of one call. */
export interface Times {
  /** In the fastest round. */
  readonly fastest: number;
  /** In the mean of all rounds: what a caller gets on this machine as it is. */
  readonly mean: number;
}

/**
 * Measures several works side by side: one short round of each in turn. The speed of a shared machine
 * comes and goes within seconds, so that all of them meet its best moments.
 *
 * @param works what is measured, by name
 * @param rounds rounds of each
 * @returns the times of each, in the order of the works
 */
export async function measured<Name extends string>(
  works: Readonly<Record<Name, Timed>>,
  rounds: number,
): Promise<Record<Name, Times>> {
  const names = Object.keys(works) as Name[];
  const taken = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      taken.get(name)?.push(await works[name]());
    }
  }
  const entries = [...taken].map(([name, times]) => [name, timesOf(times)]);
  return Object.fromEntries(entries) as Record<Name, Times>;
}

/** Returns the nanoseconds of each work in its fastest round. */
export async function fastest<Name extends string>(
  works: Readonly<Record<Name, Timed>>,
  rounds: number,
): Promise<Record<Name, number>> {
  const found = await measured(works, rounds);
  const entries = Object.entries<Times>(found).map(([name, times]) => [name, times.fastest]);
  return Object.fromEntries(entries) as Record<Name, number>;
}

/** The first round warms up: it counts for the fastest and not for the mean. */
function timesOf(times: readonly number[]): Times {
  const [, ...warm] = times;
  return {
    fastest: Math.min(...times),
    mean: warm.reduce((sum, time) => sum + time, 0) / warm.length,
  };
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

/**
 * Returns a work whose every round makes each of some calls once: a call that is repeated has all of
 * its branches predicted and its data in the cache, which no caller's has.
 *
 * @param calls what is measured
 */
export function inTurn(calls: readonly (() => unknown)[]): Timed {
  return () => {
    const start = performance.now();
    for (const call of calls) call();
    return (performance.now() - start) * 1e6 / calls.length;
  };
}
