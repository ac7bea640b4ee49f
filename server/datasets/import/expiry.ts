// This module is browser compatible.

import { faultAt, isoTime, type Place, refusal } from "./fault.ts";
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
/** An expiry by prices is of a full hour within this. */
const EXPIRY_ERROR_MS = 60_000;
/** The expiry in the name of a market of Pendle. */
const NAMED = /(?<!\d)(\d{1,2})(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(20\d\d)(?!\d)/i;

/** An expiry, and what says it. */
export interface KnownExpiry {
  readonly instant: number;
  readonly by: string;
}

/** Returns the expiry by a column of the sources; null when none has it. */
function findExpiry(readings: Readings): KnownExpiry | null {
  for (const [quantity, unitMs] of COUNTDOWNS) {
    const series = readings.find(quantity);
    if (series === undefined) continue;
    const ends = [...series.byTime].map(([time, { value }]) => time + value * unitMs);
    return { instant: median(ends), by: quantity };
  }
  return null;
}

/**
 * Returns the most likely expiry, for a question: by a column, by prices and yields of the same row, or
 * by the name of a file, as `susde-27nov2025.csv`; null when nothing tells it.
 */
export function suggestExpiry(readings: Readings): KnownExpiry | null {
  return findExpiry(readings) ?? byPrices(readings) ?? byName(readings);
}

function byPrices(readings: Readings): KnownExpiry | null {
  const ends = timesLeft(readings).map(({ time, left }) => time + left);
  const end = median(ends);
  const instant = Math.round(end / HOUR_MS) * HOUR_MS;
  const isSure = ends.length >= ROWS_MIN && Math.abs(end - instant) < EXPIRY_ERROR_MS;
  return isSure ? { instant, by: "ptPrice and impliedApy" } : null;
}

function byName({ tables }: Readings): KnownExpiry | null {
  for (const { name } of tables) {
    const [, day = "", month = "", year = ""] = NAMED.exec(name) ?? [];
    const instant = Date.parse(`${day} ${month} ${year} 00:00 UTC`);
    if (Number.isFinite(instant)) return { instant, by: `the name of ${name}` };
  }
  return null;
}

/** @throws {StartError} when a column counts down to another day */
export function requireExpiry(readings: Readings, expiry: number): void {
  const known = findExpiry(readings);
  if (known === null || Math.abs(known.instant - expiry) <= SLACK_MS) return;
  const { instant, by } = known;
  throw refusal(`--expiry is ${isoTime(expiry)}, by ${by} it is ${isoTime(instant)}`);
}

/**
 * Returns a note on what confirms the expiry.
 *
 * @param isPriced whether the source has prices, which were compared with those of the expiry
 */
export function describeExpiry(readings: Readings, isPriced: boolean): string {
  const known = findExpiry(readings);
  if (known !== null) return `expiry: ${known.by} confirms it`;
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
  const found = timesLeft(readings).filter(({ time }) => expiry - time > DAY_MS)
    .map(({ time, left, place }) => ({ time, late: expiry - left - time, place }));
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

/** Returns the time to expiry by the price and the yield of each row that has both. */
function timesLeft(
  readings: Readings,
): readonly { readonly time: number; readonly left: number; readonly place: () => Place }[] {
  const [price, implied] = [readings.find("ptPrice"), readings.find("impliedApy")];
  return [...price?.byTime ?? []].flatMap(([time, { value, place }]) => {
    const apy = implied?.byTime.get(time)?.value ?? NaN;
    return apy > APY_MIN
      ? [{ time, left: -Math.log(value) / Math.log1p(apy) * YEAR_MS, place }]
      : [];
  });
}
