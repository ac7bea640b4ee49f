// This module is browser compatible.

import type { Timeframe } from "../contracts/scalar.ts";
import { StartError } from "../base/errors.ts";
import { scoringWindow } from "./scoring_window.ts";
import type { Columns } from "./csv.ts";
import type { DatasetEntry } from "../contracts/types.ts";

/** The metadata of a dataset, as the engine reads it. */
export interface DatasetHeader {
  readonly marketId: number;
  readonly marketKey: string;
  /** Key of the official market of the same asset, of which this is a real maturity. */
  readonly asset?: string | null;
  /** False where no candidate may name the market: the engine runs it in the block `real` only. */
  readonly served?: boolean;
  /** Display name of the market; the engine does not read it. */
  readonly marketName: string;
  readonly timeframe: Timeframe;
  readonly expiry: string;
  readonly scalarRoot: number;
  readonly farExpiry: string | null;
  readonly provenance: DatasetEntry["provenance"];
  /** Columns that the dataset lacks. */
  readonly absent: readonly string[];
  /** Names of estimated columns and constants. */
  readonly estimated: readonly string[];
  /** Watermark before the first bar. */
  readonly pyIndex: number | null;
  readonly sha256: string;
  readonly tradeStartIndex: number;
  readonly columns: readonly string[];
}

/** A dataset, as the engine reads it. */
export interface Dataset {
  readonly header: DatasetHeader;
  /** Column after column, in the order of `header.columns`. */
  readonly columns: Float64Array<ArrayBuffer>;
}

/** Returns whether candidates may name the market of a dataset. */
export function isServed({ header: { served = true } }: Dataset): boolean {
  return served;
}

/**
 * Joins a manifest entry and the columns of its file.
 *
 * @throws {StartError} when the bars of the file do not match the manifest
 */
export function toDataset(entry: DatasetEntry, columns: Columns): Dataset {
  const { rowCount, values, names } = columns;
  if (rowCount !== entry.bars) {
    throw new StartError(
      `Cannot use ${entry.file}: it has ${rowCount} bars, the manifest says ${entry.bars}`,
    );
  }
  const last = values[rowCount - 1];
  if (values[0] !== Date.parse(entry.firstTimestamp) || last !== Date.parse(entry.lastTimestamp)) {
    throw new StartError(
      `Cannot use ${entry.file}: the manifest says that it goes from ${entry.firstTimestamp} to ` +
        `${entry.lastTimestamp}, it does not`,
    );
  }
  const { name, marketId, marketKey, timeframe, expiry, scalarRoot, provenance } = entry;
  const { absent = [], estimated = [], pyIndex = null } = entry;
  return {
    header: {
      marketId,
      marketKey,
      asset: entry.asset ?? null,
      marketName: name,
      timeframe,
      expiry,
      scalarRoot,
      farExpiry: entry.farExpiry ?? null,
      provenance,
      absent,
      estimated,
      pyIndex,
      sha256: entry.sha256,
      tradeStartIndex: scoringWindow(rowCount, timeframe).tradeStartIndex,
      columns: names,
    },
    columns: values,
  };
}
