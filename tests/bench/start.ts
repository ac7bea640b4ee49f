/**
 * Measures the time of a first start up to the first answer: `deno run -A tests/bench/start.ts`.
 *
 * @module
 */

import { inTurn } from "../../server/testing/in_turn.ts";
import { ROOT } from "../../server/testing/root.ts";
import { ServerProcess } from "../../server/testing/server_process.ts";

const STARTS = 5;

/**
 * Runs `deno task start` without a key file, and requests `/healthz` as soon as the server prints its
 * address.
 *
 * @returns milliseconds, the median of five starts
 */
export async function measureStart(): Promise<number> {
  const times = await inTurn(Array.from({ length: STARTS }), measureOnce);
  return times.toSorted((a, b) => a - b)[Math.floor(STARTS / 2)] ?? NaN;
}

async function measureOnce(): Promise<number> {
  // The permission set of the task has no other folder for keys.
  const folder = `data/bench-${crypto.randomUUID()}`;
  const startMs = performance.now();
  const task = new Deno.Command(Deno.execPath(), {
    args: ["task", "--quiet", "start"],
    cwd: ROOT,
    env: { ARENA_PORT: "0", ARENA_KEYS: `${folder}/keys.sqlite` },
    stdout: "piped",
    stderr: "piped",
  });
  try {
    await using server = await ServerProcess.of(task.spawn());
    const response = await fetch(`${server.origin}/healthz`);
    if (!response.ok) throw new Error(`Cannot measure: /healthz answers ${response.status}`);
    await response.text();
    return performance.now() - startMs;
  } finally {
    await Deno.remove(ROOT + folder, { recursive: true });
  }
}

if (import.meta.main) {
  // deno-lint-ignore no-console -- the output of the command
  console.log(JSON.stringify({ startMs: await measureStart() }));
}
