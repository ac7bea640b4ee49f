// This module is browser compatible.

import { changes, quantile } from "./numbers.ts";
import type { PathColumns, PathFigures } from "./measure_path.ts";

const PERCENT = 100;
const POINT_BP = 10_000;
const DAY_MS = 86_400_000;

/** A statistic of one path, with its name in the report of many paths. */
export interface PathStatistic {
  readonly name: string;
  readonly of: (path: PathFigures) => string;
}

/** The statistics of one path. Slopes around payouts are missing, because no column has payouts. */
export const PATH_STATISTICS: readonly PathStatistic[] = [
  {
    name: "autocorrelation of daily changes of logYield",
    of: ({ autocorrelation }) => fixed(autocorrelation),
  },
  {
    name: "variance ratio over 3, 7 and 14 days",
    of: ({ varianceRatios }) => varianceRatios.map((ratio) => fixed(ratio)).join(", "),
  },
  {
    name: "sd of the daily change of logYield, % of the level",
    of: ({ relativeSd }) => fixed(relativeSd, 1),
  },
  {
    name: "gap of implied over the displayed underlying: mean of the paths, points",
    of: ({ gap }) => fixed(gap.mean, 1),
  },
  { name: "its sd within a path, points", of: ({ gap }) => fixed(gap.sd, 1) },
  { name: "days on which it is negative, %", of: ({ gap }) => fixed(gap.negative, 0) },
  {
    name: "carry of the last 60 days: mean (sd), points",
    of: ({ carry }) => fixed(carry.earned, 1),
  },
  { name: "highest displayed underlying, %", of: ({ underlyingMax }) => fixed(underlyingMax, 0) },
  {
    name: "change of implied in the next 7 days per point of the gap",
    of: ({ closing }) => fixed(closing.implied),
  },
  {
    name: "change of the displayed underlying in the next 7 days per point of the gap",
    of: ({ closing }) => fixed(closing.underlying),
  },
];

/** Statistics of hourly moves of the implied yield. */
export const HOUR_STATISTICS: readonly {
  readonly name: string;
  readonly of: (impliedApy: readonly number[]) => string;
}[] = [
  {
    name: "hours in which implied does not move, %",
    of: (implied) => {
      const moves = changes(implied);
      return fixed(PERCENT * moves.filter((move) => move === 0).length / moves.length, 0);
    },
  },
  {
    name: "99th percentile of its hourly move, bp",
    of: (implied) => fixed(POINT_BP * quantile(changes(implied).map(Math.abs), 0.99), 0),
  },
  {
    name: "largest hourly move, bp",
    of: (implied) => fixed(POINT_BP * Math.max(...changes(implied).map(Math.abs)), 0),
  },
];

/** Selects the bars of a path that close at 00:00 UTC. */
export function toDailyPath(columns: PathColumns): PathColumns {
  const times = Array.from(columns.timestamp);
  const days = times.flatMap((time, at) => time % DAY_MS === 0 ? [at] : []);
  const pick = (values: ArrayLike<number>): number[] => days.map((at) => values[at] ?? NaN);
  return {
    timestamp: pick(columns.timestamp),
    impliedApy: pick(columns.impliedApy),
    underlyingApy: pick(columns.underlyingApy),
    syIndex: pick(columns.syIndex),
  };
}

/** Formats a number with a fixed number of decimals; a dash if the path is too short for it. */
function fixed(value: number, digits = 2): string {
  if (!Number.isFinite(value)) return "-";
  const text = value.toFixed(digits);
  return Number(text) === 0 ? text.replace("-", "") : text;
}
