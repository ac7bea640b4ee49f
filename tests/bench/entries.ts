/**
 * Measures how long an entry takes over HTTP, with 10,000 entries in the log: on a file and on a
 * durable PostgreSQL. `deno run -A tests/bench/entries.ts [--log 10000] [--entries 300]`
 *
 * @module
 */

import { sha256Hex } from "../../server/base/hash.ts";
import { ArenaClient } from "../../server/client/client.ts";
import { openArenaOf } from "../../server/store/arena/open.ts";
import { ARENA_MIGRATIONS } from "../../server/store/arena/migrations.ts";
import type { ArenaStore } from "../../server/store/arena/arena_store.ts";
import { openDatabase, OPERATING } from "../../server/store/database.ts";
import { openPostgresArena } from "../../server/store/postgres/arena.ts";
import { systemClock } from "../../server/base/clock.ts";
import { print } from "../../server/process/output.ts";
import { inTurn } from "../../server/testing/in_turn.ts";
import { Postgres } from "../../server/testing/postgres.ts";
import { Home } from "../../server/testing/server_process.ts";
import { openSeason } from "../../server/testing/seasons.ts";
import { untilReadyz } from "../../server/testing/wire.ts";
import { atMost, type Figure } from "./figure.ts";

const SEASON = "autumn-1";
const BOARD = "susde-daily";
const WARMUP = 20;
const PLENTY = { ARENA_BUDGET_UNITS: "1000000", ARENA_LOG: "json" };

function option(name: string, otherwise: number): number {
  const at = Deno.args.indexOf(`--${name}`);
  return at < 0 ? otherwise : Number(Deno.args[at + 1]);
}

const logged = option("log", 10_000);
const count = option("entries", 300);

/** Creates a season with so many entries of other keys. */
async function fill({ seasons }: ArenaStore): Promise<void> {
  const datasets = [{ header: { marketKey: "susde", timeframe: "daily" } }] as const;
  const season = await openSeason(datasets, { epochMs: Date.now() });
  await seasons.create({ ...season, entriesPerKey: 1_000 });
  await inTurn(Array.from({ length: logged }, (_, at) => at), async (at) => {
    await seasons.enter({
      seasonId: SEASON,
      keyId: `key ${at % 2_000}`,
      board: BOARD,
      candidate: "{}",
      candidateHash: await sha256Hex(String(at)),
      name: `entry ${at}`,
      salt: crypto.getRandomValues(new Uint8Array(16)),
    });
  });
}

/** Enters distinct candidates one after another; returns the times in milliseconds, ascending. */
async function measure(home: Home, env: Readonly<Record<string, string>>): Promise<Float64Array> {
  await using server = await home.serve({ ...PLENTY, ...env });
  await untilReadyz(server, '"ready"');
  const client = new ArenaClient({ baseUrl: server.origin, apiKey: server.key ?? "", retry: true });
  const times = await inTurn(Array.from({ length: WARMUP + count }, (_, at) => at), async (at) => {
    const strategyParams = { period: 2 + at % 100, overbought: 55 + Math.floor(at / 100) };
    const components = [{ strategyId: "yield-rsi", strategyParams }];
    const candidate = { marketId: 1, timeframe: "daily", components } as const;
    const beginMs = performance.now();
    await client.enterSeason(SEASON, { candidate, name: `Bench ${at}` });
    return performance.now() - beginMs;
  });
  return new Float64Array(times.slice(WARMUP)).toSorted();
}

function figuresOf(name: string, times: Float64Array, p95Ms: number): readonly Figure[] {
  const at = (share: number): number => times[Math.floor(share * (times.length - 1))] ?? NaN;
  print(`${name}: median ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms`);
  return [atMost(`${name}EntryP95Ms`, at(0.95), "ms", p95Ms)];
}

async function measureFile(): Promise<readonly Figure[]> {
  await using home = await Home.make();
  const database = openDatabase(home.arenaFile, OPERATING, ARENA_MIGRATIONS);
  // Only the filling: the server opens the file with FULL.
  database.exec("PRAGMA synchronous = OFF");
  const arena = openArenaOf(database, systemClock);
  await fill(arena);
  await arena.close();
  return figuresOf("sqlite", await measure(home, {}), 20);
}

async function measureDatabase(): Promise<readonly Figure[]> {
  await using postgres = await Postgres.start({ isDurable: true });
  await using home = await Home.make();
  const url = await postgres.database();
  const arena = await openPostgresArena(url);
  await fill(arena);
  await arena.close();
  return figuresOf("postgres", await measure(home, { DATABASE_URL: url }), 40);
}

print(
  `${new Date().toISOString()}, ${logged} records in the log, load ${
    Deno.loadavg().map((load) => load.toFixed(1)).join(" ")
  }`,
);
for (
  const { name, value, target, unit, reached } of [
    ...await measureFile(),
    ...await measureDatabase(),
  ]
) {
  print(`${name}  ${value.toFixed(1)} ${unit}  (${target})${reached ? "" : "  MISSED"}`);
}
