// This module is browser compatible.

import { isoTime, type Place, refusal } from "./fault.ts";
import type { Quantity } from "./quantity.ts";
import type { Preset, RowKind } from "./sources/preset.ts";

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

/** More hours than any market lives; a larger table is not a market's history. */
export const HOURS_MAX = 50_000;

/** More values than overlapping files of a market give twice; bounds the memory for their places. */
const DUPLICATES_MAX = 500_000;

/** More trades than any market has; bounds the memory for their names. */
const NAMES_MAX = 2_000_000;

/** Tolerance within which two readings of one hour agree. */
const AGREEMENT = 1e-4;

/** A number in a source and its place. */
export interface Reading {
  readonly value: number;
  /** Timestamp, milliseconds since 1970. */
  readonly time: number;
  readonly place: () => Place;
}

/** Readings of one quantity, keyed by the close of their hour (rates: by their timestamp). */
export interface Series {
  readonly quantity: Quantity;
  readonly presetId: string;
  readonly kind: RowKind;
  readonly isChain: boolean;
  readonly byTime: Map<number, Reading>;
}

/** Observations while reading, each with its place. */
export interface ReadingCounts {
  readonly duplicates: string[];
  readonly rounded: string[];
  readonly unused: Set<string>;
  /** What was unusual about the form of a file. */
  readonly remarks: Set<string>;
  /** Rows of bars that had not closed when their file was fetched. */
  early: number;
  /** Zeros of a pool that was empty, of a form that says so. */
  empty: number;
}

/** A file that was opened. */
export interface OpenedTable {
  readonly file: string;
  /** Name by which `--map` knows it. */
  readonly name: string;
  readonly presetId: string;
  readonly names: readonly string[];
  /** Names of the columns that no form reads. */
  readonly unread: readonly string[];
  readonly quantities: readonly Quantity[];
  /** What is read from each column. */
  readonly reads: readonly (Quantity | "timestamp" | null)[];
}

/** All readings of an import. Memory grows with the hours of a market, not with its sources. */
export class Readings {
  readonly counts: ReadingCounts = {
    duplicates: [],
    rounded: [],
    unused: new Set(),
    remarks: new Set(),
    early: 0,
    empty: 0,
  };
  /** Whether rows were moved to the close of their bar. */
  hasMoved = false;
  /** Time from one row to the next, by form. */
  readonly periods = new Map<string, number>();
  /** Whether a list of trades that ends early means that nothing was traded since. */
  readonly isLive: boolean;
  readonly #series = new Map<Quantity, Series>();
  readonly #names = new Set<string>();
  readonly #tables: OpenedTable[] = [];

  constructor({ isLive = false }: { readonly isLive?: boolean | undefined } = {}) {
    this.isLive = isLive;
  }

  /** The opened files, in order. */
  get tables(): readonly OpenedTable[] {
    return this.#tables;
  }

  addTable(table: OpenedTable): void {
    this.#tables.push(table);
  }

  /** Counts rows that were moved from the opening to the close of their bar. */
  countMoved(file: string, rows: number, period: number): void {
    this.hasMoved = true;
    const bar = period === HOUR_MS ? "hour" : "day";
    const what = `${rows} rows, stamped at the opening of their ${bar}, count at its close`;
    this.counts.remarks.add(`${file}: ${what}`);
  }

  /** Returns whether a row is new, because the pages of an API overlap. */
  isFirst(name: string): boolean {
    if (this.#names.has(name)) return false;
    if (this.#names.size === NAMES_MAX) throw refusal(`there are more than ${NAMES_MAX} trades`);
    this.#names.add(name);
    return true;
  }

  /** Returns the series of a quantity, if a source had it. */
  find(quantity: Quantity): Series | undefined {
    const series = this.#series.get(quantity);
    return series === undefined || series.byTime.size === 0 ? undefined : series;
  }

  /**
   * Returns the series that a source may add to; null when an earlier source of another form has the
   * quantity and takes precedence.
   */
  open(quantity: Quantity, kind: RowKind, preset: Preset): Series | null {
    const known = this.#series.get(quantity);
    if (known === undefined) {
      const { id, isChain = false } = preset;
      const series = { quantity, presetId: id, kind, isChain, byTime: new Map() };
      this.#series.set(quantity, series);
      return series;
    }
    if (known.presetId === preset.id) return known;
    this.counts.unused.add(`${quantity} of ${preset.id}: that of ${known.presetId} is taken`);
    return null;
  }

  /**
   * Adds a reading.
   *
   * @throws {StartError} when it contradicts another of the same hour
   */
  add(series: Series, key: number, reading: Reading): void {
    const { byTime, kind } = series;
    const before = byTime.get(key);
    byTime.set(key, before === undefined ? reading : this.#merge(series, before, reading));
    if (byTime.size <= HOURS_MAX || kind === "rate" && byTime.size <= 24 * HOURS_MAX) return;
    throw refusal(
      `${reading.place()}: there are more than ${HOURS_MAX} hours, more than any market`,
    );
  }

  #merge({ quantity, kind }: Series, before: Reading, reading: Reading): Reading {
    if (kind === "flow") return { ...reading, value: before.value + reading.value };
    if (kind === "event") return reading.time >= before.time ? reading : before;
    const gap = Math.abs(before.value - reading.value);
    const scale = /Apy$/.test(quantity)
      ? 1
      : Math.max(Math.abs(before.value), Math.abs(reading.value));
    const where = `${quantity} of ${isoTime(reading.time)}`;
    if (gap > AGREEMENT * scale) {
      throw refusal(
        `${where} is ${before.value} in ${before.place()} and ${reading.value} in ` +
          `${reading.place()}: two rows of one hour must agree to a hundredth of a percent`,
      );
    }
    if (this.counts.duplicates.length === DUPLICATES_MAX) {
      throw refusal(`${reading.place()}: more than ${DUPLICATES_MAX} values are given twice`);
    }
    this.counts.duplicates.push(`${where}, ${reading.place()}`);
    return reading;
  }
}
