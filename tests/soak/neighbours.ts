import { readConfig } from "../../server/process/config.ts";
import { FAMILY } from "../../server/testing/arena.ts";
import { askUntil, Tally } from "./asking.ts";
import { Connection, toWire, type Wire } from "./connection.ts";
import type { Fleet } from "./fleet.ts";
import type { Greed } from "./greedy.ts";

const SUMMARY = `${FAMILY}/simulations/summary`;
const EVALUATIONS = `${FAMILY}/evaluations`;
const { evaluationBodyBytes } = readConfig(() => undefined).limits;

/** 50 units per second pay for five simulations. */
const MODEST_PAUSE_MS = 210;
const NEIGHBOUR_MS = 12_000;

const MODEST = JSON.stringify({ marketId: 1, components: [{ strategyId: "yield-rsi" }] });

/** The most expensive evaluations, as many as the budget pays for. */
const GREEDY_IDS = [
  "par-path-residual",
  "yield-rsi",
  "volume-surge-fade",
  "cointegration-residual",
];
const GREEDY = JSON.stringify({
  marketId: 1,
  components: [...GREEDY_IDS, "yield-rsi"].map((strategyId) => ({ strategyId })),
});

/** Measures a modest key, one request at a time, during another load. */
async function modestBeside(
  { server, keys }: Fleet,
  start: () => Promise<unknown>,
): Promise<Tally> {
  const tally = new Tally();
  const wire = toWire(SUMMARY, { key: keys.at(-1), body: MODEST });
  const other = start();
  const endMs = performance.now() + NEIGHBOUR_MS;
  const asking = { wire, obeys: true, pauseMs: MODEST_PAUSE_MS };
  await askUntil(server.port, endMs, asking, tally);
  await other;
  return tally;
}

/** A modest key alone on the server. */
export function modestAlone(fleet: Fleet): Promise<Tally> {
  return modestBeside(fleet, () => Promise.resolve());
}

/** A greedy key within all limits: 2 simulations and 4 evaluations in flight, all heavy. */
export function modestBesideGreedy(view: "" | "/summary"): (fleet: Fleet) => Promise<Tally> {
  return async (fleet) => {
    const { server: { port }, keys: [key] } = fleet;
    const simulation = toWire(SUMMARY, { key, body: GREEDY });
    const body = await payloadOf(
      port,
      toWire(`${FAMILY}/simulations${view}`, { key, body: GREEDY }),
    );
    const evaluation = toWire(EVALUATIONS, { key, body });
    const wires = [simulation, simulation, evaluation, evaluation, evaluation, evaluation];
    const askings = wires.map((wire) => ({ wire, obeys: true }));
    return await modestBeside(fleet, () => ask({ port, durationMs: NEIGHBOUR_MS, askings }));
  };
}

/** One key sends the longest allowed objects, four at a time, with a member per nine bytes. */
export async function modestBesideBombs(fleet: Fleet): Promise<Tally> {
  const { server: { port }, keys: [key] } = fleet;
  const member = '"aaaa":1';
  const count = Math.floor(evaluationBodyBytes / (member.length + 1)) - 1;
  const body = `{${Array.from({ length: count }, () => member).join()}}`;
  const wire = toWire(EVALUATIONS, { key, body });
  const askings = Array.from({ length: 4 }, () => ({ wire, obeys: true }));
  return await modestBeside(fleet, () => ask({ port, durationMs: NEIGHBOUR_MS, askings }));
}

/** Two keys hold the maximum of bytes in bodies four bytes short, until each deadline. */
export async function modestBesideHoarders(fleet: Fleet): Promise<Tally> {
  const { server: { port }, keys } = fleet;
  const endMs = performance.now() + NEIGHBOUR_MS;
  const hoard = async (key: string): Promise<void> => {
    const whole = toWire(EVALUATIONS, { key, body: " ".repeat(evaluationBodyBytes) });
    while (performance.now() < endMs) {
      const connection = new Connection(port);
      await connection.ask(whole.subarray(0, -4));
      connection.close();
    }
  };
  const hoards = keys.slice(0, 2).flatMap((key) => Array.from({ length: 4 }, () => hoard(key)));
  return await modestBeside(fleet, () => Promise.all(hoards));
}

async function payloadOf(port: number, wire: Wire): Promise<string> {
  const connection = new Connection(port);
  const { body } = await connection.ask(wire);
  connection.close();
  // The budget that it spent is full again.
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return JSON.stringify(JSON.parse(new TextDecoder().decode(body)).data);
}

async function ask(greed: Greed): Promise<void> {
  const worker = new Worker(new URL("./greedy.ts", import.meta.url), { type: "module" });
  await new Promise((resolve) => {
    worker.onmessage = resolve;
    worker.postMessage(greed);
  });
  worker.terminate();
}
