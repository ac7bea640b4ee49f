/** A workload: runs a number of calls and returns the nanoseconds per call. */
export type Timed = () => number | Promise<number>;

/** The nanoseconds of one call. */
export interface Times {
  /** Time in the fastest round. */
  readonly fastest: number;
  /** Mean over all rounds: the time on this machine under its current load. */
  readonly mean: number;
}

/**
 * Measures several workloads side by side, in short alternating rounds. The speed of a shared machine
 * varies within seconds, so every workload meets its best moments.
 *
 * @param works workloads by name
 * @param rounds rounds per workload
 * @returns the times of each workload, in order
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

/** Returns the nanoseconds of each workload in its fastest round. */
export async function fastest<Name extends string>(
  works: Readonly<Record<Name, Timed>>,
  rounds: number,
): Promise<Record<Name, number>> {
  const found = await measured(works, rounds);
  const entries = Object.entries<Times>(found).map(([name, times]) => [name, times.fastest]);
  return Object.fromEntries(entries) as Record<Name, number>;
}

/** The first round warms up; it counts towards the fastest round, not towards the mean. */
function timesOf(times: readonly number[]): Times {
  const [, ...warm] = times;
  return {
    fastest: Math.min(...times),
    mean: warm.reduce((sum, time) => sum + time, 0) / warm.length,
  };
}

/**
 * Returns a workload that calls a function in rounds of about a millisecond.
 *
 * @param call the measured function
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
 * Returns a workload whose rounds make each of several calls once: a repeated call would have its
 * branches predicted and its data cached, unlike a real caller's.
 *
 * @param calls the measured functions
 */
export function inTurn(calls: readonly (() => unknown)[]): Timed {
  return () => {
    const start = performance.now();
    for (const call of calls) call();
    return (performance.now() - start) * 1e6 / calls.length;
  };
}
