/**
 * Measures the time of a first start up to the first answer, beside those of servers that do nothing
 * but answer: `deno run -A tests/bench/start.ts`.
 *
 * @module
 */

import { inTurn } from "../../server/testing/in_turn.ts";
import { ROOT } from "../../server/testing/root.ts";
import { ServerProcess } from "../../server/testing/server_process.ts";

const STARTS = 5;

/** Milliseconds to the first answer, the medians of five starts of each in turn. */
export interface StartFigures {
  /** Of the README's command without a key file. */
  readonly startMs: number;
  /** Of a bare Hono server. */
  readonly bareMs: number;
  /** Of a bare Hono server whose connections have the time-outs of ours, which need `node:http`. */
  readonly guardedMs: number;
}

/** Measures the starts; each requests `/healthz` as soon as the server prints its address. */
export async function measureStart(): Promise<StartFigures> {
  const times = await inTurn(Array.from({ length: STARTS }), async () => ({
    startMs: await measureOnce(),
    bareMs: await measureBare(),
    guardedMs: await measureBare("guarded"),
  }));
  const median = (of: (figures: StartFigures) => number): number =>
    times.map(of).toSorted((a, b) => a - b)[Math.floor(STARTS / 2)] ?? NaN;
  return {
    startMs: median(({ startMs }) => startMs),
    bareMs: median(({ bareMs }) => bareMs),
    guardedMs: median(({ guardedMs }) => guardedMs),
  };
}

async function measureOnce(): Promise<number> {
  // The permission set has no other folder for keys.
  const folder = `data/bench-${crypto.randomUUID()}`;
  const startMs = performance.now();
  const command = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "--no-prompt", "-P=start", "main.ts"],
    cwd: ROOT,
    env: { ARENA_PORT: "0", ARENA_KEYS: `${folder}/keys.sqlite` },
    stdout: "piped",
    stderr: "piped",
  });
  try {
    await using server = await ServerProcess.of(command.spawn());
    await answer(server.origin);
    return performance.now() - startMs;
  } finally {
    await Deno.remove(ROOT + folder, { recursive: true });
  }
}

async function measureBare(...words: readonly string[]): Promise<number> {
  const startMs = performance.now();
  const server = new Deno.Command(Deno.execPath(), {
    args: ["run", "--quiet", "-A", `${ROOT}tests/bench/bare_server.ts`, ...words],
    stdout: "piped",
  }).spawn();
  try {
    const { value = new Uint8Array() } = await server.stdout.getReader().read();
    await answer(new TextDecoder().decode(value));
    return performance.now() - startMs;
  } finally {
    server.kill();
    await server.status;
  }
}

async function answer(origin: string): Promise<void> {
  const response = await fetch(`${origin}/healthz`);
  if (!response.ok) throw new Error(`Cannot measure: /healthz answers ${response.status}`);
  await response.text();
}

if (import.meta.main) {
  // deno-lint-ignore no-console -- the output of the command
  console.log(JSON.stringify(await measureStart()));
}
