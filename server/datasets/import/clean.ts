// This module is browser compatible.

import { faultAt, isoTime, refusal } from "./fault.ts";
import { type Quantity, YIELDS } from "./quantity.ts";
import { HOUR_MS, type Readings, type Series } from "./readings.ts";
import { median } from "./sampling.ts";
import type { ImportSpec } from "./spec.ts";

/** An implied yield under this is an artefact of the last hours. */
const IMPLIED_MIN = -0.5;
/** A change between bars that is reported; above the second value it is refused as impossible. */
const JUMP = 0.1;
const JUMP_MAX = 1;
/** Last hours before expiry, in which yields may jump because little time is left to earn them. */
const LAST_HOURS = 48;
/** A median yield above this is in percent. */
const TYPICAL_YIELD_MAX = 0.5;

/** Dropped rows, and warnings for the user. */
export interface Cleaning {
  readonly dropped: string[];
  readonly warnings: string[];
}

/**
 * Removes rows after expiry and the invalid implied yields of the last hours.
 *
 * @throws {StartError} when a yield is in percent, or jumps implausibly
 */
export function clean(readings: Readings, spec: ImportSpec): Cleaning {
  const cleaning: Cleaning = { dropped: [], warnings: [] };
  const expiry = Date.parse(spec.expiry);
  for (const quantity of YIELDS) checkUnit(readings.find(quantity), quantity, spec);
  const implied = readings.find("impliedApy");
  if (implied !== undefined) {
    dropAfter(implied, expiry, cleaning);
    dropLow(implied, cleaning);
    checkJumps(implied, { expiry, start: parseStart(spec) }, cleaning);
  }
  const far = readings.find("farImpliedApy");
  if (far !== undefined) {
    if (spec.farExpiry === undefined) throw refusal("farImpliedApy is given, --far-expiry is not");
    dropLow(far, cleaning);
    checkJumps(far, { expiry: Date.parse(spec.farExpiry), start: parseStart(spec) }, cleaning);
  }
  return cleaning;
}

function checkUnit(series: Series | undefined, quantity: Quantity, spec: ImportSpec): void {
  if (series === undefined || spec.decimal.includes(quantity)) return;
  const typical = median([...series.byTime.values()].map(({ value }) => value));
  if (!(typical > TYPICAL_YIELD_MAX)) return;
  const [first] = series.byTime.values();
  throw faultAt(
    first?.place() ?? "",
    `${quantity} is typically ${typical}, which is ${100 * typical} %: say --unit ` +
      `${quantity}=percent when it is in percent, --unit ${quantity}=decimal when it is not`,
  );
}

function dropAfter({ byTime }: Series, expiry: number, { dropped }: Cleaning): void {
  for (const [time, reading] of byTime) {
    if (time <= expiry) continue;
    dropped.push(`${isoTime(time)}, ${reading.place()}: after expiry`);
    byTime.delete(time);
  }
}

function dropLow({ quantity, byTime }: Series, { dropped }: Cleaning): void {
  for (const [time, reading] of byTime) {
    if (reading.value >= IMPLIED_MIN) continue;
    const why = `${quantity} is ${reading.value}, under ${IMPLIED_MIN}`;
    dropped.push(`${isoTime(time)}, ${reading.place()}: ${why}`);
    byTime.delete(time);
  }
}

function parseStart({ start }: ImportSpec): number {
  return start === undefined ? -Infinity : Date.parse(start);
}

function checkJumps(
  { quantity, byTime }: Series,
  { expiry, start }: { readonly expiry: number; readonly start: number },
  { warnings }: Cleaning,
): void {
  const times = [...byTime.keys()].filter((time) => time >= start).toSorted((a, b) => a - b);
  times.forEach((time, at) => {
    const [before, now] = [byTime.get(times[at - 1] ?? NaN), byTime.get(time)];
    if (before === undefined || now === undefined) return;
    const jump = Math.abs(now.value - before.value);
    if (jump <= JUMP) return;
    const isLate = time > expiry - LAST_HOURS * HOUR_MS;
    const text = `${quantity} goes from ${before.value} to ${now.value}`;
    if (!isLate && jump > JUMP_MAX) {
      throw faultAt(now.place(), `${text} at once, ${LAST_HOURS} hours or more before expiry`);
    }
    warnings.push(`${isoTime(time)}, ${now.place()}: ${text}`);
  });
}
