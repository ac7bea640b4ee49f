// This module is browser compatible.

import { CAPITAL_DEFAULT } from "../../contracts/engine_constants.ts";
import type { ImportedDataset } from "./assemble.ts";
import type { Cleaning } from "./clean.ts";
import { refusal } from "./fault.ts";
import { DAY_MS, type Readings } from "./readings.ts";
import { median } from "./sampling.ts";

/** A larger share of a pool does not trade at once. */
const SHARE_MAX = 0.1;
/** A mean volume of a day above this multiple of the pool is of another market, or in another unit. */
const TURNOVER_MAX = 5;

/**
 * Compares the pool with what is traded in it, and with the capital of a candidate that names none.
 *
 * @throws {StartError} when the volume is not that of the pool
 */
export function describePool(
  { times, columns }: ImportedDataset,
  coin = "in the accounting asset",
): readonly string[] {
  const pool = median(columns["tvl"] ?? []);
  const days = ((times.at(-1) ?? NaN) - (times[0] ?? NaN)) / DAY_MS;
  const volume = (columns["volume"] ?? []).reduce((sum, amount) => sum + amount, 0) / days;
  if (volume > TURNOVER_MAX * pool) {
    throw refusal(
      `volume is ${shown(volume)} a day in a pool of ${
        shown(pool)
      }: it is that of another market, or ` +
        "in another unit (USD, shares)",
    );
  }
  const capital = Number(CAPITAL_DEFAULT);
  return capital <= SHARE_MAX * pool ? [] : [
    `the pool is worth ${shown(pool)} ${coin}, and the default capital is ` +
    `${CAPITAL_DEFAULT} of it, so name a capital`,
  ];
}

/** Says which quantities come from which of several files. */
export function describeFiles({ tables }: Readings): readonly string[] {
  if (tables.length < 2) return [];
  const named = tables.filter(({ quantities }) => quantities.length > 0)
    .map(({ name, quantities }) => `${quantities.join(", ")} of ${name}`);
  return [`read: ${[...new Set(named)].slice(0, FILES_SHOWN).join("; ")}`];
}

/** Files that a note lists, remarks that a manifest keeps, and the length of one. */
const FILES_SHOWN = 12;
const REMARKS_KEPT = 30;
const TEXT_MAX = 500;

/** Says, with counts, what was read otherwise than it stands in the sources. */
export function describeCorrections(
  { counts }: Readings,
  { dropped }: Cleaning,
  made: readonly string[],
): readonly string[] {
  const counted: readonly (readonly [number, string])[] = [
    [dropped.length, "rows dropped"],
    [counts.duplicates.length, "rows given twice, of which the last is taken"],
    [counts.rounded.length, "stamps rounded to the hour"],
    [counts.empty, "zeros of a pool that was still or again empty, which count as no rows"],
    [
      counts.early,
      "values of bars that a later file has, or that had not closed when they were fetched",
    ],
  ];
  const remarks = [...counts.remarks];
  const more = remarks.length - REMARKS_KEPT;
  return [
    ...made,
    ...remarks.slice(0, REMARKS_KEPT),
    ...more > 0 ? [`and ${more} more remarks on files`] : [],
    ...counted.filter(([count]) => count > 0).map(([count, what]) => `${what}: ${count}`),
  ].map((text) => text.slice(0, TEXT_MAX));
}

function shown(amount: number): string {
  return String(Number(amount.toPrecision(3)));
}
