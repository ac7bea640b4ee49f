// This module is browser compatible.

import { changes, deviation, mean, slope, varianceRatio } from "./numbers.ts";

const PERCENT = 100;
const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;
const WEEK = 7;

/** Days before expiry at which the level and the carry of a maturity are read. */
const CARRY_DAYS = 60;

/** A change of a weekly payout, and of the implied yield around it; all in points. */
export interface PayoutEvent {
  readonly payout: number;
  /** Change of implied in the seven days before it. */
  readonly before: number;
  /** Change of implied in the seven days after it. */
  readonly after: number;
}

/** Figures of one half-year path for the statistics that are known of real series. */
export interface PathFigures {
  /** Autocorrelation of daily changes of logYield at a lag of one day. */
  readonly autocorrelation: number;
  /** Variance ratios of the daily changes, over 3, 7 and 14 days. */
  readonly varianceRatios: readonly [number, number, number];
  /** Standard deviation of the daily change of logYield, % of the mean of implied. */
  readonly relativeSd: number;
  readonly events: readonly PayoutEvent[];
  /** Implied less displayed underlying: mean and deviation in points, share of days under 0 in %. */
  readonly gap: { readonly mean: number; readonly sd: number; readonly negative: number };
  /** At 60 days before expiry: implied less the floating yield then realised, and the gap; points. */
  readonly carry: { readonly earned: number; readonly gap: number; readonly logLevel: number };
  /** Highest displayed underlying yield, %. */
  readonly underlyingMax: number;
  /** Change in the next seven days per point of the gap: of implied, and of the displayed yield. */
  readonly closing: { readonly implied: number; readonly underlying: number };
}

export type PathColumns = Readonly<
  Record<"timestamp" | "impliedApy" | "underlyingApy" | "syIndex", ArrayLike<number>>
>;

export function measurePath(columns: PathColumns, expiry: string): PathFigures {
  const read = (name: keyof PathColumns): number[] => Array.from(columns[name]);
  const points = (name: keyof PathColumns): number[] => read(name).map((value) => PERCENT * value);
  const [implied, underlying, syIndex] = [
    points("impliedApy"),
    points("underlyingApy"),
    read("syIndex"),
  ];
  const moves = changes(implied.map((value) => Math.log1p(value / PERCENT)));
  const gap = implied.map((value, day) => value - (underlying[day] ?? NaN));
  const ahead = gap.slice(0, -WEEK);
  const overWeek = (values: readonly number[]): number[] =>
    values.slice(WEEK).map((value, day) => value - (values[day] ?? NaN));
  return {
    autocorrelation: slope(moves.slice(0, -1), moves.slice(1)),
    varianceRatios: [varianceRatio(moves, 3), varianceRatio(moves, 7), varianceRatio(moves, 14)],
    relativeSd: PERCENT ** 2 * deviation(moves) / mean(implied),
    events: payoutEvents(implied, syIndex),
    gap: {
      mean: mean(gap),
      sd: deviation(gap),
      negative: PERCENT * gap.filter((value) => value < 0).length / gap.length,
    },
    carry: carry({ implied, gap, syIndex }, read("timestamp"), Date.parse(expiry)),
    underlyingMax: Math.max(...underlying),
    closing: {
      implied: slope(ahead, overWeek(implied)),
      underlying: slope(ahead, overWeek(underlying)),
    },
  };
}

/** Returns the changes of the weekly payout; the first bar closes the first day of a week. */
function payoutEvents(implied: readonly number[], syIndex: readonly number[]): PayoutEvent[] {
  const rate = (day: number): number =>
    PERCENT * (((syIndex[day] ?? NaN) / (syIndex[day - 1] ?? NaN)) ** YEAR_DAYS - 1);
  const at = (day: number): number => implied[day] ?? NaN;
  const first = Array.from({ length: Math.floor(implied.length / WEEK) }, (_, week) => WEEK * week);
  return first.slice(2).map((day) => ({
    payout: rate(day) - rate(day - 1),
    before: at(day - 1) - at(day - 1 - WEEK),
    after: at(day - 1 + WEEK) - at(day - 1),
  }));
}

function carry(
  { implied, gap, syIndex }: Readonly<Record<"implied" | "gap" | "syIndex", readonly number[]>>,
  timestamp: readonly number[],
  expiry: number,
): PathFigures["carry"] {
  const day = timestamp.findIndex((close) => close >= expiry - CARRY_DAYS * DAY_MS);
  const [level = NaN, start = NaN, end = NaN] = [implied[day], syIndex[day], syIndex.at(-1)];
  const days = syIndex.length - 1 - day;
  const realised = PERCENT * ((end / start) ** (YEAR_DAYS / days) - 1);
  return { earned: level - realised, gap: gap[day] ?? NaN, logLevel: Math.log(level) };
}
