/**
 * Finds the first seed of each market with which every supported strategy fills at its defaults on
 * both timeframes, and lists the strategies that rejected earlier seeds:
 * `deno task datasets:official seeds [limit]`. Copy the printed seeds to `official.ts`.
 *
 * A seed has no other criterion: choosing one by the return of holding PT would make every rule that
 * is always in the market look skilled.
 *
 * @module
 */

import { print } from "../server/process/output.ts";
import { Engine, MARKET_KEYS, type MarketKey, type Timeframe, TIMEFRAMES } from "./engine.ts";
import { parseColumns } from "../server/datasets/csv.ts";

const LIMIT_DEFAULT = 10_000;

/** Returns the faults of a seed; an empty list means that the seed is usable. */
export function faultsOf(engine: Engine, marketKey: MarketKey, seed: number): string[] {
  return TIMEFRAMES.flatMap((timeframe) => idleStrategies(engine, marketKey, timeframe, seed));
}

function idleStrategies(
  engine: Engine,
  marketKey: MarketKey,
  timeframe: Timeframe,
  seed: number,
): string[] {
  const { csv, ...facts } = engine.generate({ marketKey, timeframe, seed });
  const { trials } = engine.tryStrategies(facts, parseColumns(marketKey, csv));
  const idle = trials.filter(({ fills }) => fills === 0);
  return idle.map(({ strategyId }) => `no fill of ${strategyId}, ${timeframe}`);
}

/** Returns the first seed without a fault, and the number of earlier seeds with each fault. */
export function search(
  engine: Engine,
  marketKey: MarketKey,
  limit: number,
): { readonly seed: number | null; readonly faults: ReadonlyMap<string, number> } {
  const faults = new Map<string, number>();
  for (let seed = 1; seed <= limit; seed++) {
    const found = faultsOf(engine, marketKey, seed);
    if (found.length === 0) return { seed, faults };
    for (const fault of found) faults.set(fault, (faults.get(fault) ?? 0) + 1);
  }
  return { seed: null, faults };
}

function report(marketKey: MarketKey, limit: number, engine: Engine): string {
  const { seed, faults } = search(engine, marketKey, limit);
  const tried = (seed ?? limit + 1) - 1;
  const lines = [...faults].sort(([, a], [, b]) => b - a)
    .map(([fault, count]) => `  ${String(count).padStart(6)} of ${tried}: ${fault}`);
  return [`${marketKey}: ${seed === null ? `no seed up to ${limit}` : `seed ${seed}`}`, ...lines]
    .join("\n");
}

/** Prints the first usable seed of each market. */
export async function runSeeds([limit = String(LIMIT_DEFAULT)]: readonly string[]): Promise<void> {
  const engine = await Engine.load();
  for (const marketKey of MARKET_KEYS) print(report(marketKey, Number(limit), engine));
}
