/**
 * Searches the first seed of each market whose datasets are what `RULES.md` 1 asks for, and says
 * why the seeds before it are not: `deno task datasets:seeds [limit]`. The seeds that it prints
 * belong into `official.ts`.
 *
 * @module
 */

import { Engine, MARKET_KEYS, type MarketKey, type Timeframe, TIMEFRAMES } from "./engine.ts";
import { print } from "./print.ts";
import { isAccepted } from "./statistics/figure.ts";
import { measure } from "./statistics/figures.ts";
import { parseTable } from "./table.ts";

/** Least U(Hold) as a multiple of U(idle) (`RULES.md` 1). */
export const HOLD_OVER_IDLE_MIN = 1.1;

const LIMIT_DEFAULT = 100_000;

/** Returns what is wrong with a seed, the cheapest checks first; nothing when it can be used. */
export function faultsOf(engine: Engine, marketKey: MarketKey, seed: number): string[] {
  const { csv, ...facts } = engine.generate({ marketKey, timeframe: "hourly", seed });
  const figures = measure(facts, parseTable(csv)).filter((figure) => !isAccepted(figure));
  if (figures.length > 0) return figures.map(({ name }) => name);
  return TIMEFRAMES.flatMap((timeframe) => tradingFaults(engine, marketKey, timeframe, seed));
}

function tradingFaults(
  engine: Engine,
  marketKey: MarketKey,
  timeframe: Timeframe,
  seed: number,
): string[] {
  const { csv, ...facts } = engine.generate({ marketKey, timeframe, seed });
  const { market, trials } = engine.tryStrategies(facts, parseTable(csv));
  const idle = trials.filter(({ fills }) => fills === 0);
  const faults = idle.map(({ strategyId }) => `no fill of ${strategyId}, ${timeframe}`);
  const isHoldGood = market.benchmarkUtility >= HOLD_OVER_IDLE_MIN * market.idleUtility;
  return isHoldGood
    ? faults
    : [`U(Hold) under ${HOLD_OVER_IDLE_MIN} U(idle), ${timeframe}`, ...faults];
}

/** Returns the first seed without a fault, and how many seeds before it had which. */
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

if (import.meta.main) {
  const limit = Number(Deno.args[0] ?? LIMIT_DEFAULT);
  const engine = await Engine.load();
  for (const marketKey of MARKET_KEYS) print(report(marketKey, limit, engine));
}
