import type { Engine, MarketKey } from "../engine.ts";
import { pathColumns } from "../table.ts";
import { parseColumns } from "../../server/datasets/csv.ts";
import { deviation, mean, quantile, slope } from "../../server/datasets/path_figures/numbers.ts";
import {
  measurePath,
  type PathFigures,
  type PayoutEvent,
} from "../../server/datasets/path_figures/measure_path.ts";

/** Number of daily paths behind the generated medians, with seeds from 1. */
export const SEEDS = 400;

/** Payouts in the real series; slopes are measured over as many generated payouts. */
const REAL_EVENTS = 43;

/** A figure over many paths: its median and its spread. */
export interface Spread {
  readonly median: number;
  readonly low: number;
  readonly high: number;
}

/** Pooled statistics of a market's paths. */
export interface GeneratedFigures {
  readonly paths: readonly PathFigures[];
  /** Change of implied per point of a payout's change, over 43 events each. */
  readonly before: Spread;
  readonly after: Spread;
  /** Carry at 60 days before expiry: mean, deviation, and slope on the gap of that day. */
  readonly carry: { readonly mean: number; readonly sd: number; readonly slope: number };
  /** Deviation of the logarithm of implied 60 days before expiry. */
  readonly levelSd: number;
}

/** Measures daily paths of a market. */
export function measureGenerated(engine: Engine, marketKey: MarketKey): GeneratedFigures {
  const paths = Array.from({ length: SEEDS }, (_, at) => {
    const { csv, expiry } = engine.generate({ marketKey, timeframe: "daily", seed: at + 1 });
    return measurePath(pathColumns(parseColumns(marketKey, csv)), expiry);
  });
  const events = paths.flatMap((path) => path.events);
  const samples = Array.from(
    { length: Math.floor(events.length / REAL_EVENTS) },
    (_, at) => events.slice(at * REAL_EVENTS, (at + 1) * REAL_EVENTS),
  );
  const response = (side: "before" | "after"): Spread => {
    const of = (sample: readonly PayoutEvent[]): number =>
      slope(sample.map(({ payout }) => payout), sample.map((event) => event[side]));
    return spread(samples.map(of), 0.05);
  };
  const earned = paths.map((path) => path.carry.earned);
  return {
    paths,
    before: response("before"),
    after: response("after"),
    carry: {
      mean: mean(earned),
      sd: deviation(earned),
      slope: slope(paths.map((path) => path.carry.gap), earned),
    },
    levelSd: deviation(paths.map((path) => path.carry.logLevel)),
  };
}

/** Returns the median of the values and the bounds of a range with a share of them on each side. */
export function spread(values: readonly number[], tail: number): Spread {
  return {
    median: quantile(values, 0.5),
    low: quantile(values, tail),
    high: quantile(values, 1 - tail),
  };
}
