/**
 * Measures how long a first start takes until the first answer: `deno run -A tests/bench/start.ts`.
 *
 * @module
 */

import { inTurn } from "../../server/testing/in_turn.ts";
import { Home } from "../../server/testing/server_process.ts";

const STARTS = 5;

/**
 * Starts the server as `deno task start` does, on the official datasets and without a key file, and
 * asks for `/healthz` as soon as it prints its address.
 *
 * @returns milliseconds, the median of five starts
 */
export async function measureStart(): Promise<number> {
  const times = await inTurn(Array.from({ length: STARTS }), measureOnce);
  return times.toSorted((a, b) => a - b)[Math.floor(STARTS / 2)] ?? NaN;
}

async function measureOnce(): Promise<number> {
  await using home = await Home.make();
  const startMs = performance.now();
  await using server = await home.serve({ ARENA_DATASETS: "" });
  const response = await fetch(`${server.origin}/healthz`);
  if (!response.ok) throw new Error(`Cannot measure: /healthz answers ${response.status}`);
  await response.text();
  return performance.now() - startMs;
}

if (import.meta.main) {
  // deno-lint-ignore no-console -- what the command is for
  console.log(JSON.stringify({ startMs: await measureStart() }));
}
