// This module is browser compatible.

import { faultAt, isoTime, refusal } from "./fault.ts";
import type { Quantity } from "./quantity.ts";
import { DAY_MS, HOUR_MS, type Readings, type Series } from "./readings.ts";
import { median } from "./sampling.ts";
import type { ImportSpec } from "./spec.ts";

/** Columns that count down to the expiry, and the milliseconds of their unit. */
const COUNTDOWNS: readonly (readonly [Quantity, number])[] = [
  ["secondsToExpiry", 1_000],
  ["daysToExpiry", 86_400_000],
];
/** A daily row may be stamped at either end of its day. */
const SLACK_MS = 2 * 86_400_000;

const YEAR_MS = 365 * DAY_MS;
/** A smaller yield, or fewer rows, say nothing about time. */
const APY_MIN = 0.005;
const ROWS_MIN = 10;

/** The expiry that a column counts down to. */
interface KnownExpiry {
  readonly instant: number;
  readonly quantity: Quantity;
}

/** Returns the expiry by a column of the sources; null when none has it. */
export function findExpiry(readings: Readings): KnownExpiry | null {
  for (const [quantity, unitMs] of COUNTDOWNS) {
    const series = readings.find(quantity);
    if (series === undefined) continue;
    const ends = [...series.byTime].map(([time, { value }]) => time + value * unitMs);
    return { instant: median(ends), quantity };
  }
  return null;
}

/** @throws {StartError} when a column counts down to another day */
export function requireExpiry(readings: Readings, expiry: number): void {
  const known = findExpiry(readings);
  if (known === null || Math.abs(known.instant - expiry) <= SLACK_MS) return;
  const { instant, quantity } = known;
  throw refusal(`--expiry is ${isoTime(expiry)}, by ${quantity} it is ${isoTime(instant)}`);
}

/**
 * Returns a note on what confirms the expiry.
 *
 * @param isPriced whether the source has prices, which were compared with those of the expiry
 */
export function describeExpiry(readings: Readings, isPriced: boolean): string {
  const known = findExpiry(readings);
  if (known !== null) return `expiry: ${known.quantity} confirms it`;
  return isPriced
    ? "expiry: the prices of the source agree with it"
    : "expiry: as given; no column of the sources confirms it";
}

/** Says that nothing tells which end of their hour or day the rows of a plain file name. */
export function describeStamps(
  readings: Readings,
  { kind, presetId }: Series,
  { stamp }: ImportSpec,
): readonly string[] {
  const isKnown = presetId !== "plain" || kind !== "level" || stamp !== undefined ||
    readings.find("ptPrice") !== undefined || readings.hasMoved;
  return isKnown ? [] : [
    "stamps: taken as the close of their hour or day; --stamp open says that they are openings",
  ];
}

/**
 * Compares the stamps with the time to expiry that the source's own prices and yields imply.
 *
 * @throws {StartError} when the rows are of the other end of their hour or day
 */
export function checkStamps(readings: Readings, expiry: number): void {
  const [price, implied] = [readings.find("ptPrice"), readings.find("impliedApy")];
  const found = [...price?.byTime ?? []].flatMap(([time, { value, place }]) => {
    const apy = implied?.byTime.get(time)?.value ?? NaN;
    const left = -Math.log(value) / Math.log1p(apy) * YEAR_MS;
    return apy > APY_MIN && expiry - time > DAY_MS
      ? [{ time, late: expiry - left - time, place }]
      : [];
  });
  if (found.length < ROWS_MIN) return;
  const times = found.map(({ time }) => time).toSorted((a, b) => a - b);
  const step = median(times.slice(1).map((time, at) => time - (times[at] ?? NaN)));
  const late = median(found.map(({ late }) => late));
  if (!(Math.abs(Math.abs(late) - step) < step / 4)) return;
  const [said, end] = late > 0 ? ["later", "open"] : ["earlier", "close"];
  throw faultAt(
    found[0]?.place() ?? "",
    `by ptPrice and impliedApy the rows are of ${
      Math.round(Math.abs(late) / HOUR_MS)
    } hours ${said} ` +
      `than their stamps: say --stamp ${end}`,
  );
}
