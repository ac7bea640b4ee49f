// This module is browser compatible.

import type { Quantity } from "../quantity.ts";

/**
 * How a cell becomes a number of its quantity. `wad` is an integer of a chain in units of 1e-18,
 * `logWad` the logarithm of 1 plus a yield in such units, `amount` an integer in units of a token.
 */
export type Scale = "decimal" | "percent" | "wad" | "logWad" | "amount";

/** Where a source has a quantity. */
export interface ColumnRule {
  /** Names of the column; the first that is there is read. */
  readonly names: readonly string[];
  readonly scale?: Scale;
}

/**
 * What the rows of a source are:
 * `level` a state at each bar; `event` a state that lasts until the next row, at any time; `flow`
 * an amount that is summed over the bar that the row falls into; `rate` a yield that is published
 * now and then.
 */
export type RowKind = "level" | "event" | "flow" | "rate";

/** A known form of a source. */
export interface Preset {
  readonly id: string;
  /** What it is, in words. */
  readonly about: string;
  /** It is recognised by these columns: all of them are there. */
  readonly signature: readonly string[];
  /** And by one of these, where it has what others name alike. */
  readonly oneOf?: readonly string[];
  readonly time: readonly string[];
  readonly kind: RowKind;
  readonly columns: Partial<Readonly<Record<Quantity, ColumnRule>>>;
  /** Whether rows are stamped with the beginning of their hour, where a bar has its close. */
  readonly isStampedAtOpen?: boolean;
  /** Only rows with this value of this column count. */
  readonly only?: { readonly column: string; readonly value: string };
  /** A column that tells rows apart: pages of an API overlap. */
  readonly identity?: string;
  /** Whether its index is read from a chain: one that never moves is then no guess. */
  readonly isChain?: boolean;
}
