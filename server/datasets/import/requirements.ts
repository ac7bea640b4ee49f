// This module is browser compatible.

import { StartError } from "../../base/errors.ts";
import { isAssetPriced } from "./dollars.ts";
import { requireExpiry } from "./expiry.ts";
import { findScalarRoot, requirePool } from "./pool.ts";
import { refusal } from "./fault.ts";
import type { Quantity } from "./quantity.ts";
import type { OpenedTable, Readings, Series } from "./readings.ts";
import { lettersOnly } from "./sources/find_column.ts";
import type { ImportSpec } from "./spec.ts";
import { requireIndex } from "./sy_index.ts";

/** Parts of names that suggest a quantity, the most telling first. */
const HINTS: readonly (readonly [Quantity, RegExp])[] = [
  ["impliedApy", /implied(yield|apy|rate)?$|fixed(apy|yield|rate)$/],
  ["syIndex", /exchangerate$|^syrate$|index$/],
  ["totalPt", /ptreserves?$|(reserve|total)pt$/],
  ["totalSy", /syreserves?$|(reserve|total)sy$/],
  ["tvlUsd", /tvl(usd)?$|liquidity(usd)?$/],
  ["scalarRoot", /scalarroot$/],
  ["publishedApy", /underlying(yield|apy|rate)$|apybase$/],
];

/**
 * Returns the series that decides the bars of the history.
 *
 * @param missing facts of the market that were not given
 * @throws {StartError} that lists everything that is missing, with the columns that no form reads
 */
export function requireAll(
  readings: Readings,
  spec: ImportSpec,
  missing: readonly string[] = [],
): Series {
  let lead: Series | undefined;
  const checks: readonly (() => unknown)[] = [
    () => lead = requireLead(readings),
    () => missing.length > 0 || requireExpiry(readings, Date.parse(spec.expiry)),
    () => requireIndex(readings),
    () => findScalarRoot(readings, spec),
    () => requirePool(readings, spec),
  ];
  const { tables } = readings;
  const faults = [
    ...missing,
    ...tables.filter(({ isUsed }) => !isUsed)
      .map(({ file }) => `no column of ${file} is read: say --map NAME=COLUMN`),
    ...Object.entries(spec.map).filter(([, column]) => !isColumn(tables, column ?? ""))
      .map(([quantity, column]) => `no source has the column ${column} of --map ${quantity}`),
    ...checks.flatMap(tryCheck),
  ];
  if (lead !== undefined && faults.length === 0) return lead;
  const hint = mappingHints(readings, spec);
  const [only = ""] = faults;
  if (faults.length === 1) throw refusal([only, ...hint].join("\n  "));
  const listed = faults.map((fault, at) => `${at + 1}. ${fault}`);
  throw refusal([`${faults.length} things are missing`, ...listed, ...hint].join("\n  "));
}

/** @throws {StartError} when no source has a yield */
function requireLead(readings: Readings): Series {
  const lead = readings.find("impliedApy") ?? readings.find("ptPrice");
  if (lead !== undefined) return lead;
  throw refusal("no source has impliedApy, nor ptPrice in the accounting asset to make it of");
}

function isColumn(tables: readonly OpenedTable[], column: string): boolean {
  return tables.some(({ names }) => names.includes(column));
}

function tryCheck(check: () => unknown): readonly string[] {
  try {
    check();
    return [];
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return [error.message.replace(/^Cannot import: /, "")];
  }
}

/** Returns lines about the columns that no form reads, and the likely `--map` with what it needs. */
function mappingHints(readings: Readings, spec: ImportSpec): readonly string[] {
  const { tables } = readings;
  const listed = tables.filter(({ unread }) => unread.length > 0)
    .map(({ file, unread }) => `${file}: ${unread.join(", ").slice(0, 300)}`);
  if (listed.length === 0) return [];
  const likely = HINTS.flatMap(([quantity, pattern]) => {
    if (readings.find(quantity) !== undefined) return [];
    const names = tables.flatMap(({ unread }) => unread);
    const found = names.find((name) => pattern.test(lettersOnly(name)));
    return found === undefined ? [] : [`${quantity}=${found}`];
  });
  const isInDollars = likely.some((each) => each.startsWith("tvlUsd=")) &&
    !isAssetPriced(readings, spec);
  const price = isInDollars ? " --asset-usd 1 (of an asset that is a dollar)" : "";
  const map = likely.length === 0 ? [] : [`perhaps --map ${likely.join(",")}${price}`];
  return [`columns that are not read: ${listed.join("; ")}`, ...map];
}
