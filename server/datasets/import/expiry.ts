// This module is browser compatible.

import { isoTime, refusal } from "./fault.ts";
import type { Quantity } from "./quantity.ts";
import type { Readings } from "./readings.ts";
import { median } from "./sampling.ts";

/** Columns that count down to the expiry, and the milliseconds of their unit. */
const COUNTDOWNS: readonly (readonly [Quantity, number])[] = [
  ["secondsToExpiry", 1_000],
  ["daysToExpiry", 86_400_000],
];
/** A daily row may be stamped at either end of its day. */
const SLACK_MS = 2 * 86_400_000;

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
