import type { Dataset } from "../../server/datasets/dataset.ts";
import { columnOf } from "../../server/testing/official.ts";

const DAY_MS = 86_400_000;
export const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

/** The bars of a dataset by name. */
export class Bars {
  readonly #columns = new Map<string, Float64Array>();

  readonly dataset: Dataset;
  /** The edges that runs have asked for. */
  readonly edges = new Map<number, number>();
  #end = 0;

  constructor(dataset: Dataset) {
    this.dataset = dataset;
    for (const name of dataset.header.columns) {
      this.#columns.set(name, columnOf(dataset, name));
    }
  }

  get(name: string, at: number): number {
    return this.#columns.get(name)?.[at] ?? NaN;
  }

  get count(): number {
    return this.#columns.get("timestamp")?.length ?? 0;
  }

  get start(): number {
    return this.dataset.header.tradeStartIndex;
  }

  get perDay(): number {
    return this.dataset.header.timeframe === "daily" ? 1 : 24;
  }

  years(at: number): number {
    return (Date.parse(this.dataset.header.expiry) - this.get("timestamp", at)) / DAY_MS / 365;
  }

  /** The first bar at or after expiry. */
  get end(): number {
    while (this.#end < this.count && this.years(this.#end) > 0) this.#end++;
    return this.#end;
  }

  /** Says whether a bar is the last of its UTC day. */
  isClose(at: number): boolean {
    const day = (bar: number): number => Math.floor((this.get("timestamp", bar) - 1) / DAY_MS);
    return at + 1 === this.count || day(at + 1) !== day(at);
  }
}

/** Returns the growth of each scored day, less 1, from the equity of each scored bar. */
export function dailyOf(bars: Bars, capital: number, equity: readonly number[]): number[] {
  const closes = equity.filter((_, at) => bars.isClose(bars.start + at));
  return closes.map((value, day) => value / (closes[day - 1] ?? capital) - 1);
}

/** Returns the utility of a path of equity with the sums of its turnover and cost. */
export function utilityOf(
  bars: Bars,
  capital: number,
  equity: readonly number[],
  turnover: number,
  costs: number,
): number {
  const days = equity.length / bars.perDay;
  const returns = equity.map((value, at) => value / (equity[at - 1] ?? capital) - 1);
  const mean = sum(returns) / returns.length;
  let [peak, drawdown] = [capital, 0];
  for (const value of equity) {
    peak = Math.max(peak, value);
    drawdown = Math.max(drawdown, 1 - value / peak);
  }
  const losses = dailyOf(bars, capital, equity).map((day) => -day).toSorted((a, b) => b - a);
  const tail = losses.length / 20;
  const whole = Math.floor(tail);
  const worst = sum(losses.slice(0, whole));
  const cvar = tail < 1 ? losses[0] ?? 0 : (worst + (tail - whole) * (losses[whole] ?? 0)) / tail;
  return mean * 365 * bars.perDay - 0.6 * drawdown - 2 * Math.max(0, cvar) -
    0.3 * turnover / days - costs / days;
}
