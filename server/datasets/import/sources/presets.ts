// This module is browser compatible.

import { QUANTITIES, type Quantity } from "../quantity.ts";
import { findColumn } from "./find_column.ts";
import type { ColumnRule, Preset } from "./preset.ts";

const TIMES = [
  "timestamp",
  "time",
  "datetime",
  "date",
  "hour",
  "block_hour",
  "block_timestamp",
  "blockTimestamp",
  "day",
  "block_time",
  "evt_block_time",
  "block_date",
  "evt_block_date",
  "open_time",
  "close_time",
  "ts",
  "snapped_at",
  "snapshot_time",
  "Date(UTC)",
  "Unnamed: 0",
];

const of = (...names: readonly string[]): ColumnRule => ({ names });
const wad = (...names: readonly string[]): ColumnRule => ({ names, scale: "wad" });

/**
 * The known forms, in the order of recognition. The fields are documented by the sources; see
 * "Sources" in `datasets/README.md`.
 */
const KNOWN: readonly Preset[] = [
  {
    id: "transactions",
    about: "Pendle /v5/{chain}/transactions/{market}",
    signature: ["txHash", "timestamp", "value", "action", "type"],
    time: ["timestamp"],
    kind: "flow",
    // Its impliedApy is the average yield of a trade, not the yield after the trade.
    columns: { volumeUsd: of("value") },
    only: { column: "type", value: "TRADES" },
    identity: "id",
  },
  {
    id: "ohlcv",
    about: "Pendle /v4/{chain}/prices/{pt or yt}/ohlcv, hourly",
    signature: ["time", "open", "high", "low", "close", "volume"],
    time: ["time"],
    kind: "flow",
    columns: { volumeUsd: of("volume") },
    isStampedAtOpen: true,
  },
  {
    id: "readstate",
    about: "dumps of readState(router), with exchangeRate and pyIndexStored where they were read",
    signature: ["timestamp", "totalPt", "totalSy", "scalarRoot", "lastLnImpliedRate"],
    time: ["timestamp", "blockTimestamp"],
    kind: "level",
    columns: {
      impliedApy: { names: ["lastLnImpliedRate"], scale: "logWad" },
      totalPt: { names: ["totalPt"], scale: "amount" },
      totalSy: { names: ["totalSy"], scale: "amount" },
      scalarRoot: wad("scalarRoot"),
      syIndex: wad("exchangeRate", "syExchangeRate"),
      pyIndex: wad("pyIndexStored", "pyIndex"),
    },
    isChain: true,
  },
  {
    id: "defillama",
    about: "DefiLlama https://yields.llama.fi/chart/{pool}, in percent",
    signature: ["timestamp", "tvlUsd", "apyBase"],
    time: ["timestamp"],
    kind: "rate",
    columns: { publishedApy: { names: ["apyBase"], scale: "percent" } },
  },
  {
    id: "allium-prices",
    about: "Allium pendle_asset_prices_hourly",
    signature: ["pt_to_asset_rate", "pt_to_sy_rate"],
    time: TIMES,
    kind: "level",
    columns: {
      ptPrice: of("pt_to_asset_rate"),
      ptPerSy: of("pt_to_sy_rate"),
      syUsd: of("sy_price_usd"),
    },
    isChain: true,
  },
  {
    id: "allium-rates",
    about: "Allium pendle_market_interest_rates, one row an event",
    signature: ["implied_apy"],
    time: TIMES,
    kind: "event",
    columns: { impliedApy: of("implied_apy") },
  },
  {
    id: "pendle",
    about: "Pendle /v3 or /v2 {chain}/markets/{market}/historical-data, and the columns of v1",
    signature: ["timestamp", "impliedApy"],
    envelope: ["total", "timestamp_start", "timestamp_end", "results"],
    // Its tvl and prices are in USD, and its baseApy is the yield of a liquidity provider.
    oneOf: ["maxApy", "baseApy", "totalTvl", "syPrice", "lpPrice", "underlyingInterestApy"],
    time: ["timestamp"],
    kind: "level",
    // Its rows hold the values of their last minute.
    isStampedAtOpen: true,
    columns: {
      impliedApy: of("impliedApy"),
      totalPt: of("totalPt"),
      totalSy: of("totalSy"),
      tvlUsd: of("tvl"),
      ptUsd: of("ptPrice"),
      syUsd: of("syPrice"),
      publishedApy: of("underlyingInterestApy"),
      underlyingApy: of("underlyingApy"),
      volumeDayUsd: of("tradingVolume"),
    },
  },
];

/** Other names of quantities, as sources call them. */
const ALIASES: Partial<Readonly<Record<Quantity, readonly string[]>>> = {
  impliedApy: ["impliedYield"],
  syIndex: ["syExchangeRate", "exchangeRate"],
  secondsToExpiry: ["ptSecondsToExpiry"],
  daysToExpiry: ["ptDaysToExpiry"],
};

/** Columns with this project's names, in decimals and in the accounting asset. */
const PLAIN: Preset = {
  id: "plain",
  about: "columns with the names of the quantities, or those of --map",
  signature: [],
  time: TIMES,
  kind: "level",
  columns: Object.fromEntries(QUANTITIES.map((name): [Quantity, ColumnRule] => [
    name,
    of(name, ...ALIASES[name] ?? []),
  ])),
};

/** All forms; the last accepts every table. */
export const PRESETS: readonly Preset[] = [
  ...KNOWN,
  {
    ...PLAIN,
    id: "events",
    about: "as plain, each row a state that lasts until the next one",
    signature: ["never detected, only named"],
    kind: "event",
  },
  PLAIN,
];

/**
 * Recognises the form of a table by its columns, or by the names beside its rows. A form that reads fewer
 * columns than their plain names give shares a name with the table by chance.
 */
export function detectPreset(names: readonly string[], beside: readonly string[] = []): Preset {
  const found = PRESETS.find(({ signature, oneOf, envelope = [""] }) =>
    signature.every((name) => names.includes(name)) &&
    (oneOf === undefined || oneOf.some((name) => names.includes(name)) ||
      envelope.every((name) => beside.includes(name)))
  );
  return found !== undefined && countRead(found, names) >= countRead(PLAIN, names) ? found : PLAIN;
}

/** Returns how many quantities a form reads from a table. */
function countRead({ columns }: Preset, names: readonly string[]): number {
  return Object.values(columns).filter((rule) => findColumn(names, rule.names) >= 0).length;
}
