// This module is browser compatible.

import { type Cell, CellError, readInstant, readNumber } from "./cells.ts";
import type { StartError } from "../../base/errors.ts";
import { faultAt, isoTime, type Place } from "./fault.ts";
import { BOUNDS, isQuantity, type Quantity, YIELDS } from "./quantity.ts";
import { HOUR_MS, type Readings, type Series } from "./readings.ts";
import { findColumn } from "./sources/find_column.ts";
import type { ColumnRule, Preset, Scale } from "./sources/preset.ts";
import { detectPreset, PRESETS } from "./sources/presets.ts";
import type { Row, Table } from "./sources/table.ts";
import type { ImportSpec } from "./spec.ts";

/** A timestamp this close to a full hour is rounded to it. */
const OFF_GRID_MS = 300_000;
const WAD = 1e18;
const EMPTY = "where a pool is still empty, say --start to begin later";

/** The form of a source: its name, or `far` for the yields of the next maturity. */
export interface Reader {
  readonly presetId?: string | undefined;
  readonly isFar?: boolean | undefined;
}

interface Target {
  readonly series: Series;
  readonly column: number;
  readonly scale: Scale;
}

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
  const preset = choosePreset(table, spec, reader.presetId);
  const time = findColumn(table.names, preset.time);
  if (time < 0) {
    throw faultAt(
      table.place(1),
      `no column says the time, wanted one of ${preset.time.join(", ")}`,
    );
  }
  const targets = findTargets(table, preset, { readings, spec, isFar: reader.isFar ?? false });
  const read = new Set([time, ...targets.map(({ column }) => column)]);
  readings.addTable({
    file: table.file,
    names: table.names,
    unread: table.names.filter((_, at) => !read.has(at)),
    isUsed: targets.length > 0,
  });
  // The import is refused after the other sources have been read.
  if (targets.length === 0) return preset.id;
  const only = preset.only === undefined ? -1 : table.names.indexOf(preset.only.column);
  const identity = preset.identity === undefined ? -1 : table.names.indexOf(preset.identity);
  for await (const row of table.rows) {
    if (only >= 0 && row.cells[only] !== preset.only?.value) continue;
    if (identity >= 0 && !readings.isFirst(`${preset.id} ${row.cells[identity]}`)) continue;
    addRow(row, { table, preset, time, targets, readings, spec });
  }
  return preset.id;
}

interface RowContext {
  readonly table: Table;
  readonly preset: Preset;
  readonly time: number;
  readonly targets: readonly Target[];
  readonly readings: Readings;
  readonly spec: ImportSpec;
}

function addRow(row: Row, { table, preset, time, targets, readings, spec }: RowContext): void {
  const placeOfTime = placer(table, row.at, time);
  const stamp = reading(
    () => readInstant(row.cells[time], { assumesUtc: spec.assumesUtc ?? false }),
    placeOfTime,
  );
  const opened = preset.isStampedAtOpen ? stamp + HOUR_MS : stamp;
  for (const { series, column, scale } of targets) {
    const place = placer(table, row.at, column);
    const value = reading(() => scaled(row.cells[column], scale, spec.decimals), place);
    if (value === null) continue;
    if (!isWithin(series.quantity, value)) {
      // Rows outside the imported span may hold anything: the pool is still empty, or paid out.
      if (isOutside(opened, spec)) continue;
      throw outOfBounds(series.quantity, value, place());
    }
    const key = series.kind === "rate" ? opened : barClose(series, opened, placeOfTime, readings);
    readings.add(series, key, { value, time: opened, place });
  }
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

function choosePreset(table: Table, { map }: ImportSpec, presetId: string | undefined): Preset {
  const named = PRESETS.find(({ id }) => id === presetId);
  return withMap(named ?? detectPreset(table.names), table, map);
}

/** Returns a form that reads the mapped columns of a table in place of its own. */
function withMap(preset: Preset, { names }: Table, map: ImportSpec["map"]): Preset {
  const columns = { ...preset.columns };
  for (const [quantity, column] of Object.entries(map)) {
    if (isQuantity(quantity) && names.includes(column)) columns[quantity] = { names: [column] };
  }
  return { ...preset, columns };
}

function findTargets(
  table: Table,
  preset: Preset,
  { readings, spec, isFar }: {
    readonly readings: Readings;
    readonly spec: ImportSpec;
    readonly isFar: boolean;
  },
): readonly Target[] {
  return Object.entries(preset.columns).flatMap(([word, rule]): Target[] => {
    if (!isQuantity(word) || isFar && word !== "impliedApy") return [];
    const column = findColumn(table.names, rule.names);
    if (column < 0) return [];
    const quantity = isFar ? "farImpliedApy" : word;
    const kind = quantity === "publishedApy" ? "rate" : preset.kind;
    const series = readings.open(quantity, kind, preset);
    return series === null ? [] : [{ series, column, scale: chooseScale(word, rule, spec) }];
  });
}

function chooseScale(quantity: Quantity, { scale }: ColumnRule, { percent }: ImportSpec): Scale {
  if (scale !== undefined) return scale;
  return YIELDS.includes(quantity) && percent.includes(quantity) ? "percent" : "decimal";
}
