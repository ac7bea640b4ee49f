import { column, type Table } from "../table.ts";
import { CLOSING_DAYS } from "./targets.ts";

const HOURS = 24;
export const DAY_MS = 86_400_000;

/** The columns of an hourly dataset, and what follows from them. */
export interface Paths {
  readonly days: number;
  readonly timestamp: readonly number[];
  readonly expiry: number;
  readonly impliedApy: readonly number[];
  readonly logYield: readonly number[];
  readonly poolLogit: readonly number[];
  readonly poolPtShare: readonly number[];
  readonly syIndex: readonly number[];
  readonly tvl: readonly number[];
  readonly volume: readonly number[];
  readonly logFarYield: readonly number[] | null;
  /** Hours that end ten days before expiry or earlier, when the last rise has not begun. */
  readonly hoursBeforeRise: number;
}

/** Reads the columns of an hourly dataset. */
export function toPaths(table: Table, expiry: string): Paths {
  const read = (name: string): number[] => [...column(table, name)];
  const [timestamp, impliedApy, syIndex] = [read("timestamp"), read("impliedApy"), read("syIndex")];
  const [totalPt, totalSy] = [read("totalPt"), read("totalSy")];
  const asset = (hour: number): number => (totalSy[hour] ?? NaN) * (syIndex[hour] ?? NaN);
  const riseBegins = Date.parse(expiry) - CLOSING_DAYS * DAY_MS;
  return {
    days: table.bars / HOURS,
    timestamp,
    expiry: Date.parse(expiry),
    impliedApy,
    syIndex,
    logYield: impliedApy.map(Math.log1p),
    poolLogit: totalPt.map((pt, hour) => Math.log(pt / asset(hour))),
    poolPtShare: totalPt.map((pt, hour) => pt / (pt + asset(hour))),
    tvl: read("tvl"),
    volume: read("volume"),
    logFarYield: table.names.includes("farImpliedApy")
      ? read("farImpliedApy").map(Math.log1p)
      : null,
    hoursBeforeRise: timestamp.filter((close) => close <= riseBegins).length,
  };
}

/** Returns the values at 00:00 UTC, where an hourly path ends its days. */
export function closes(path: readonly number[]): number[] {
  return path.filter((_, hour) => hour % HOURS === HOURS - 1);
}

/** Returns a number of each day from its hours. */
export function byDay(
  path: readonly number[],
  measure: (hours: readonly number[]) => number,
): number[] {
  return Array.from(
    { length: Math.floor(path.length / HOURS) },
    (_, day) => measure(path.slice(HOURS * day, HOURS * (day + 1))),
  );
}
