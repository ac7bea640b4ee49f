import { excessReturns } from "../../../datasets/daily_returns.ts";
import { type PairedDifference, pairedDifference } from "../../model/paired.ts";
import type { CompareRow } from "./rows.ts";

/** The base of a difference: a passive line of the same market, or a candidate by name. */
export type Base = "hold" | "idle" | { readonly name: string };

/** Returns the difference of each row from a base; null for the base itself and without common days. */
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
  // The place of a candidate may name its capital; the place of a passive line never does.
  return lines.find((line) => place.startsWith(line.place)) ??
    (candidate === null ? undefined : lines[0]);
}
