// This module is browser compatible.

import type { Quantity } from "../quantity.ts";

/**
 * Conversion of a cell to its quantity. `wad` is an on-chain integer in units of 1e-18,
 * `logWad` the logarithm of 1 plus a yield in such units, `amount` an integer in units of a token.
 */
export type Scale = "decimal" | "percent" | "wad" | "logWad" | "amount";

/** The column of a quantity in a source. */
export interface ColumnRule {
  /** Possible names of the column; the first existing one is read. */
  readonly names: readonly string[];
  readonly scale?: Scale;
}

/**
 * The meaning of a source's rows:
 * `level` a state at each bar; `event` a state that lasts until the next row, at any time; `flow`
 * an amount that is summed over the bar that the row falls into; `rate` a yield that is published
 * now and then.
 */
export type RowKind = "level" | "event" | "flow" | "rate";

/** A known form of a source. */
export interface Preset {
  readonly id: string;
  /** Description for people. */
  readonly about: string;
  /** Columns that identify the form; all of them must exist. */
  readonly signature: readonly string[];
  /** Further columns, one of which must exist when other forms share the names above. */
  readonly oneOf?: readonly string[];
  /** Names beside the rows in JSON, which identify the form as well as one of these columns. */
  readonly envelope?: readonly string[];
  readonly time: readonly string[];
  readonly kind: RowKind;
  readonly columns: Partial<Readonly<Record<Quantity, ColumnRule>>>;
  /** Whether rows have the timestamp of the start of their hour or day; a bar has that of its close. */
  readonly isStampedAtOpen?: boolean;
  /** Column and value that select the rows to read. */
  readonly only?: { readonly column: string; readonly value: string };
  /** A column that identifies a row, because the pages of an API overlap. */
  readonly identity?: string;
  /** Whether the index is read from a chain, so that a constant one is not a guess. */
  readonly isChain?: boolean;
}
