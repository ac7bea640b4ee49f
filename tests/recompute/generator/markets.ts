/** The table of `RULES.md` 1.2. */
export interface MarketConstants {
  readonly id: number;
  readonly key: "susde" | "susdf" | "ghousd";
  readonly expiry: string;
  readonly days: number;
  readonly hoursLeft: number;
  readonly scalarRoot: number;
  readonly firstShare: number;
  readonly firstIndex: number;
  readonly mean: number;
  readonly weekSd: number;
  readonly booms: { readonly every: number; readonly days: number; readonly height: Range };
  readonly seasons: {
    readonly lowShare: number;
    readonly low: Range;
    readonly high: Range;
    readonly days: number;
  };
  readonly ref: number;
  readonly rel: number;
  readonly dailySd: number | Regimes;
  readonly jumps: { readonly share: number; readonly sd: number };
  readonly pool: { readonly range: Range; readonly typical: number; readonly sd: number };
  readonly drainPerDay: number;
  readonly turnover: { readonly median: number; readonly sd: number };
  readonly far: { readonly premium: number; readonly sd: number } | null;
}

export type Range = readonly [number, number];

export interface Regimes {
  readonly calm: number;
  readonly hot: Range;
  readonly hotDays: number;
  readonly overall: number;
}

export const MARKETS: readonly MarketConstants[] = [
  {
    id: 1,
    key: "susde",
    expiry: "2026-06-25",
    days: 182,
    hoursLeft: 24,
    scalarRoot: 22,
    firstShare: 0.3,
    firstIndex: 1.2,
    mean: 0.055,
    weekSd: 0.2,
    booms: { every: 150, days: 20, height: [0.03, 0.12] },
    seasons: { lowShare: 1 / 3, low: [0, 0.01], high: [0.03, 0.07], days: 140 },
    ref: 0.075,
    rel: 1,
    dailySd: { calm: 0.0015, hot: [0.008, 0.015], hotDays: 4, overall: 0.003 },
    jumps: { share: 0.03, sd: 0.01 },
    pool: { range: [60e6, 120e6], typical: 105e6, sd: 0.05 },
    drainPerDay: 0.007,
    turnover: { median: 0.03, sd: 1.1 },
    far: { premium: 0.004, sd: 0.0025 },
  },
  {
    id: 2,
    key: "susdf",
    expiry: "2026-09-24",
    days: 154,
    hoursLeft: 0,
    scalarRoot: 16,
    firstShare: 0.35,
    firstIndex: 1.05,
    mean: 0.08,
    weekSd: 0.05,
    booms: { every: 400, days: 15, height: [0.02, 0.08] },
    seasons: { lowShare: 1 / 2, low: [0, 0.01], high: [0.04, 0.09], days: 70 },
    ref: 0.11,
    rel: 0.7,
    dailySd: 0.0045,
    jumps: { share: 0.04, sd: 0.015 },
    pool: { range: [30e6, 45e6], typical: 36.74e6, sd: 0.07 },
    drainPerDay: 0,
    turnover: { median: 0.03, sd: 1.2 },
    far: null,
  },
  {
    id: 3,
    key: "ghousd",
    expiry: "2026-10-29",
    days: 210,
    hoursLeft: 168,
    scalarRoot: 45,
    firstShare: 0.3,
    firstIndex: 1.1,
    mean: 0.055,
    weekSd: 0.05,
    booms: { every: 400, days: 30, height: [0.01, 0.03] },
    seasons: { lowShare: 1 / 2, low: [0, 0.005], high: [0.025, 0.06], days: 100 },
    ref: 0.075,
    rel: 1,
    dailySd: 0.002,
    jumps: { share: 0.02, sd: 0.006 },
    pool: { range: [4e6, 10e6], typical: 6.325e6, sd: 0.16 },
    drainPerDay: 0,
    turnover: { median: 0.015, sd: 1.4 },
    far: null,
  },
];
