// This module is browser compatible.

import type { Dataset } from "../../datasets/dataset.ts";
import type { DatasetReport } from "./report.ts";

/** Returns what a report says of a dataset. */
export function datasetReport({ header, columns }: Dataset): DatasetReport {
  const { marketId, marketKey, marketName, timeframe, provenance, estimated, sha256 } = header;
  const bars = columns.length / header.columns.length;
  // Timestamps are the first column.
  const dayAt = (bar: number): string => new Date(columns[bar] ?? 0).toISOString().slice(0, 10);
  const days = [dayAt(header.tradeStartIndex), dayAt(bars - 1)] as const;
  return { marketId, marketKey, marketName, timeframe, days, provenance, estimated, sha256 };
}
