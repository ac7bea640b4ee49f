/**
 * Attacks a server from this machine and reports the effects:
 * `deno run -A tests/soak/attack.ts [--json] [--only TEXT]`. It fails when a slot is lost or the server ends; the
 * latencies are of the machine, and are printed.
 *
 * @module
 */

// deno-lint-ignore no-external-import -- part of the runtime
import { parseArgs } from "node:util";
import { assertEquals } from "@std/assert";
import { FAMILY } from "../../server/testing/arena.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { headOf, send } from "../../server/testing/wire.ts";
import { askUntil, Tally } from "./asking.ts";
import { Connection, toWire } from "./connection.ts";
import { residentMib, spreadOf, toTable } from "./figures.ts";
import { type Fleet, startFleet } from "./fleet.ts";
import { Probe } from "./probe.ts";
import {
  modestAlone,
  modestBesideBombs,
  modestBesideGreedy,
  modestBesideHoarders,
} from "./neighbours.ts";

const KEYS = 64;
const PHASE_MS = 4_000;
const BODY_DEADLINE_MS = 2_000;
const CONNECTIONS = 1_000;
const SUMMARY = `${FAMILY}/simulations/summary`;
const EVALUATIONS = `${FAMILY}/evaluations`;

const LIGHT = JSON.stringify({ marketId: 1, components: [{ strategyId: "yield-rsi" }] });
const HEAVY = JSON.stringify({
  marketId: 1,
  components: Array.from({ length: 16 }, () => ({ strategyId: "yield-rsi" })),
});

/** Every key uses its limits fully, without a pause, and waits when told to. */
async function allKeysAtOnce({ server, keys }: Fleet): Promise<Tally> {
  const tally = new Tally();
  const payload = await payloadOf(server.port, keys[0] ?? "");
  const endMs = performance.now() + PHASE_MS;
  await Promise.all(keys.flatMap((key) => {
    const simulation = toWire(SUMMARY, { key, body: LIGHT });
    const evaluation = toWire(EVALUATIONS, { key, body: payload });
    const wires = [simulation, simulation, evaluation, evaluation, evaluation, evaluation];
    return wires.map((wire) => askUntil(server.port, endMs, { wire, obeys: true }, tally));
  }));
  return tally;
}

async function payloadOf(port: number, key: string): Promise<string> {
  const connection = new Connection(port);
  const { body } = await connection.ask(toWire(SUMMARY, { key, body: LIGHT }));
  connection.close();
  return JSON.stringify(JSON.parse(new TextDecoder().decode(body)).data);
}

/** Bodies that stall: each holds a slot until its deadline. */
async function stalledBodies({ server, keys }: Fleet): Promise<Tally> {
  const tally = new Tally();
  await Promise.all(
    keys.flatMap((key) =>
      [SUMMARY, SUMMARY, EVALUATIONS, EVALUATIONS, EVALUATIONS, EVALUATIONS].map(async (path) => {
        const connection = new Connection(server.port);
        const whole = toWire(path, { key, body: LIGHT });
        tally.add(await connection.ask(whole.subarray(0, -10)));
        connection.close();
      })
    ),
  );
  return tally;
}

/** Clients that hang up during the body, and during the answer. */
async function hangUps({ server, keys }: Fleet): Promise<Tally> {
  const endMs = performance.now() + PHASE_MS;
  await Promise.all(keys.map(async (key) => {
    while (performance.now() < endMs) {
      const facts = { key, port: server.port } as Parameters<typeof headOf>[0];
      const head = headOf(facts, "/simulations", LIGHT.length);
      const midBody = await send(server.port, head + LIGHT.slice(0, 9));
      midBody.close();
      const midAnswer = await send(server.port, head + LIGHT);
      await midAnswer.read(new Uint8Array(1));
      midAnswer.close();
    }
  }));
  return new Tally();
}

/** Silent connections, and heads that never end. */
async function idleConnections({ server }: Fleet): Promise<Tally> {
  const texts = Array.from({ length: CONNECTIONS }, () => ["", "GET /healthz HTTP/1.1\r\nHost: "]);
  const open = await inTurn(texts.flat(), (text) => send(server.port, text));
  await new Promise((resolve) => setTimeout(resolve, PHASE_MS));
  for (const connection of open) connection.close();
  return new Tally();
}

/** Far more and heavier runs than the machine can handle. */
async function overload({ server, keys }: Fleet): Promise<Tally> {
  const tally = new Tally();
  const endMs = performance.now() + PHASE_MS;
  const wires = keys.map((key) => toWire(SUMMARY, { key, body: HEAVY }));
  await Promise.all(Array.from({ length: CONNECTIONS }, (_, index) => {
    const wire = wires[index % wires.length] ?? toWire("/healthz");
    return askUntil(server.port, endMs, { wire, obeys: false }, tally);
  }));
  return tally;
}

/** Checks that every key has all of its slots again. */
async function checkSlots({ server, keys }: Fleet): Promise<void> {
  // Runs whose clients hung up may still be running.
  await new Promise((resolve) => setTimeout(resolve, BODY_DEADLINE_MS + 1_000));
  const connection = new Connection(server.port);
  const slots = await inTurn(keys, async (key) => {
    const { head } = await connection.ask(toWire("/v1/families", { key }));
    return /"simulations";r=\d+, "evaluations";r=\d+/.exec(head)?.[0];
  });
  connection.close();
  assertEquals(new Set(slots), new Set(['"simulations";r=2, "evaluations";r=4']));
}

interface Phase {
  readonly name: string;
  readonly attack: (fleet: Fleet) => Promise<Tally>;
}

const GUARDED = { ARENA_BODY_DEADLINE_MS: String(BODY_DEADLINE_MS) };
const UNMETERED = { ARENA_BUDGET_UNITS: "1000000", ARENA_SIMULATIONS_IN_FLIGHT: "1000" };

async function nothing(): Promise<Tally> {
  await new Promise((resolve) => setTimeout(resolve, PHASE_MS));
  return new Tally();
}

const PHASES: readonly Phase[] = [
  { name: "nothing", attack: nothing },
  { name: `${KEYS} keys at once`, attack: allKeysAtOnce },
  { name: "stalled bodies", attack: stalledBodies },
  { name: "clients that hang up", attack: hangUps },
  { name: `${CONNECTIONS} idle, ${CONNECTIONS} half-open`, attack: idleConnections },
  { name: "modest, alone", attack: modestAlone },
  { name: "modest, beside greedy", attack: modestBesideGreedy("/summary") },
  { name: "modest, beside greedy with full payloads", attack: modestBesideGreedy("") },
  { name: "modest, beside bodies of many members", attack: modestBesideBombs },
  { name: "modest, beside two that hoard bodies", attack: modestBesideHoarders },
];

/** `--only TEXT` selects phases whose name contains the text. */
const { values: options } = parseArgs({
  options: { json: { type: "boolean" }, only: { type: "string", default: "" } },
});

/** Runs all phases twice: memory of the first round must not be needed again by the second. */
const ROUNDS = [1, 2].flatMap((round) =>
  PHASES.filter(({ name }) => name.includes(options.only)).map(({ name, attack }) => ({
    name: `${round}: ${name}`,
    attack,
  }))
);

type Row = Readonly<Record<string, unknown>>;

/** Runs phases against one server, and measures the server from a separate thread. */
async function run(phases: readonly Phase[], environment: Record<string, string>): Promise<Row[]> {
  await using fleet = await startFleet(KEYS, environment);
  using probe = new Probe(fleet.server);
  const rows = await inTurn(phases, async ({ name, attack }) => {
    await probe.take();
    const { statuses, accepted, refused } = await attack(fleet);
    const health = spreadOf(await probe.take());
    const residentMiB = await residentMib(fleet.server.pid);
    const [ok, no] = [spreadOf(accepted), spreadOf(refused)];
    return {
      attack: name,
      "healthz p50 ms": health.p50,
      "healthz p99 ms": health.p99,
      "healthz max ms": health.max,
      "RSS MiB": residentMiB,
      answers: JSON.stringify(statuses),
      "accepted p50 ms": ok.p50,
      "accepted p99 ms": ok.p99,
      "refused p99 ms": no.p99,
    };
  });
  if (!("ARENA_SIMULATIONS_IN_FLIGHT" in environment)) await checkSlots(fleet);
  return rows;
}

const rows = [
  ...await run(ROUNDS, GUARDED),
  ...options.only === ""
    ? await run([{ name: `overload: ${CONNECTIONS} clients`, attack: overload }], UNMETERED)
    : [],
];
// deno-lint-ignore no-console -- the output of the command
console.log(options.json ? JSON.stringify(rows) : toTable(rows));
