import { around, type Figure, withinTwice } from "./figure.ts";
import { changes, deviation, halfLife, mean, median, slope } from "./numbers.ts";
import { byDay, closes, DAY_MS, type Paths } from "./paths.ts";
import { FAR_DAYS_LATER, type Target } from "./targets.ts";

const PERCENT = 100;
const BPS = 10_000;
const MILLION = 1e6;
const YEAR_HOURS = 8_760;
const DRAIN_DAYS = 60;

/** Part of this maturity's logYield in that of the next (`RULES.md` 1). */
const NEAR_WEIGHT = 0.7;

/** Figures of the rate that grows the SY index. It is the same through a day. */
export function rateFigures({ syIndex }: Paths, { funding, steps }: Target): Figure[] {
  const rates = byDay(
    syIndex,
    (hours) => ((hours[23] ?? NaN) / (hours[0] ?? NaN)) ** (YEAR_HOURS / 23) - 1,
  );
  if (funding) {
    const { mean: center, sd, halfLifeDays } = funding;
    return [
      {
        name: "mean rate of syIndex",
        unit: "%",
        target: `${center}`,
        accepted: around(center, 0.1),
        measured: PERCENT * mean(rates),
      },
      {
        name: "daily sd of the rate",
        unit: "bp",
        target: `${sd}`,
        accepted: around(sd, 0.1),
        measured: BPS * deviation(changes(rates)),
      },
      {
        name: "half-life of the rate",
        unit: "d",
        target: halfLifeDays === null ? "open, 15 chosen" : `${halfLifeDays}`,
        accepted: withinTwice(halfLifeDays ?? 15),
        measured: halfLife(rates),
      },
    ];
  }
  if (!steps) return [];
  const [low, high] = steps.range;
  const range = { unit: "%", target: `${low} to ${high}`, accepted: steps.range };
  // A day's rate comes back from the index to 1e-11; a step is larger.
  const stepCount = changes(rates).filter((change) => Math.abs(change) > 1e-8).length;
  return [
    { ...range, name: "lowest rate of syIndex", measured: PERCENT * Math.min(...rates) },
    { ...range, name: "highest rate of syIndex", measured: PERCENT * Math.max(...rates) },
    {
      name: "days per change of the rate",
      unit: "d",
      target: `about ${steps.days}`,
      accepted: withinTwice(steps.days),
      measured: rates.length / stepCount,
    },
  ];
}

/** Figures of the pool: its curve, value and volume. */
export function poolFigures(paths: Paths, target: Target): Figure[] {
  const { tvl, volume } = paths;
  const [low, high] = target.tvl;
  const range = { unit: "M", target: `${low} to ${high}`, accepted: target.tvl };
  const turnover = byDay(
    volume.map((traded, hour) => traded / (tvl[hour] ?? NaN)),
    (hours) => hours.reduce((sum, part) => sum + part, 0),
  );
  return [
    {
      name: "slope of logit(poolPtShare) over logYield",
      unit: "",
      target: `${target.scalarRoot}`,
      accepted: around(target.scalarRoot, 1e-9),
      measured: slope(paths.logYield, paths.poolLogit),
    },
    {
      name: "poolPtShare at start",
      unit: "",
      target: target.poolPtShare.toFixed(2),
      accepted: around(target.poolPtShare, 1e-9),
      measured: paths.poolPtShare[0] ?? NaN,
    },
    { ...range, name: "lowest tvl", measured: Math.min(...tvl) / MILLION },
    { ...range, name: "highest tvl", measured: Math.max(...tvl) / MILLION },
    ...(target.tvlTrend === null ? [] : [trendFigure(paths, target.tvlTrend)]),
    {
      name: "median of volume/tvl per day",
      unit: "%",
      target: `${target.turnover}`,
      accepted: around(target.turnover, 0.1),
      measured: PERCENT * median(turnover),
    },
    {
      name: "sd of its logarithm",
      unit: "",
      target: `${target.turnoverLogSd}`,
      accepted: around(target.turnoverLogSd, 0.1),
      measured: deviation(turnover.map(Math.log)),
    },
  ];
}

function trendFigure({ timestamp, expiry, tvl }: Paths, tvlTrend: number): Figure {
  const first = timestamp.findIndex((close) => close > expiry - DRAIN_DAYS * DAY_MS);
  const days = timestamp.slice(first).map((close) => close / DAY_MS);
  return {
    name: "trend of tvl in the last 60 d",
    unit: "%/d",
    target: `${tvlTrend}`,
    accepted: around(tvlTrend, 0.15),
    measured: PERCENT * slope(days, tvl.slice(first).map(Math.log)),
  };
}

/** Figures of the next maturity, where its yield is a column. */
export function farFigures(paths: Paths, farExpiry: string | null, target: Target): Figure[] {
  const { logFarYield, logYield } = paths;
  if (!logFarYield || !target.farPremium || farExpiry === null) return [];
  const level = Math.log1p(target.level / PERCENT);
  const premium = logFarYield.map((far, hour) =>
    far - NEAR_WEIGHT * (logYield[hour] ?? NaN) - (1 - NEAR_WEIGHT) * level
  );
  const { mean: center, sd, halfLifeDays } = target.farPremium;
  return [
    {
      name: "next maturity",
      unit: "d later",
      target: `${FAR_DAYS_LATER}`,
      accepted: [FAR_DAYS_LATER, FAR_DAYS_LATER],
      measured: (Date.parse(farExpiry) - paths.expiry) / DAY_MS,
    },
    {
      name: "mean premium of the next maturity",
      unit: "bp",
      target: `${center}`,
      accepted: around(center, 0.25),
      measured: BPS * mean(premium),
    },
    {
      name: "its sd",
      unit: "bp",
      target: `${sd}`,
      accepted: around(sd, 0.2),
      measured: BPS * deviation(premium),
    },
    {
      name: "its half-life",
      unit: "d",
      target: `${halfLifeDays}`,
      accepted: withinTwice(halfLifeDays),
      measured: halfLife(closes(premium)),
    },
  ];
}
