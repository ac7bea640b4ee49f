/**
 * Measures the latency of summaries with and without a search on all cores:
 * `deno run -A tests/bench/search_latency.ts [ROUNDS]`. Rounds with and without a search alternate, so
 * that other load on the machine affects both.
 *
 * @module
 */

import type { Candidate, SearchRequest } from "../../server/client/client.ts";
import { Home, type ServerProcess } from "../../server/testing/server_process.ts";
import { ROOT } from "../../server/testing/root.ts";
import { until } from "../../server/testing/until.ts";

const ROUNDS = Number(Deno.args[0] ?? 6);
/** Requests of a round, one after the other, with pauses like those of people and bots. */
const REQUESTS = 400;
const PAUSE_MS = 4;
const OWN = "/components/0/strategyParams/";
const CANDIDATE: Candidate = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };
const PLAN: SearchRequest["plan"] = {
  base: CANDIDATE,
  axes: [
    { path: `${OWN}period`, min: 2, max: 100 },
    { path: `${OWN}overbought`, min: 52, max: 90 },
  ],
  method: { kind: "sobol", count: 2e6, seed: 1 },
};

async function latencies(server: ServerProcess): Promise<readonly number[]> {
  const client = server.client();
  const found: number[] = [];
  for (let request = 0; request < REQUESTS; request++) {
    const startMs = performance.now();
    await client.simulateSummary(CANDIDATE);
    found.push(performance.now() - startMs);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return found;
}

function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

await using home = await Home.make();
await using server = await home.serve({
  ARENA_DATASETS: `${ROOT}datasets`,
  ARENA_BUDGET_UNITS: "1000000",
  ARENA_SEARCH_UNITS_PER_DAY: "100000000000",
});
const client = server.client();
await latencies(server);
const without: number[] = [];
const during: number[] = [];
const ratios: number[] = [];
let ran = 0;
let searchedMs = 0;
for (let round = 0; round < ROUNDS; round++) {
  const alone = await latencies(server);
  const { searchId } = await client.startSearch({ plan: PLAN });
  const doneOf = async (): Promise<number> => (await client.getSearch(searchId)).done;
  await until(async () => await doneOf() > 0);
  const before = await doneOf();
  const startMs = performance.now();
  const beside = await latencies(server);
  ran += await doneOf() - before;
  searchedMs += performance.now() - startMs;
  await client.cancelSearch(searchId);
  without.push(...alone);
  during.push(...beside);
  ratios.push(quantile(beside, 0.99) / quantile(alone, 0.99));
}
const figures = {
  requests: without.length,
  p50: [quantile(without, 0.5), quantile(during, 0.5)],
  p99: [quantile(without, 0.99), quantile(during, 0.99)],
  p99Ratio: quantile(during, 0.99) / quantile(without, 0.99),
  medianOfRatios: quantile(ratios, 0.5),
  searchedPerSecond: Math.round(ran / searchedMs * 1000),
  load: Deno.loadavg()[0],
};
// deno-lint-ignore no-console -- the output of the command
console.log(JSON.stringify(figures, null, 2));
