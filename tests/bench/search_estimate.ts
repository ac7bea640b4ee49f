/**
 * Compares the estimated and the real duration of searches, on a server with its own workers and on two
 * worker processes over PostgreSQL: `deno run -A tests/bench/search_estimate.ts [LARGEST]`, the
 * candidates of the largest search. Searches run one after the other.
 *
 * @module
 */

import type { ArenaClient, SearchRequest } from "../../server/client/client.ts";
import { Postgres } from "../../server/testing/postgres.ts";
import { ROOT } from "../../server/testing/root.ts";
import { Home } from "../../server/testing/server_process.ts";
import { WorkerProcess } from "../../server/testing/shared_search.ts";

const LARGEST = Number(Deno.args[0] ?? 1_000_000);
const LOOK_MS = 50;
const ENV = {
  ARENA_DATASETS: `${ROOT}datasets`,
  ARENA_BUDGET_UNITS: "1000000",
  ARENA_SEARCH_UNITS_PER_DAY: "1000000000000",
};

type Plan = SearchRequest["plan"];

function planOf(
  count: number,
  rest: { timeframe?: "hourly" | "daily"; components?: number; evaluate?: number } = {},
): Plan {
  const { timeframe = "hourly", components = 1, evaluate = 20 } = rest;
  return {
    base: {
      marketId: 1,
      timeframe,
      components: Array.from({ length: components }, () => ({ strategyId: "yield-rsi" })),
    },
    axes: [
      { path: "/components/0/strategyParams/period", min: 3, max: 30 },
      { path: "/components/0/strategyParams/overbought", min: 52, max: 90 },
    ],
    method: { kind: "sobol", count, seed: 1 },
    // With the aim score only the best in the report are evaluated.
    aim: "edge",
    evaluate,
  };
}

const PLANS: Readonly<Record<string, Plan>> = {
  "200, daily": planOf(200, { timeframe: "daily" }),
  "20,000, hourly": planOf(20_000),
  "1,024 of them evaluated": planOf(20_000, { evaluate: 1_024 }),
  "5,000 of 16 components, 64 evaluated": planOf(5_000, { components: 16, evaluate: 64 }),
  [`${LARGEST.toLocaleString("en-US")}, hourly`]: planOf(LARGEST),
};

function print(text: string): void {
  // deno-lint-ignore no-console -- the output of the command
  console.log(text);
}

/** Runs a search; returns its estimated and its real seconds. */
async function timed(client: ArenaClient, plan: Plan): Promise<readonly [number, number]> {
  const startMs = performance.now();
  const { searchId, estimatedSeconds } = await client.startSearch({ plan });
  let view = await client.getSearch(searchId);
  while (view.endedAt === null) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    view = await client.getSearch(searchId);
  }
  if (view.status !== "done") throw new Error(`Cannot measure: ${view.failure}`);
  return [estimatedSeconds, (performance.now() - startMs) / 1000];
}

async function table(name: string, client: ArenaClient): Promise<void> {
  await timed(client, planOf(100, { evaluate: 2 }));
  for (const [plan, request] of Object.entries(PLANS)) {
    const [estimated, took] = await timed(client, request);
    print(
      `${name}  ${plan.padEnd(38)} ${estimated.toFixed(1).padStart(7)} s estimated ` +
        `${took.toFixed(1).padStart(7)} s  ${(took / estimated).toFixed(2)}  load ${
          Deno.loadavg()[0]?.toFixed(0)
        }`,
    );
  }
}

{
  await using home = await Home.make();
  await using server = await home.serve(ENV);
  await table("one server ", server.client());
}
{
  await using postgres = await Postgres.start();
  await using home = await Home.make();
  const url = await postgres.database();
  await using server = await home.serve({ ...ENV, DATABASE_URL: url, ARENA_SEARCH_WORKERS: "0" });
  await using one = await WorkerProcess.start(home, url);
  await using two = await WorkerProcess.start(home, url);
  await Promise.all([one, two].map((worker) => worker.says("Works on the searches")));
  await table("two workers", server.client());
}
