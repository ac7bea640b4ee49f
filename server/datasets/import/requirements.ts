// This module is browser compatible.

import { StartError } from "../../base/errors.ts";
import { isAssetPriced, requireUse } from "./dollars.ts";
import { requireExpiry } from "./expiry.ts";
import { requirePool, requireScalarRoot } from "./pool.ts";
import { plainText, refusal } from "./fault.ts";
import type { Quantity } from "./quantity.ts";
import type { OpenedTable, Readings, Series } from "./readings.ts";
import { lettersOnly } from "./sources/find_column.ts";
import { type ImportSpec, parseMapKey } from "./spec.ts";
import { requireIndex } from "./sy_index.ts";

/** Parts of names that suggest a quantity, the most telling first. */
const HINTS: readonly (readonly [Quantity, RegExp])[] = [
  ["impliedApy", /implied(yield|apy|rate)?$|fixed(apy|yield|rate)$/],
  ["syIndex", /exchangerate$|^syrate$|index$/],
  ["totalPt", /ptreserves?$|(reserve|total)pt$/],
  ["totalSy", /syreserves?$|(reserve|total)sy$/],
  ["tvlUsd", /tvl(usd)?$|liquidity(usd)?$/],
  ["scalarRoot", /scalarroot$/],
  ["publishedApy", /underlying(yield|apy|rate)$|^apy(base)?$/],
];

/**
 * Returns the series that decides the bars of the history.
 *
 * @throws {StartError} that lists everything that is missing, with the columns that no form reads
 */
export function requireAll(readings: Readings, spec: ImportSpec): Series {
  const { lead, faults, hints } = findFaults(readings, spec);
  if (lead !== undefined && faults.length === 0) return lead;
  throw refuseAll(faults, hints);
}

/** Returns the error for faults, which it numbers when there are several. */
export function refuseAll(faults: readonly string[], hints: readonly string[]): StartError {
  const listed = faults.length === 1
    ? faults
    : [`${faults.length} things are missing`, ...faults.map((fault, at) => `${at + 1}. ${fault}`)];
  return refusal([...listed, ...hints].join("\n  "));
}

/** What readings lack, and hints on columns where they lack something. */
export interface Faults {
  readonly lead: Series | undefined;
  readonly faults: readonly string[];
  readonly hints: readonly string[];
}

/** @param missing facts of the market that were not given */
export function findFaults(
  readings: Readings,
  spec: ImportSpec,
  missing: readonly string[] = [],
): Faults {
  let lead: Series | undefined;
  const checks: readonly (() => unknown)[] = [
    () => lead = requireLead(readings),
    () => missing.length > 0 || requireExpiry(readings, Date.parse(spec.expiry)),
    () => requireIndex(readings, spec),
    () => requireScalarRoot(readings, spec),
    () => requirePool(readings, spec),
    () => requireUse(readings, spec),
  ];
  const { tables } = readings;
  const faults = [
    ...missing,
    ...tables.filter(({ quantities }) => quantities.length === 0)
      .map(({ file }) => `no column of ${file} is read: say --map NAME=COLUMN`),
    ...Object.entries(spec.map).filter(([key, column]) => !isColumn(tables, key, column))
      .map(([key, column]) => `no source has the column ${column} of --map ${key}`),
    ...checks.flatMap(tryCheck),
  ];
  return { lead, faults, hints: faults.length === 0 ? [] : mappingHints(readings, spec) };
}

/** @throws {StartError} when no source has a yield */
function requireLead(readings: Readings): Series {
  const lead = readings.find("impliedApy") ?? readings.find("ptPrice");
  if (lead !== undefined) return lead;
  throw refusal("no source has impliedApy, nor ptPrice in the accounting asset to make it of");
}

function isColumn(tables: readonly OpenedTable[], key: string, column: string): boolean {
  const file = parseMapKey(key)?.file ?? null;
  return tables.some(({ name, names }) =>
    (file === null || file === name) && names.includes(column)
  );
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
    .map(({ file, unread }) => `${file}: ${unread.map(plainText).join(", ").slice(0, 300)}`);
  const likely = HINTS.flatMap(([quantity, pattern]) => {
    if (readings.find(quantity) !== undefined) return [];
    const names = tables.flatMap(({ names, unread, presetId }) => {
      // The value of a chart of DefiLlama is that of the underlying protocol.
      if (quantity === "tvlUsd" && presetId === "defillama") return [];
      return quantity === "publishedApy" ? names : unread;
    });
    const found = names.find((name) => pattern.test(lettersOnly(name)));
    return found === undefined ? [] : [`${quantity}=${found}`];
  }).filter((pair) => pair !== "tvlUsd=tvl" || readings.find("tvl") === undefined);
  const isInDollars = likely.some((each) => each.startsWith("tvlUsd=")) &&
    !isAssetPriced(readings, spec);
  const price = isInDollars ? " --asset-usd 1 (of an asset that is a dollar)" : "";
  return [
    ...listed.length === 0 ? [] : [`columns that are not read: ${listed.join("; ")}`],
    ...likely.length === 0 ? [] : [`perhaps --map ${likely.join(",")}${price}`],
    ...readings.find("tvl") === undefined || spec.map["tvl"] !== undefined
      ? []
      : ["where tvl is in USD and not in the asset: --map tvlUsd=tvl --asset-usd N"],
  ];
}
