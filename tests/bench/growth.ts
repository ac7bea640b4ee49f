/**
 * Measures how the time of a request grows with what is stored: each request in turn on a server with
 * 200 rows of everything (keys, searches, entries of a season, published evaluations) and on one with
 * 100,000. `deno task bench growth [--rows 100000]`
 *
 * @module
 */

import type { ArenaClient } from "../../server/client/client.ts";
import { freePort } from "../../server/testing/free_port.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { SEARCH_PLAN } from "../../server/testing/searches.ts";
import { Home, type ServerProcess } from "../../server/testing/server_process.ts";
import { untilReadyz } from "../../server/testing/wire.ts";
import { atMost, type Figure } from "./figure.ts";
import { fillHome, SEASON } from "./growth_fill.ts";

/** A full page of a board. */
const FEW_ROWS = 200;
const ROUNDS = 9;
const WARMUP = 2;
/** A board that was read a second ago is read again. */
const FRESH_MS = 1_100;
const PRACTICE_BOARD = "susde-hourly";
const TARGET = 1.5;

/** A server over stores with many or few rows. */
interface Subject {
  readonly rows: number;
  readonly home: Home;
  readonly env: Readonly<Record<string, string>>;
  readonly key: string;
  readonly receipt: NonNullable<Awaited<ReturnType<ArenaClient["evaluate"]>>["receipt"]>;
  readonly searchId: string;
}

/** A subject whose server runs. */
interface Running extends Subject {
  readonly server: ServerProcess;
  readonly client: ArenaClient;
}

type Request = (running: Running, round: number) => Promise<unknown>;

function candidateOf(round: number): Parameters<ArenaClient["simulateSummary"]>[0] {
  const strategyParams = { period: 2 + round };
  return {
    marketId: 1,
    timeframe: "daily",
    components: [{ strategyId: "yield-rsi", strategyParams }],
  };
}

const later = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, FRESH_MS));

/** The requests, and what each waits for before it is measured. */
const REQUESTS: readonly (readonly [string, Request, (() => Promise<void>)?])[] = [
  ["summary", ({ client }, round) => client.simulateSummary(candidateOf(round))],
  ["search list", ({ client }) => client.listSearches()],
  ["search get", ({ client, searchId }) => client.getSearch(searchId)],
  ["list of seasons", ({ client }) => client.listSeasons(), later],
  ["entries of a key", ({ client }) => client.listEntries(SEASON)],
  ["POST of a search", ({ client }) => client.startSearch({ plan: SEARCH_PLAN, points: "all" })],
  [
    "POST of an entry",
    ({ client }, round) =>
      client.enterSeason(SEASON, { candidate: candidateOf(round), name: `Bench ${round}` }),
  ],
  ["publication", ({ client, receipt }) => client.publish({ receipt, name: "Growth" })],
  ["metrics", ({ env }) => read(`http://127.0.0.1:${env["ARENA_METRICS_PORT"]}/metrics`)],
  ["board page", ({ client }) => client.getLeaderboard(PRACTICE_BOARD), later],
  [
    "half a page from the middle",
    ({ client, rows }) => client.getLeaderboard(PRACTICE_BOARD, { from: rows / 2, most: 100 }),
    later,
  ],
  [
    "practice file",
    ({ server }) => read(`${server.origin}/arena/practice/${PRACTICE_BOARD}.json`),
    later,
  ],
];

/** Measures all requests, one after another; a figure is a ratio of medians. */
export async function* measureGrowth(rows: number): AsyncGenerator<Figure> {
  const few = await make(FEW_ROWS);
  const many = await make(rows);
  try {
    const starts = await inTurn([1, 2, 3], async () => [await start(few), await start(many)]);
    yield figureOf("start", starts);
    await using one = await few.home.serve(few.env);
    await using other = await many.home.serve(many.env);
    await Promise.all([one, other].map((server) => untilReadyz(server, '"ready"')));
    const pair = [running(few, one), running(many, other)];
    for (const [name, request, before] of REQUESTS) {
      yield figureOf(name, await measure(pair, request, before));
    }
  } finally {
    await few.home[Symbol.asyncDispose]();
    await many.home[Symbol.asyncDispose]();
  }
}

function running(subject: Subject, server: ServerProcess): Running {
  return { ...subject, server, client: server.client(subject.key) };
}

/** Makes the stores of a server with a search and a published evaluation, then adds the rows. */
async function make(rows: number): Promise<Subject> {
  const home = await Home.make();
  const env = {
    ARENA_SIGNING_KEY_FILE: `${home.folder}/data/signing.key`,
    ARENA_METRICS_PORT: String(freePort()),
    ARENA_BUDGET_UNITS: "1000000",
    ARENA_SEARCHES_AT_ONCE: "1000000",
    ARENA_SEARCH_UNITS_PER_DAY: "1000000000000",
    ARENA_SEARCH_WORKERS: "0",
  };
  await home.run("signing", ["create"], env);
  await using server = await home.serve(env);
  const client = server.patientClient();
  const { searchId } = await client.startSearch({ plan: SEARCH_PLAN });
  const simulation = await client.simulateSummary({
    marketId: 1,
    components: [{ strategyId: "yield-rsi" }],
  });
  const { receipt } = await client.evaluate(simulation);
  if (receipt === null || receipt === undefined) throw new Error("there is no receipt");
  await client.publish({ receipt, name: "Growth" });
  await server.stop();
  await fillHome(home, rows);
  return { rows, home, env, key: server.key, receipt, searchId };
}

/** Measures from the start to the first summary. */
async function start({ home, env, key }: Subject): Promise<number> {
  const beginMs = performance.now();
  await using server = await home.serve(env);
  await untilReadyz(server, '"ready"');
  await server.client(key).simulateSummary(candidateOf(0));
  return performance.now() - beginMs;
}

async function measure(
  pair: readonly Running[],
  request: Request,
  before: () => Promise<void> = () => Promise.resolve(),
): Promise<readonly (readonly number[])[]> {
  const rounds = Array.from({ length: WARMUP + ROUNDS }, (_, round) => round);
  const times = await inTurn(rounds, async (round) => {
    await before();
    return await inTurn(pair, async (each) => {
      const beginMs = performance.now();
      // A server that cannot answer in time has no time.
      const isAnswered = await request(each, round).then(() => true, () => false);
      return isAnswered ? performance.now() - beginMs : Infinity;
    });
  });
  return times.slice(WARMUP);
}

function figureOf(name: string, times: readonly (readonly number[])[]): Figure {
  const [few = NaN, many = NaN] = [0, 1].map((at) =>
    times.map((pair) => pair[at] ?? NaN).toSorted((one, other) => one - other)[times.length >> 1]
  );
  return atMost(
    `${name} (${few.toFixed(1)} -> ${many.toFixed(1)} ms)`,
    many / few,
    "times",
    TARGET,
  );
}

async function read(address: string): Promise<void> {
  const response = await fetch(address);
  await response.body?.cancel();
  if (!response.ok) {
    throw new Error(`Cannot read ${address}: it is ${response.status}, must be 200`);
  }
}
