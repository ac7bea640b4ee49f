import type { Run, RunInFull } from "../../engine/messages.ts";
import { iso } from "../../model/format.ts";
import { csvText } from "../../components/csv.ts";
import type { SkipReason } from "./skips.ts";

/** A table of a run with the engine's exact values. */
export interface Table {
  readonly names: readonly string[];
  readonly rowCount: number;
  /** null for an empty cell. */
  cell(row: number, column: number): number | string | null;
}

const PORTFOLIO = ["equity", "return", "drawdown", "exposure", "turnover", "cost"] as const;
const LEDGER = [
  "signalTarget",
  "executedPosition",
  "ptPrice",
  "units",
  "shares",
  "equity",
  "turnover",
  "feeCost",
  "slippageCost",
] as const;

/** Returns the portfolio, one row per bar. */
export function portfolioTable({ rows, dataset }: RunInFull): Table {
  return toTable(dataset.timestamp, PORTFOLIO.map((name) => [name, rows.portfolio[name]]));
}

/** Returns the ledger of a component, one row per bar. */
export function ledgerTable({ run, rows, dataset }: RunInFull, component: number): Table {
  const { timestamp } = dataset;
  const ledger = rows.ledgers[component];
  if (ledger === undefined) return toTable(timestamp, []);
  return toTable(timestamp, [
    ...LEDGER.map((name) => [name, ledger[name]] as const),
    ["skipReason", skipReasons(run.events, component, timestamp.length)],
  ]);
}

/** Returns the reason of the skip on each bar; null without a skip. */
export function skipReasons(
  events: Run["events"],
  component: number,
  bars: number,
): readonly (SkipReason | null)[] {
  const reasons = new Array<SkipReason | null>(bars).fill(null);
  for (const event of events) {
    if (event.eventKind !== "skipped_signal" || event.component !== component) continue;
    reasons.fill(event.skipReason, event.at, event.at + event.bars);
  }
  return reasons;
}

type Column = ArrayLike<number | string | null>;

function toTable(timestamp: Float64Array, columns: readonly (readonly [string, Column])[]): Table {
  return {
    names: ["timestamp", ...columns.map(([name]) => name)],
    rowCount: timestamp.length,
    cell: (row, column) => {
      if (column === 0) return iso(timestamp[row] ?? 0);
      return columns[column - 1]?.[1][row] ?? null;
    },
  };
}

/**
 * Returns a table as CSV with full precision.
 */
export function toCsv({ names, rowCount, cell }: Table): string {
  const rows = Array.from(
    { length: rowCount },
    (_, row) => names.map((__, column) => cell(row, column)),
  );
  return csvText([names, ...rows]);
}
