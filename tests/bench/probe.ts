import { Home, type ServerProcess } from "../../server/testing/server_process.ts";

/** Figures by their names. */
export type Measured = Readonly<Record<string, number>>;

/** One checkout as a probe measures it, until it is disposed of. */
export interface Subject extends AsyncDisposable {
  /**
   * Measures once.
   *
   * @param round the number of the round, from 0: no two rounds send the same candidates
   */
  measure(round: number): Promise<Measured>;
}

/** Opens a checkout, the folder of which ends with a slash, and warms it up. */
export type Probe = (root: string) => Promise<Subject>;

/** Returns a probe that measures a running server of the checkout on the official datasets. */
export function ofServer(
  measure: (server: ServerProcess, round: number) => Promise<Measured>,
): Probe {
  return async (root) => {
    const home = await Home.make(root);
    const server = await home.serve({
      ARENA_DATASETS: "datasets",
      ARENA_BUDGET_UNITS: "1000000",
      ARENA_SEARCH_UNITS_PER_DAY: "100000000000",
    });
    // The first calls run unoptimised code.
    await measure(server, -1);
    return {
      measure: (round) => measure(server, round),
      [Symbol.asyncDispose]: async () => {
        await server.stop();
        await home[Symbol.asyncDispose]();
      },
    };
  };
}

/** Returns the number below which a share of the numbers lies. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

/** Returns the milliseconds that a work takes. */
export async function msOf(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}
