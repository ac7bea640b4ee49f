// This module is browser compatible.

import { excessReturns } from "../../../datasets/daily_returns.ts";
import { type PairedDifference, pairedDifference } from "../../model/paired.ts";
import type { CompareRow } from "./rows.ts";

/** What a difference is taken from: a passive line of the same market, or a candidate by its name. */
export type Base = "hold" | "idle" | { readonly name: string };

/** Returns each row with its difference from a base; null of the base itself and where days lack. */
export function differencesFrom(
  rows: readonly CompareRow[],
  base: Base,
): ReadonlyMap<CompareRow, PairedDifference | null> {
  return new Map(rows.map((row) => {
    const other = baseOf(rows, row, base);
    if (row.path === null || other === row || !other?.path) return [row, null];
    return [row, pairedDifference(excessReturns(row.path.daily, other.path.daily))];
  }));
}

function baseOf(
  rows: readonly CompareRow[],
  { place, candidate }: CompareRow,
  base: Base,
): CompareRow | undefined {
  if (typeof base !== "string") return rows.find(({ name }) => name === base.name);
  const lines = rows.filter(({ kind }) => kind === base);
  // A capital of one's own is part of the place of a candidate, not of a line.
  return lines.find((line) => place.startsWith(line.place)) ??
    (candidate === null ? undefined : lines[0]);
}
