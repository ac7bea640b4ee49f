/**
 * Holds the write lock of the key file, as a backup tool or a shell may, while keys are used, and prints
 * the latency of requests: `deno run -A tests/soak/locked_store.ts [--json]`.
 *
 * @module
 */

// deno-lint-ignore no-external-import -- part of the runtime
import { DatabaseSync } from "node:sqlite";
import { FAMILY } from "../../server/testing/arena.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { untilReadyz } from "../../server/testing/wire.ts";
import { Connection, toWire, type Wire } from "./connection.ts";
import { spreadOf, toTable } from "./figures.ts";
import { type Fleet, startFleet } from "./fleet.ts";
import { Probe } from "./probe.ts";

const PHASE_MS = 8_000;
const ASK_EVERY_MS = 250;
const BODY = JSON.stringify({ marketId: 1, components: [{ strategyId: "yield-rsi" }] });

/** One measurement: the number of keys, unused for a minute, that ask while the store is locked. */
interface Phase {
  readonly name: string;
  readonly isLocked: boolean;
  readonly keyCount: number;
}

const PHASES: readonly Phase[] = [
  { name: "no lock", isLocked: false, keyCount: 20 },
  { name: "lock, 1 active key", isLocked: true, keyCount: 0 },
  { name: "lock, 3 keys not used before", isLocked: true, keyCount: 3 },
  { name: "lock, 20 keys not used before", isLocked: true, keyCount: 20 },
];

async function ask(port: number, wire: Wire, endMs: number): Promise<readonly number[]> {
  const connection = new Connection(port);
  const times: number[] = [];
  while (performance.now() < endMs) {
    const { status, tookMs } = await connection.ask(wire);
    if (status !== 200) throw new Error(`Cannot measure: a request is answered ${status}`);
    times.push(tookMs);
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
  connection.close();
  return times;
}

async function measure(
  { server, keysFile }: Fleet,
  { isLocked }: Phase,
  [victim = "", ...others]: readonly string[],
): Promise<readonly number[]> {
  const database = new DatabaseSync(keysFile, { timeout: 5_000 });
  if (isLocked) database.exec("BEGIN IMMEDIATE");
  const endMs = performance.now() + PHASE_MS;
  const simulation = toWire(`${FAMILY}/simulations/summary`, { key: victim, body: BODY });
  const [times = []] = await Promise.all([
    ask(server.port, simulation, endMs),
    ...others.map((key) => ask(server.port, toWire("/v1/families", { key }), endMs)),
  ]);
  if (isLocked) database.exec("ROLLBACK");
  database.close();
  return times;
}

const keyCount = PHASES.reduce((sum, phase) => sum + phase.keyCount, 1);
await using fleet = await startFleet(keyCount);
const [victim = "", ...unused] = fleet.keys;
await untilReadyz(fleet.server, '"ready"');
using probe = new Probe(fleet.server);
const rows = await inTurn(PHASES, async (phase) => {
  await probe.take();
  const keys = unused.splice(0, phase.keyCount);
  const times = spreadOf(await measure(fleet, phase, [victim, ...keys]));
  const health = spreadOf(await probe.take());
  return {
    phase: phase.name,
    "healthz p50 ms": health.p50,
    "healthz p99 ms": health.p99,
    "simulation p50 ms": times.p50,
    "simulation p99 ms": times.p99,
  };
});
// deno-lint-ignore no-console -- the output of the command
console.log(Deno.args.includes("--json") ? JSON.stringify(rows) : toTable(rows));
