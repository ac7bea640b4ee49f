/**
 * Measures how long a worker goes on with a search that was stopped, in the middle of the longest
 * evaluations: `deno run -A tests/bench/search_stop.ts`.
 *
 * @module
 */

import type { Candidate } from "../../server/contracts/candidate.ts";
import { compileEngine } from "../../server/engine/load.ts";
import { WorkerPool } from "../../server/search/worker_pool.ts";
import { officialDatasets } from "../../server/testing/official.ts";

const STOPS = 20;
const COMPONENTS = 16;

const datasets = (await officialDatasets()).filter(({ header: { marketId, timeframe } }) =>
  marketId === 1 && timeframe === "hourly"
);
const counts = { count: 1, counted: true, sharpeCount: 1, sharpeVariance: null };
const COUNTS = Object.fromEntries(datasets.map(({ header: { sha256 } }) => [sha256, counts]));
const candidate: Candidate = {
  marketId: 1,
  timeframe: "hourly",
  components: Array.from({ length: COMPONENTS }, (_, at) => ({
    strategyId: "yield-rsi",
    strategyParams: { period: 3 + at },
  })),
};

function spawn(): Worker {
  const module = new URL("../../server/search/worker.ts", import.meta.url);
  return new Worker(module, { type: "module", deno: { permissions: "none" } });
}

function print(text: string): void {
  // deno-lint-ignore no-console -- the output of the command
  console.log(text);
}

const pool = await WorkerPool.start(1, spawn, { module: await compileEngine(), datasets });

async function msOf(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await work();
  return performance.now() - startMs;
}

const firstMs = await msOf(() => pool.evaluate([candidate], COUNTS));
const laterMs = await msOf(() => pool.evaluate([candidate], COUNTS));
const stoppedMs: number[] = [];
for (let stop = 0; stop < STOPS; stop++) {
  const stopping = new AbortController();
  const many = Array.from({ length: 64 }, () => candidate);
  const ended = pool.evaluate(many, COUNTS, stopping.signal).catch(() => {});
  // Stops fall into every part of an evaluation.
  await new Promise((resolve) => setTimeout(resolve, 2 * firstMs + stop * laterMs / STOPS));
  stopping.abort();
  stoppedMs.push(await msOf(() => ended));
}
stoppedMs.sort((one, other) => one - other);
print(
  `An evaluation of ${COMPONENTS} components takes ${firstMs.toFixed(0)} ms, later ones ` +
    `${laterMs.toFixed(0)} ms.`,
);
print(
  `${STOPS} stops: median ${stoppedMs[STOPS / 2]?.toFixed(0)} ms, longest ` +
    `${stoppedMs.at(-1)?.toFixed(0)} ms.`,
);
pool.stop();
