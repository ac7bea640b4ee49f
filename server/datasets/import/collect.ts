// This module is browser compatible.

import { type Cell, CellError, readInstant, readNumber } from "./cells.ts";
import type { StartError } from "../../base/errors.ts";
import { faultAt, isoTime, type Place, plainText } from "./fault.ts";
import { BOUNDS, type Quantity } from "./quantity.ts";
import { DAY_MS, HOUR_MS, type Readings, type Series } from "./readings.ts";
import { DAILY_FROM_MS, median } from "./sampling.ts";
import { findColumn, lettersOnly } from "./sources/find_column.ts";
import type { Preset, Scale } from "./sources/preset.ts";
import { baseName, type Row, type Source, type Table } from "./sources/table.ts";
import type { ImportSpec } from "./spec.ts";
import { choosePreset, findTargets, type Target } from "./targets.ts";

/** A timestamp this close to a full hour is rounded to it. */
const OFF_GRID_MS = 300_000;
const WAD = 1e18;
/** Rows that show the time from one row to the next. */
const ROWS_PEEKED = 50;
/** More rows without a value than any file has; bounds the time for a file of nothing else. */
const VALUELESS_MAX = 200_000;
const NAMES_SHOWN = 12;
/** Forms whose rows are of an hour or a day, so that `--stamp` says which end of it they name. */
const STAMPED = ["plain", "pendle"];
const EMPTY = "where a pool is still empty, say --start to begin later";

/** The form of a source, and which of its rows count. */
export interface Reader {
  /** Name by which `--map` knows the file; the last part of its path by default. */
  readonly name?: string | undefined;
  readonly presetId?: string | undefined;
  /** Whether it has the yields of the next maturity. */
  readonly isFar?: boolean | undefined;
  /** Only bars that close later count, because earlier files have the others. */
  readonly after?: number | undefined;
  /** Only bars that close until then count: later ones were incomplete when the file was fetched. */
  readonly until?: number | undefined;
}

/** A source and the form to read it as. */
export interface ReadableSource extends Source, Reader {}

/** Sources, one after the other. */
export type Sources = Iterable<ReadableSource> | AsyncIterable<ReadableSource>;

/**
 * Adds the rows of a table to the readings, and returns the id of the recognised form.
 *
 * @throws {StartError} that names line and column
 */
export async function collect(
  table: Table,
  readings: Readings,
  spec: ImportSpec,
  reader: Reader = {},
): Promise<string> {
  const name = reader.name ?? baseName(table.file);
  const { preset, mapped } = choosePreset(table, spec, { ...reader, name });
  const time = findTime(table, preset);
  const order = { readings, spec, mapped, name, isFar: reader.isFar ?? false };
  const targets = findTargets(table, preset, order);
  const read = new Set([time, ...targets.map(({ column }) => column)]);
  readings.addTable({
    file: table.file,
    name,
    presetId: preset.id,
    names: table.names,
    unread: table.names.filter((_, at) => !read.has(at)),
    quantities: targets.map(({ series }) => series.quantity),
    reads: table.names.map((_, at) =>
      at === time
        ? "timestamp"
        : targets.find(({ column }) => column === at)?.series.quantity ?? null
    ),
  });
  // The import is refused after the other sources have been read.
  if (targets.length === 0) return preset.id;
  const only = preset.only === undefined ? -1 : table.names.indexOf(preset.only.column);
  const identity = preset.identity === undefined ? -1 : table.names.indexOf(preset.identity);
  const assumesUtc = (spec.assumesUtc ?? false) || /utc\W*$/i.test(table.names[time] ?? "");
  const instant = (row: Row): number =>
    reading(() => readInstant(row.cells[time], { assumesUtc }), placer(table, row.at, time));
  const { rows, period } = await findPeriod(table, preset, instant, readings);
  const shift = isStampedAtOpen(table.names[time] ?? "", preset, spec) ? period : 0;
  const context = { table, timeColumn: time, targets, readings, spec, reader };
  let moved = 0;
  let valueless = 0;
  for await (const row of rows) {
    if (only >= 0 && row.cells[only] !== preset.only?.value) continue;
    const opened = instant(row) + shift;
    if (identity >= 0 && !isCounted(Math.ceil(opened / HOUR_MS) * HOUR_MS, reader)) continue;
    if (identity >= 0 && !readings.isFirst(`${preset.id} ${row.cells[identity]}`)) continue;
    if (!addRow(row, opened, context) && ++valueless > VALUELESS_MAX) {
      throw faultAt(table.place(row.at), `more than ${VALUELESS_MAX} rows have no value`);
    }
    moved++;
  }
  if (shift > 0) readings.countMoved(table.file, moved, period);
  for (const remark of table.remarks?.() ?? []) readings.counts.remarks.add(remark);
  return preset.id;
}

/** Returns the column of the time. */
function findTime({ names, place }: Table, { time }: Preset): number {
  const found = findColumn(names, time);
  if (found >= 0) return found;
  if (names.length === 0) throw faultAt(place(1), "there are no rows in it");
  // The index of a frame has no name.
  if (names[0] === "") return 0;
  const wanted = `wanted one of ${time.join(", ")}, or --map timestamp=COLUMN`;
  const has = names.slice(0, NAMES_SHOWN).map(plainText).join(", ");
  throw faultAt(place(1), `no column says the time, it has ${has}; ${wanted}`);
}

/** Returns whether rows are stamped with the start of their hour or day. */
function isStampedAtOpen(
  column: string,
  { id, isStampedAtOpen }: Preset,
  spec: ImportSpec,
): boolean {
  const isOpenTime = lettersOnly(column) === "opentime";
  if (!STAMPED.includes(id) || spec.stamp === undefined) {
    return (isStampedAtOpen ?? false) || isOpenTime;
  }
  return spec.stamp === "open";
}

/** Finds the time from one row to the next by the first rows, and returns all rows. */
async function findPeriod(
  { rows }: Table,
  { id }: Preset,
  instant: (row: Row) => number,
  { periods }: Readings,
): Promise<{ readonly rows: AsyncIterable<Row>; readonly period: number }> {
  const rest = (async function* (): AsyncGenerator<Row> {
    yield* rows;
  })();
  const head: Row[] = [];
  for (let at = 0; at < ROWS_PEEKED; at++) {
    const { done, value } = await rest.next();
    if (done) break;
    head.push(value);
  }
  const stamps = head.map(instant);
  const steps = stamps.slice(1).map((stamp, at) => Math.abs(stamp - (stamps[at] ?? NaN)))
    .filter((step) => step > 0);
  // A page of one row has the period of the page before.
  if (steps.length > 0) periods.set(id, median(steps) >= DAILY_FROM_MS ? DAY_MS : HOUR_MS);
  return {
    period: periods.get(id) ?? HOUR_MS,
    rows: (async function* (): AsyncGenerator<Row> {
      yield* head;
      yield* rest;
    })(),
  };
}

/** Returns whether the bar that closes at an instant counts. */
function isCounted(close: number, { after = -Infinity, until = Infinity }: Reader): boolean {
  return close > after && close <= until;
}

interface RowContext {
  readonly table: Table;
  readonly timeColumn: number;
  readonly targets: readonly Target[];
  readonly readings: Readings;
  readonly spec: ImportSpec;
  readonly reader: Reader;
}

/** Adds what a row has; returns whether it has a value. */
function addRow(
  row: Row,
  time: number,
  { table, timeColumn, targets, readings, spec, reader }: RowContext,
): boolean {
  let hasValue = false;
  for (const { series, column, scale } of targets) {
    const place = placer(table, row.at, column);
    const value = reading(() => scaled(row.cells[column], scale, spec.decimals), place);
    if (value === null) continue;
    hasValue = true;
    if (value === 0 && isEmptyPool(series)) {
      readings.counts.empty++;
      continue;
    }
    const isIn = isWithin(series.quantity, value);
    // Rows outside the imported span may hold anything: the pool is still empty, or paid out.
    if (!isIn && isOutside(time, spec)) continue;
    const key = series.kind === "rate"
      ? time
      : barClose(series, time, placer(table, row.at, timeColumn), readings);
    if (key > (reader.until ?? Infinity)) readings.counts.early++;
    if (!isCounted(key, reader)) continue;
    if (!isIn) throw outOfBounds(series.quantity, value, place());
    readings.add(series, key, { value, time, place });
  }
  return hasValue;
}

/** Returns a function that locates a cell on demand, without keeping its row in memory. */
function placer(table: Table, at: number, column: number): () => Place {
  return () => table.place(at, column);
}

/** Returns the close of the bar that a row belongs to. */
function barClose(series: Series, time: number, place: () => Place, readings: Readings): number {
  if (series.kind !== "level") return Math.ceil(time / HOUR_MS) * HOUR_MS;
  const hour = Math.round(time / HOUR_MS) * HOUR_MS;
  if (hour === time) return hour;
  if (Math.abs(hour - time) > OFF_GRID_MS) {
    const detail = `${isoTime(time)} is no full hour, must be within 5 minutes of one`;
    throw faultAt(place(), `${detail}; read rows at any time as events:FILE`);
  }
  const where = place();
  if (readings.counts.rounded.at(-1) !== where) readings.counts.rounded.push(where);
  return hour;
}

/** Returns whether 0 means that nothing is in the pool: not yet, or no longer. */
function isEmptyPool({ quantity, presetId }: Series): boolean {
  return presetId === "pendle" && ["totalPt", "totalSy", "tvlUsd"].includes(quantity);
}

function isWithin(quantity: Quantity, value: number): boolean {
  const { min, max } = BOUNDS[quantity];
  return value >= min && value <= max;
}

function isOutside(time: number, { start, end, expiry }: ImportSpec): boolean {
  return start !== undefined && time < Date.parse(start) || time > Date.parse(end ?? expiry);
}

function outOfBounds(quantity: Quantity, value: number, place: Place): StartError {
  const { min, max, hint } = BOUNDS[quantity];
  const reason = value === 0 ? EMPTY : hint;
  return faultAt(place, `${quantity} is ${value}, must be from ${min} to ${max}: ${reason}`);
}

function scaled(cell: Cell, scale: Scale, decimals: number): number | null {
  const number = readNumber(cell);
  if (number === null || scale === "decimal") return number;
  if (scale === "percent") return number / 100;
  if (scale === "amount") return number / 10 ** decimals;
  return scale === "logWad" ? Math.expm1(number / WAD) : number / WAD;
}

function reading<T>(read: () => T, place: () => Place): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof CellError) throw faultAt(place(), error.message);
    throw error;
  }
}
