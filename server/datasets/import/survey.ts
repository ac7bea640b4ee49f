// This module is browser compatible.

import { StartError } from "../../base/errors.ts";
import type { Cell } from "./cells.ts";
import { collect, type Sources } from "./collect.ts";
import { type KnownExpiry, suggestExpiry } from "./expiry.ts";
import { isoTime } from "./fault.ts";
import type { Quantity } from "./quantity.ts";
import { type OpenedTable, Readings } from "./readings.ts";
import { findFaults } from "./requirements.ts";
import { timeSpan } from "./sampling.ts";
import { openSource } from "./sources/open.ts";
import type { Row, Table } from "./sources/table.ts";
import type { ImportSpec, SpecInput } from "./spec.ts";
import { type Imported, transform } from "./transform.ts";

/** A column of a source: what is read from it, and its first cells. */
export interface SurveyedColumn {
  readonly name: string;
  readonly reads: Quantity | "timestamp" | null;
  readonly first: readonly Cell[];
}

/** A source that was opened, read or not. */
export interface SurveyedTable {
  readonly file: string;
  readonly columns: readonly SurveyedColumn[];
}

/** What sources have, and everything that an import of them lacks. */
export interface Survey {
  readonly tables: readonly SurveyedTable[];
  /** Sentences, each of a fault; with columns that no form reads, and the likely `--map`, last. */
  readonly faults: readonly string[];
  readonly hints: readonly string[];
  readonly expiry: KnownExpiry | null;
  /** The market, where nothing is lacking. */
  readonly imported: Imported | null;
}

/** Rows that show what a column has, and the length of a cell of them. */
const ROWS_SHOWN = 3;
const CELL_SHOWN = 40;

/**
 * Reads sources to list at once everything that an import of them lacks.
 *
 * @param spec with stand-ins for the facts that are missing
 * @param missing the options of these facts
 */
export async function survey(
  sources: Sources,
  spec: ImportSpec,
  missing: readonly string[],
): Promise<Survey> {
  const readings = new Readings(spec);
  const tables: SurveyedTable[] = [];
  const presetIds: string[] = [];
  const broken: string[] = [];
  for await (const source of sources) {
    const head: Row[] = [];
    const opened = readings.tables.length;
    let table: Table | null = null;
    try {
      table = peek(await openSource(source, spec.isComplete), head);
      presetIds.push(await collect(table, readings, spec, source));
    } catch (error) {
      broken.push(reasonOf(error));
    }
    if (table !== null) tables.push(describe(table, head, readings.tables[opened]));
  }
  const expiry = suggestExpiry(readings);
  const unsaid = missing.map((option) => {
    const by = option === "--expiry" && expiry !== null
      ? `, by ${expiry.by} it is ${isoTime(expiry.instant)}`
      : "";
    return `${option} is missing, must be given${by}`;
  });
  if (broken.length > 0) {
    return { tables, faults: [...unsaid, ...broken], hints: [], expiry, imported: null };
  }
  const { lead, faults, hints } = findFaults(readings, spec, unsaid);
  if (lead === undefined || faults.length > unsaid.length) {
    return { tables, faults, hints, expiry, imported: null };
  }
  try {
    // A market that ends with its last row shows what else is lacking.
    const isWhole = unsaid.length === 0;
    const end = isoTime(timeSpan(lead).last);
    const imported = transform(readings, isWhole ? spec : { ...spec, expiry: end });
    return { tables, faults, hints, expiry, imported: isWhole ? { ...imported, presetIds } : null };
  } catch (error) {
    return { tables, faults: [...faults, reasonOf(error)], hints, expiry, imported: null };
  }
}

/** The facts of a market that only its user knows, and what a survey takes for them. */
export const STAND_INS = {
  marketKey: "unnamed",
  name: "unnamed",
  expiry: "9999-12-31T00:00:00Z",
} satisfies Partial<SpecInput>;

/** Keeps the first rows of a table as they are read. */
function peek(table: Table, head: Row[]): Table {
  return {
    ...table,
    rows: (async function* (): AsyncGenerator<Row> {
      for await (const row of table.rows) {
        if (head.length < ROWS_SHOWN) head.push(row);
        yield row;
      }
    })(),
  };
}

function describe(
  { file, names }: Table,
  head: readonly Row[],
  opened: OpenedTable | undefined,
): SurveyedTable {
  const columns = names.map((name, at): SurveyedColumn => ({
    name,
    reads: opened?.reads[at] ?? null,
    first: head.map(({ cells }) => {
      const cell = cells[at];
      return typeof cell === "string" ? cell.slice(0, CELL_SHOWN) : cell;
    }),
  }));
  return { file, columns };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof StartError)) throw error;
  return error.message.replace(/^Cannot import:? /, "");
}
