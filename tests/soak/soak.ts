/**
 * Sends 200,000 requests of every kind and says what they took and what memory did meanwhile:
 * `deno task soak [--json] [--requests N]`. An answer of another status than expected ends it.
 *
 * @module
 */

// deno-lint-ignore no-external-import -- part of the runtime
import { parseArgs } from "node:util";
import { FAMILY } from "../support/arena.ts";
import { Connection, toWire, type Wire } from "./connection.ts";
import { residentMib, spreadOf, toTable } from "./figures.ts";
import { type Fleet, startFleet } from "./fleet.ts";

const REQUESTS = 200_000;
const CONNECTIONS = 32;
const KEYS = 64;
const SAMPLES = 20;

/** One kind of request: what is expected of it, and how often it comes, of 100. */
interface Kind {
  readonly name: string;
  readonly share: number;
  readonly status: number;
  readonly wire: (key: string) => Wire;
}

const strategies = ["yield-rsi", "roll-down-capture", "yield-rsi"];
const candidate = (count: number): string =>
  JSON.stringify({
    marketId: 1 + count % 3,
    components: strategies.slice(0, count).map((strategyId) => ({ strategyId })),
  });

/** Returns the kinds of requests; an evaluation needs the payload of a simulation. */
function kindsOf(payload: string): readonly Kind[] {
  const read = (path: string) => (key: string): Wire => toWire(path, { key });
  const run = (path: string, body: string) => (key: string): Wire => toWire(path, { key, body });
  const simulations = `${FAMILY}/simulations`;
  return [
    { name: "health", share: 10, status: 200, wire: () => toWire("/healthz") },
    { name: "read", share: 30, status: 200, wire: read(`${FAMILY}/strategies`) },
    { name: "document", share: 2, status: 200, wire: read("/openapi/v1.json") },
    { name: "summary", share: 25, status: 200, wire: run(`${simulations}/summary`, candidate(1)) },
    {
      name: "summary of 3",
      share: 5,
      status: 200,
      wire: run(`${simulations}/summary`, candidate(3)),
    },
    { name: "trades", share: 4, status: 200, wire: run(`${simulations}/trades`, candidate(1)) },
    { name: "full", share: 1, status: 200, wire: run(simulations, candidate(1)) },
    { name: "evaluation", share: 3, status: 200, wire: run(`${FAMILY}/evaluations`, payload) },
    { name: "malformed", share: 8, status: 400, wire: run(simulations, "{") },
    { name: "not found", share: 6, status: 404, wire: read("/v1/nothing") },
    { name: "bad key", share: 6, status: 401, wire: () => toWire("/v1/families", { key: "x" }) },
  ];
}

/** Returns the kinds in a fixed, mixed order, each as often as its share says. */
function mixed(kinds: readonly Kind[]): readonly Kind[] {
  const all = kinds.flatMap((kind) => Array.from({ length: kind.share }, () => kind));
  // 37 has no divisor in common with 100: every place is taken once.
  return all.map((_, index) => all[(37 * index) % all.length] ?? all[0]).filter((kind) => !!kind);
}

interface Sample {
  readonly requests: number;
  readonly seconds: number;
  readonly residentMiB: number;
}

/** Sends all requests over some connections. */
async function soak({ server, keys }: Fleet, requests: number): Promise<{
  readonly samples: readonly Sample[];
  readonly times: ReadonlyMap<string, number[]>;
}> {
  const order = mixed(kindsOf(await payloadOf(server.port, keys[0] ?? "")));
  const times = new Map<string, number[]>(order.map(({ name }) => [name, []]));
  const samples: Sample[] = [];
  const startMs = performance.now();
  let sent = 0;
  const work = async (): Promise<void> => {
    const connection = new Connection(server.port);
    while (sent < requests) {
      const index = sent++;
      const { name, status, wire } = order[index % order.length] ?? order[0] ?? nothingToDo();
      // deno-lint-ignore no-await-in-loop -- one after the other
      const answer = await connection.ask(wire(keys[index % keys.length] ?? ""));
      if (answer.status !== status) throw new Error(`Cannot go on: ${name} got ${answer.head}`);
      times.get(name)?.push(answer.tookMs);
      if (index % Math.ceil(requests / SAMPLES) > 0) continue;
      const seconds = Math.round((performance.now() - startMs) / 1000);
      // deno-lint-ignore no-await-in-loop -- seldom
      samples.push({ requests: index, seconds, residentMiB: await residentMib(server.pid) });
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  const seconds = Math.round((performance.now() - startMs) / 1000);
  samples.push({ requests, seconds, residentMiB: await residentMib(server.pid) });
  return { samples, times };
}

function nothingToDo(): never {
  throw new Error("there are kinds");
}

async function payloadOf(port: number, key: string): Promise<string> {
  const connection = new Connection(port);
  const wire = toWire(`${FAMILY}/simulations/summary`, { key, body: candidate(1) });
  const { body } = await connection.ask(wire);
  connection.close();
  return JSON.stringify(JSON.parse(new TextDecoder().decode(body)).data);
}

const { values: options } = parseArgs({
  options: { json: { type: "boolean" }, requests: { type: "string" } },
});
await using fleet = await startFleet(KEYS, {
  ARENA_BUDGET_UNITS: "1000000",
  ARENA_SIMULATIONS_IN_FLIGHT: "1000",
  ARENA_EVALUATIONS_IN_FLIGHT: "1000",
  ARENA_AUTH_FAILURES_PER_MINUTE: "1000000",
});
const { samples, times } = await soak(fleet, Number(options.requests ?? REQUESTS));
const latencies = [...times].map(([kind, all]) => ({ kind, ...spreadOf(all) }));
const text = options.json
  ? JSON.stringify({ samples, latencies })
  : `${toTable(samples.map((sample) => ({ ...sample })))}\n\n${toTable(latencies)}`;
// deno-lint-ignore no-console -- what the command is for
console.log(text);
