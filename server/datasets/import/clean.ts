// This module is browser compatible.

import { faultAt, isoTime, refusal } from "./fault.ts";
import { YIELDS } from "./quantity.ts";
import { HOUR_MS, type Readings, type Series } from "./readings.ts";
import { median } from "./sampling.ts";
import type { ImportSpec } from "./spec.ts";

/** An implied yield under this is an artefact of the last hours. */
const IMPLIED_MIN = -0.5;
/** A change between bars that is reported; above the second value it is refused as impossible. */
const JUMP = 0.1;
const JUMP_MAX = 1;
/** A yield that leaves its neighbours by this share of them, and these points, is reported. */
const REVERSAL = 0.25;
const REVERSAL_MIN = 0.002;
/** Near a yield under this, 0 is a yield too. */
const ZERO_NEAR = 0.005;
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
  const start = spec.start === undefined ? -Infinity : Date.parse(spec.start);
  for (const quantity of YIELDS) {
    const series = readings.find(quantity);
    if (series === undefined) continue;
    checkUnit(series, spec);
    if (quantity === "impliedApy") dropAfter(series, expiry, cleaning);
    if (quantity !== "underlyingApy") dropZeros(series, start, cleaning);
    if (quantity !== "impliedApy" && quantity !== "farImpliedApy") continue;
    if (quantity === "farImpliedApy" && spec.farExpiry === undefined) {
      throw refusal("farImpliedApy is given, --far-expiry is not");
    }
    dropLow(series, cleaning);
    const end = quantity === "impliedApy" ? expiry : Date.parse(spec.farExpiry ?? "");
    checkJumps(series, { expiry: end, start }, cleaning);
  }
  return cleaning;
}

function checkUnit(series: Series, spec: ImportSpec): void {
  const { quantity } = series;
  if (spec.decimal.includes(quantity)) return;
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

/** Drops yields of exactly 0 among others, which services answer where they have no value. */
function dropZeros({ quantity, byTime }: Series, start: number, { dropped }: Cleaning): void {
  const sorted = [...byTime].filter(([time]) => time >= start).toSorted(([a], [b]) => a - b);
  const known = sorted.filter(([, { value }]) => value !== 0);
  let next = 0;
  for (const [time, { value, place }] of sorted) {
    if (value !== 0) {
      next++;
      continue;
    }
    const near = [known[next - 1], known[next]].flatMap((each) => each?.[1].value ?? []);
    if (near.length === 0 || near.some((other) => Math.abs(other) < ZERO_NEAR)) continue;
    const why = `${quantity} is 0 beside ${near.join(" and ")}, so it is no value`;
    dropped.push(`${isoTime(time)}, ${place()}: ${why}`);
    byTime.delete(time);
  }
}

function checkJumps(
  { quantity, byTime }: Series,
  { expiry, start }: { readonly expiry: number; readonly start: number },
  { warnings }: Cleaning,
): void {
  const times = [...byTime.keys()].filter((time) => time >= start).toSorted((a, b) => a - b);
  const value = (at: number): number => byTime.get(times[at] ?? NaN)?.value ?? NaN;
  times.forEach((time, at) => {
    const [before, now, after] = [value(at - 1), value(at), value(at + 1)];
    const place = byTime.get(time)?.place ?? String;
    const isLate = time > expiry - LAST_HOURS * HOUR_MS;
    const jump = Math.abs(now - before);
    if (!isLate && jump > JUMP_MAX) {
      const text = `${quantity} goes from ${before} to ${now} at once`;
      throw faultAt(place(), `${text}, ${LAST_HOURS} hours or more before expiry`);
    }
    const aside = Math.abs(now - (before + after) / 2);
    const level = (Math.abs(before) + Math.abs(after)) / 2;
    const isReversed = !isLate && aside > REVERSAL * level + REVERSAL_MIN &&
      Math.abs(after - before) < aside / 2;
    if (isReversed) {
      warnings.push(
        `${isoTime(time)}, ${place()}: ${quantity} is ${now} between ${before} and ${after}`,
      );
    } else if (jump > JUMP) {
      warnings.push(`${isoTime(time)}, ${place()}: ${quantity} goes from ${before} to ${now}`);
    }
  });
}
