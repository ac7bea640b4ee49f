/**
 * Runs searches of four keys for some minutes, one of them hostile, while the server is killed, and
 * compares a fifth key's small search and summaries with those on the idle server:
 * `deno run -A tests/soak/searches.ts [--minutes N] [--kill N]`, by default 10 and 5. It fails when a
 * search is lost or fails, when a plan gives two reports, when the small search takes over three times
 * its time alone, or when the p99 of a summary more than doubles. Two more figures of summaries tell
 * where that comes from: those in the seconds after a restart, and those beside busy processes with the
 * priority of search workers in place of searches, which is what the scheduler of the machine adds.
 *
 * @module
 */

// deno-lint-ignore no-external-import -- part of the runtime
import { parseArgs } from "node:util";
import type { Candidate } from "../../server/client/client.ts";
import { ArenaProblem } from "../../server/client/client.ts";
import { FAMILY } from "../../server/testing/arena.ts";
import { toWire } from "./connection.ts";
import { BusyProcesses } from "./busy_processes.ts";
import { residentMib, spreadOf } from "./figures.ts";
import { startFleet } from "./fleet.ts";
import { Probe, type Timed } from "./probe.ts";
import { honest, hostile, type Party, Refused, searched, SMALL } from "./search_parties.ts";

const LIMITS = {
  ARENA_BUDGET_UNITS: "5000",
  ARENA_SEARCH_UNITS_PER_DAY: "100000000000",
};
const CANDIDATE: Candidate = { marketId: 1, components: [{ strategyId: "yield-rsi" }] };
const WARM_UP = 50;
const ALONE = 8;
const SUMMARIES = 1_500;
const PAUSE_MS = 20;
/** Between two small searches, as of a person who reads the report of each. */
const SMALL_PAUSE_MS = 2_000;
const SMALL_MAX = 3;
const SUMMARY_MAX = 2;
/** A new server runs unoptimised code and opens its stores in this time. */
const AFTER_RESTART_MS = 10_000;

const { values } = parseArgs({
  options: { minutes: { type: "string", default: "10" }, kill: { type: "string", default: "5" } },
});
const [minutes, kills] = [Number(values.minutes), Number(values.kill)];

await using fleet = await startFleet(5, LIMITS);
const [hostileKey = "", ...others] = fleet.keys;
const measuredKey = others.pop() ?? "";
const faults = new Map<string, number>();
const refusals = new Map<string, number>();
let endMs = Infinity;
let life = 0;
/** When a server was killed and when the next one was ready, milliseconds since 1970. */
const restarts: { readonly killedMs: number; readonly readyMs: number }[] = [];
let isUp: Promise<void> = Promise.resolve();

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

function partyOf(key: string): Party {
  const ask: Party["ask"] = async (name, request) => {
    for (;;) {
      await isUp;
      const began = life;
      try {
        return await request();
      } catch (error) {
        const status = statusOf(error);
        count(refusals, `${name} ${status ?? "cut off"}`);
        const isExpected = status === null ? life !== began : [429, 503].includes(status);
        if (!isExpected) count(faults, `${name}: ${error}`);
        if (status === 404) throw error;
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }
  };
  return {
    key,
    ask,
    client: () => fleet.server.client(key),
    origin: () => fleet.server.origin,
    isOver: () => performance.now() > endMs,
    fault: (sentence) => count(faults, sentence),
  };
}

/** Returns the status of a refusal; null when the connection broke. */
function statusOf(error: unknown): number | null {
  if (error instanceof ArenaProblem) return error.status;
  return error instanceof Refused ? error.status : null;
}

const measured = partyOf(measuredKey);
/** The summaries of the measured key, from a thread that nothing else keeps busy. */
const SUMMARY = {
  wire: toWire(`${FAMILY}/simulations/summary`, {
    key: measuredKey,
    body: JSON.stringify(CANDIDATE),
  }),
  pauseMs: PAUSE_MS,
};

/** Measures small searches; one during a kill does not count. */
async function smallSearches(most: number): Promise<readonly number[]> {
  const times: number[] = [];
  while (times.length < most && !measured.isOver()) {
    const began = life;
    const { seconds, status, failure } = await searched(measured, { plan: SMALL });
    if (status !== "done") measured.fault(`the small search is ${status}: ${failure}`);
    if (life === began) times.push(seconds);
    await new Promise((resolve) => setTimeout(resolve, SMALL_PAUSE_MS));
  }
  return times;
}

/** Measures summaries without searches. */
async function summariesAlone(): Promise<readonly number[]> {
  using probe = new Probe({ ...SUMMARY, port: fleet.server.port });
  const times: number[] = [];
  while (times.length < WARM_UP + SUMMARIES) {
    times.push(...await probe.take());
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  return times.slice(WARM_UP);
}

/** Measures summaries beside processes that compute as search workers do, but use no server. */
async function summariesBesideBusyProcesses(): Promise<readonly number[]> {
  using _processes = new BusyProcesses();
  return await summariesAlone();
}

function isAfterRestart({ atMs }: Timed): boolean {
  return restarts.some(({ killedMs, readyMs }) =>
    atMs >= killedMs && atMs < readyMs + AFTER_RESTART_MS
  );
}

async function killTimes(): Promise<void> {
  const startMs = performance.now();
  for (let kill = 1; kill <= kills; kill++) {
    const atMs = startMs + kill * minutes * 60_000 / (kills + 1);
    await new Promise((resolve) => setTimeout(resolve, atMs - performance.now()));
    const { promise, resolve } = Promise.withResolvers<void>();
    isUp = promise;
    life++;
    const killedMs = Date.now();
    await fleet.server.kill();
    await fleet.restart();
    restarts.push({ killedMs, readyMs: Date.now() });
    resolve();
  }
}

await smallSearches(2);
const alone = { small: await smallSearches(ALONE), summary: await summariesAlone() };
const besideBusyProcesses = await summariesBesideBusyProcesses();
endMs = performance.now() + minutes * 60_000;
const reports = new Map<string, string>();
const residents: number[] = [];
const sampling = setInterval(
  () =>
    void residentMib(fleet.server.pid).then((mib) => mib > 0 && residents.push(mib)).catch(
      () => {},
    ),
  5_000,
);
using probe = new Probe({ ...SUMMARY, port: fleet.server.port, isKilled: true });
const [small, , , ...ended] = await Promise.all([
  smallSearches(Infinity),
  killTimes(),
  hostile(partyOf(hostileKey)),
  ...others.map((key, seed) => honest(partyOf(key), reports, seed)),
]);
clearInterval(sampling);
const answers = await probe.takeTimed();

const tookMs = (some: readonly Timed[]): readonly number[] => some.map((each) => each.tookMs);
const spread = {
  alone: spreadOf(alone.summary),
  besideBusyProcesses: spreadOf(besideBusyProcesses),
  beside: spreadOf(tookMs(answers)),
  afterRestarts: spreadOf(tookMs(answers.filter(isAfterRestart))),
  otherwise: spreadOf(tookMs(answers.filter((answer) => !isAfterRestart(answer)))),
};
const secondsOf = (times: readonly number[]): number => spreadOf(times).p50;
const ratios = {
  small: secondsOf(small) / secondsOf(alone.small),
  summary: spread.beside.p99 / spread.alone.p99,
};
if (!(ratios.small <= SMALL_MAX)) {
  count(faults, `a small search takes ${ratios.small} times its time`);
}
if (!(ratios.summary <= SUMMARY_MAX)) {
  count(faults, `the p99 of a summary is ${ratios.summary} times`);
}
const figures = {
  minutes,
  kills: life,
  honestSearches: ended,
  small: { alone: spreadOf(alone.small), beside: spreadOf(small), ratio: ratios.small },
  summary: { ...spread, ratio: ratios.summary },
  residentMiB: Math.max(...residents),
  load: Deno.loadavg(),
  refusals: Object.fromEntries(refusals),
  faults: Object.fromEntries(faults),
};
// deno-lint-ignore no-console -- the output of the command
console.log(JSON.stringify(figures, null, 2));
Deno.exitCode = faults.size === 0 ? 0 : 1;
