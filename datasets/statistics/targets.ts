import type { MarketKey } from "../engine.ts";

/** A number that reverts to a mean. */
interface Reverting {
  readonly mean: number;
  readonly sd: number;
  readonly halfLifeDays: number;
}

/** The table of `RULES.md` 1, in its units: yields in %, deviations in bp, tvl in millions. */
export interface Target {
  readonly days: number;
  readonly hoursLeft: number;
  readonly level: number;
  readonly range: readonly [number, number];
  readonly dailySd: number;
  /** Daily sd of calm days, and its bounds on hot ones. */
  readonly regimes: { readonly calm: number; readonly hot: readonly [number, number] } | null;
  readonly halfLifeDays: number;
  readonly localHalfLifeDays: number | null;
  readonly jumpDays: number;
  readonly jumpSd: number;
  /** `sd` is that of the daily change. */
  readonly funding: (Omit<Reverting, "halfLifeDays"> & { halfLifeDays: number | null }) | null;
  readonly steps: { readonly range: readonly [number, number]; readonly days: number } | null;
  readonly scalarRoot: number;
  readonly tvl: readonly [number, number];
  readonly tvlTrend: number | null;
  readonly poolPtShare: number;
  readonly turnover: number;
  readonly turnoverLogSd: number;
  /** `sd` is the stationary one. */
  readonly farPremium: Reverting | null;
}

/** Days between this maturity and the next, where there is one. */
export const FAR_DAYS_LATER = 91;

/** Days before expiry in which the yield rises, and by how many points in all. */
export const CLOSING_DAYS = 10;
export const CLOSING_RISE: readonly [number, number] = [2, 5];

export const TARGETS: Readonly<Record<MarketKey, Target>> = {
  susde: {
    days: 182,
    hoursLeft: 24,
    level: 7.5,
    range: [4, 15],
    dailySd: 30,
    regimes: { calm: 15, hot: [80, 150] },
    halfLifeDays: 20,
    localHalfLifeDays: 3,
    jumpDays: 3,
    jumpSd: 100,
    funding: { mean: 5.5, sd: 25, halfLifeDays: 15 },
    steps: null,
    scalarRoot: 22,
    tvl: [60, 120],
    tvlTrend: -0.7,
    poolPtShare: 0.3,
    turnover: 3,
    turnoverLogSd: 1.1,
    farPremium: { mean: 40, sd: 25, halfLifeDays: 10 },
  },
  susdf: {
    days: 154,
    hoursLeft: 0,
    level: 11,
    range: [6, 20],
    dailySd: 45,
    regimes: null,
    halfLifeDays: 20,
    localHalfLifeDays: null,
    jumpDays: 4,
    jumpSd: 150,
    funding: { mean: 8, sd: 15, halfLifeDays: null },
    steps: null,
    scalarRoot: 16,
    tvl: [30, 45],
    tvlTrend: null,
    poolPtShare: 0.35,
    turnover: 3,
    turnoverLogSd: 1.2,
    farPremium: null,
  },
  ghousd: {
    days: 210,
    hoursLeft: 168,
    level: 7.5,
    range: [4.5, 12],
    dailySd: 20,
    regimes: null,
    halfLifeDays: 30,
    localHalfLifeDays: null,
    jumpDays: 2,
    jumpSd: 60,
    funding: null,
    steps: { range: [4.5, 6.5], days: 60 },
    scalarRoot: 45,
    tvl: [4, 10],
    tvlTrend: null,
    poolPtShare: 0.3,
    turnover: 1.5,
    turnoverLogSd: 1.4,
    farPremium: null,
  },
};
