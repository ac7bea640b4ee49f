// This module is browser compatible.

import * as arrow from "@uwdata/flechette";
import type { Dataset } from "../datasets/dataset.ts";
import { LEDGER, PORTFOLIO } from "../engine/columns.ts";
import type { Bytes } from "../engine/engine.ts";
import type { Cell, PointColumn } from "../search/points/points_part.ts";

type Column = ReturnType<typeof arrow.columnFromArray>;

const decoder = new TextDecoder();
/** The closes of the bars of each dataset. */
const closes = new WeakMap<Dataset, Column>();

/**
 * Returns a run as a stream of Apache Arrow: `timestamp`, then the columns of the full view, each
 * named by its path, such as `ledgers.0.equity`. The metadata of the schema has the summary.
 *
 * @param summary the finished `data` of the summary view
 */
export function runTable(
  summary: Uint8Array,
  columns: Float64Array<ArrayBuffer>,
  datasets: readonly Dataset[],
): Bytes {
  const simulation = decoder.decode(summary);
  const { candidate: { marketId, timeframe, components } } = JSON.parse(simulation);
  const dataset = datasets.find(({ header }) =>
    header.marketId === marketId && header.timeframe === timeframe
  );
  if (dataset === undefined) throw new Error(`Cannot print columns: no dataset of ${marketId}`);
  const names = [
    ...PORTFOLIO.map((name) => `portfolio.${name}`),
    ...Array.from(components, (_, at) => LEDGER.map((name) => `ledgers.${at}.${name}`)).flat(),
  ];
  const bars = columns.length / names.length;
  const named = names.map((name, at): [string, Column] => {
    return [name, arrow.columnFromArray(columns.subarray(at * bars, (at + 1) * bars))];
  });
  const known = closes.get(dataset) ?? closesOf(dataset, bars);
  closes.set(dataset, known);
  return stream([["timestamp", known], ...named], { simulation });
}

function closesOf({ columns }: Dataset, bars: number): Column {
  const type = arrow.timestamp(arrow.TimeUnit.MILLISECOND, "UTC");
  return arrow.columnFromArray(Array.from(columns.subarray(0, bars)), type);
}

/** Returns points as a stream of Apache Arrow; the metadata of the schema has the next page. */
export function pointsTable(
  columns: readonly PointColumn[],
  next: string | null,
): Bytes {
  const named = columns.map(({ name, cells }): [string, Column] => [name, columnOf(cells)]);
  return stream(named, next === null ? {} : { next });
}

/** An undefined figure is null, as in JSON. */
function columnOf(cells: readonly Cell[]): Column {
  const [first = 0] = cells;
  if (typeof first === "string") {
    return arrow.columnFromArray([...cells], arrow.dictionary(arrow.utf8(), arrow.int32()));
  }
  if (typeof first === "bigint") {
    return arrow.columnFromArray(BigInt64Array.from(cells as bigint[]));
  }
  const numbers = Float64Array.from(cells as number[]);
  return numbers.length === 0 || numbers.some(Number.isNaN)
    ? arrow.columnFromArray(Array.from(numbers, (x) => Number.isNaN(x) ? null : x), arrow.float64())
    : arrow.columnFromArray(numbers);
}

function stream(
  columns: [string, Column][],
  metadata: Readonly<Record<string, string>>,
): Bytes {
  const { schema, children } = arrow.tableFromColumns(columns);
  const described = { ...schema, metadata: new Map(Object.entries(metadata)) };
  const bytes = arrow.tableToIPC(new arrow.Table(described, children), { format: "stream" });
  if (bytes === null) throw new Error("Cannot print columns: nothing was written");
  return bytes as Bytes;
}
