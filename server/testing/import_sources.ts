import { assertRejects } from "@std/assert";
import { StartError } from "../base/errors.ts";
import { checkSpec, importMarket } from "../datasets/import/import_market.ts";
import type { ReadableSource } from "../datasets/import/collect.ts";
import type { Imported } from "../datasets/import/transform.ts";
import { makeMarketFiles, type MarketFile } from "../datasets/import/market_files.ts";
import type { SpecInput } from "../datasets/import/spec.ts";

const HOUR_MS = 3_600_000;
const YEAR_HOURS = 8_760;

/** Expiry of the market that the sources below are of, and its hours up to then. */
export const EXPIRY = "2026-03-01T00:00:00Z";
export const HOURS = 24 * 35;

/** A row of a source that has everything. */
export type SourceRow = Readonly<Record<string, string | number>>;

/** Returns the hours of a market in which nothing is wrong; the last closes at expiry. */
export function goodRows(hours = HOURS): SourceRow[] {
  return Array.from({ length: hours }, (_, at) => {
    const left = hours - 1 - at;
    const impliedApy = 0.08 + 0.01 * Math.sin(at / 50);
    const syIndex = 1.1 * 1.06 ** (at / YEAR_HOURS);
    const totalPt = 3e6 + 1e5 * Math.sin(at / 30);
    const totalSy = 6e6 - 1e5 * Math.sin(at / 40);
    const ptPrice = (1 + impliedApy) ** (-left / YEAR_HOURS);
    return {
      timestamp: new Date(Date.parse(EXPIRY) - left * HOUR_MS).toISOString(),
      impliedApy,
      totalPt,
      totalSy,
      syIndex,
      ptPrice,
      tvl: totalPt * ptPrice + totalSy * syIndex,
      volume: 1_000 + at % 7,
      scalarRoot: 26.5,
    };
  });
}

/** Returns a row as Pendle publishes it: stamped at the opening of its hour, with prices of the last minute. */
export function pendleRow(row: SourceRow, usd: number): SourceRow {
  const { timestamp = "", impliedApy = 0, totalPt = 0, totalSy = 0, tvl = 0, syIndex = 0 } = row;
  const close = Date.parse(String(timestamp));
  const left = (Date.parse(EXPIRY) - close + 60_000) / HOUR_MS;
  return {
    timestamp: new Date(close - HOUR_MS).toISOString(),
    impliedApy,
    underlyingApy: 0.06,
    underlyingInterestApy: 0.06,
    totalPt,
    totalSy,
    tvl: usd * Number(tvl),
    ptPrice: usd * (1 + Number(impliedApy)) ** (-left / YEAR_HOURS),
    syPrice: usd * Number(syIndex),
    tradingVolume: 24_000 * usd,
  };
}

export function csvOf(rows: readonly SourceRow[]): string {
  const names = Object.keys(rows[0] ?? {});
  return [names, ...rows.map((row) => names.map((name) => row[name]))]
    .map((cells) => `${cells.join(",")}\n`).join("");
}

/** Returns rows without some of their columns. */
export function without(rows: readonly SourceRow[], ...names: readonly string[]): SourceRow[] {
  return rows.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
  );
}

/** Returns rows with some of their columns. */
export function only(rows: readonly SourceRow[], ...names: readonly string[]): SourceRow[] {
  return rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name] ?? ""])));
}

export function sourceOf(
  text: string | Uint8Array<ArrayBuffer>,
  file = "rates.csv",
  reader: Partial<ReadableSource> = {},
): ReadableSource {
  return { file, bytes: new Blob([text]).stream(), ...reader };
}

/** Facts of a market that a test need not give. */
const SPEC: SpecInput = {
  marketId: 1_000,
  marketKey: "test-market",
  name: "PT Test",
  expiry: EXPIRY,
  source: "a test",
};

/** Imports sources of the test market. */
export async function importOf(
  sources: readonly ReadableSource[],
  facts: Partial<SpecInput> = {},
): Promise<Imported> {
  return await importMarket(sources, checkSpec({ ...SPEC, ...facts }));
}

/** Returns the files that sources come to. */
export async function filesOf(
  sources: readonly ReadableSource[],
  facts: Partial<SpecInput> = {},
): Promise<readonly MarketFile[]> {
  const spec = checkSpec({ ...SPEC, ...facts });
  return await makeMarketFiles(await importMarket(sources, spec), spec, "0".repeat(64));
}

/** Returns the message with which a source is refused. */
export async function refused(text: string, facts: Partial<SpecInput> = {}): Promise<string> {
  const error = await assertRejects(() => importOf([sourceOf(text)], facts), StartError);
  return error.message.replace(/^Cannot import:? /, "");
}
