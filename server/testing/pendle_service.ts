import type { AnswerStore, PendleOrder } from "../datasets/fetch/pendle.ts";
import type { Surroundings } from "../datasets/fetch/polite_get.ts";
import { EXPIRY, goodRows, HOURS, pendleRow, type SourceRow } from "./import_sources.ts";

const HOUR_MS = 3_600_000;
const USD = 1;

/** The market that the service has. */
export const MARKET = "0xAb00000000000000000000000000000000000001";
export const ORDER: PendleOrder = {
  chain: "1",
  address: MARKET.toLowerCase(),
  timeframe: "hourly",
  hasVolume: true,
};

/** An answer in place of the usual one; null: the usual one. */
export type Override = (url: URL, count: number) => Response | Promise<Response> | null;

/** A service on this machine that answers in the recorded forms of Pendle's API. */
export class PendleService implements AsyncDisposable {
  /** Paths and queries, in the order in which they were asked for. */
  readonly asked: string[] = [];
  override: Override = () => null;
  readonly #server: Deno.HttpServer<Deno.NetAddr>;

  constructor() {
    this.#server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, (request) => {
      const url = new URL(request.url);
      this.asked.push(url.pathname + url.search);
      return this.override(url, this.asked.length) ?? Response.json(answerTo(url));
    });
  }

  get api(): string {
    return `http://127.0.0.1:${this.#server.addr.port}/core`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.shutdown();
  }
}

/** Returns the usual answer. */
export function answerTo({ pathname, searchParams }: URL): unknown {
  if (pathname.endsWith("/v2/markets/all")) return markets(Number(searchParams.get("skip")));
  if (pathname.endsWith("/historical-data")) {
    const [from, to] = ["timestamp_start", "timestamp_end"].map((name) =>
      Date.parse(searchParams.get(name) ?? "")
    );
    return history(from ?? NaN, to ?? NaN);
  }
  return transactions(searchParams.get("resumeToken"));
}

/** A hundred others come first. */
function markets(skip: number): unknown {
  const other = { name: "other", address: "0x2", pt: "1-0x3", expiry: null };
  if (skip === 0) return { total: 101, results: Array.from({ length: 100 }, () => other) };
  // The same address on another chain is another market.
  const elsewhere = { ...other, address: MARKET, pt: "42161-0x3" };
  return {
    total: 102,
    results: [elsewhere, {
      name: "PT Test 01MAR2026",
      address: MARKET,
      expiry: EXPIRY.replace("Z", ".000Z"),
      pt: "1-0x4",
      timestamp: new Date(Date.parse(EXPIRY) - 3_000 * HOUR_MS).toISOString(),
      details: { yieldRange: { min: 0.02, max: 0.2 }, feeRate: 0.001 },
    }],
  };
}

const rows = goodRows();

function history(from: number, to: number): unknown {
  const found = rows.filter((row) => timeOf(row) - HOUR_MS >= from && timeOf(row) - HOUR_MS <= to);
  return {
    total: found.length,
    timestamp_start: new Date(from).toISOString(),
    timestamp_end: new Date(to).toISOString(),
    results: found.map((row) => pendleRow(row, USD)),
  };
}

/** Two pages, newest first; the second begins with the last of the first. */
function transactions(token: string | null): unknown {
  const all = rows.toReversed().map((row, at) => ({
    id: `trade-${at}`,
    txHash: `0x${at}`,
    timestamp: new Date(timeOf(row) - 60_000).toISOString(),
    type: "TRADES",
    action: "LONG_YIELD",
    value: USD * 10,
    impliedApy: row["impliedApy"],
  }));
  const half = HOURS / 2;
  if (token === null) return { total: HOURS, resumeToken: "next", results: all.slice(0, half) };
  return { total: HOURS, results: all.slice(half - 1) };
}

function timeOf(row: SourceRow): number {
  return Date.parse(String(row["timestamp"]));
}

/** Answers that are kept in memory. */
export class MemoryAnswers implements AnswerStore {
  readonly texts = new Map<string, string>();

  read(name: string): Promise<string | null> {
    return Promise.resolve(this.texts.get(name) ?? null);
  }

  write(name: string, text: string): Promise<void> {
    this.texts.set(name, text);
    return Promise.resolve();
  }
}

/** Surroundings whose clock moves by sleeping only. */
export interface TestSurroundings extends Surroundings {
  /** Sleeps that took time, milliseconds. */
  readonly slept: number[];
  readonly said: string[];
}

/** Returns surroundings at some time after expiry. */
export function surroundings(): TestSurroundings {
  let now = Date.parse("2026-06-01T00:00:00Z");
  const slept: number[] = [];
  const said: string[] = [];
  return {
    slept,
    said,
    fetch: (url, init) => fetch(url, init),
    now: () => now,
    report: (sentence) => said.push(sentence),
    sleep: (milliseconds) => {
      if (milliseconds > 0) slept.push(milliseconds);
      now += milliseconds;
      return Promise.resolve();
    },
  };
}
