/**
 * The processes of `RULES.md` 1.3, implemented from its text and not from the engine. Hourly paths have
 * a value per hour; daily paths begin with the 77 days before the first bar.
 *
 * @module
 */

import type { MarketConstants } from "./markets.ts";
import { clamp, type Coefficients, left, Stream } from "./random.ts";

const HISTORY = 77;
const WEEK = 7;
const HOURS = 24;

/** The number of a process's stream. */
const STREAM_NUMBERS = {
  trading: 0,
  implied: 1,
  closingRise: 2,
  floatingRate: 3,
  liquidity: 4,
  volume: 5,
  far: 6,
  era: 7,
} as const;

/** The half-year of a market and a seed. */
export class HalfYear {
  readonly #market: MarketConstants;
  readonly #stream: (name: keyof typeof STREAM_NUMBERS) => Stream;
  readonly level: number;
  readonly #firstPremium: number;
  readonly #boom: number[] = [];
  readonly #goal: number[] = [];
  readonly #base: number[];
  readonly farPremium: number | null;
  readonly trades: readonly boolean[];
  readonly logYield: readonly number[];

  constructor(market: MarketConstants, seed: bigint, coefficients: Coefficients) {
    this.#market = market;
    this.#stream = (name) =>
      new Stream(seed + 1000003n * BigInt(16 * market.id + STREAM_NUMBERS[name]), coefficients);
    const era = this.#stream("era");
    const factor = Math.exp(0.40 * clamp(era.normal(), -1.8, 1.8));
    this.level = market.mean * factor;
    this.#firstPremium = this.#season(era);
    this.#drawBooms(era, factor);
    let goal = this.#firstPremium;
    for (let day = 0; day < market.days; day++) {
      if (era.uniform() < 1 / market.seasons.days) goal = this.#season(era);
      this.#goal.push(goal);
    }
    this.farPremium = market.far === null ? null : this.#season(era);
    this.#base = this.#drawBase();
    this.trades = this.#drawTrading();
    this.logYield = this.#closingRise(this.#moved(this.#process()));
  }

  #season(era: Stream): number {
    const { lowShare, low, high } = this.#market.seasons;
    return era.uniform() < lowShare ? era.between(low) : era.between(high);
  }

  #drawBooms(era: Stream, factor: number): void {
    const { every, days, height } = this.#market.booms;
    let isOn = false;
    let goal = 0;
    let boom = 0;
    for (let day = -HISTORY; day < this.#market.days; day++) {
      if (isOn) {
        if (era.uniform() < 1 / days) [isOn, goal] = [false, 0];
      } else if (era.uniform() < 1 / every) {
        [isOn, goal] = [true, era.between(height) * factor];
      }
      boom = goal + (boom - goal) * left(1, 3);
      this.#boom.push(boom);
    }
  }

  #drawBase(): number[] {
    const { weekSd, days } = this.#market;
    const stream = this.#stream("floatingRate");
    const base: number[] = [];
    let z = weekSd / Math.sqrt(1 - 0.8 * 0.8) * stream.normal();
    for (let week = 0; week < (HISTORY + days) / WEEK; week++) {
      if (week > 0) z = 0.8 * z + weekSd * stream.normal();
      for (let day = 0; day < WEEK; day++) base.push(this.level * Math.exp(z));
    }
    return base;
  }

  #drawTrading(): boolean[] {
    const stream = this.#stream("trading");
    return Array.from({ length: this.#market.days }, () => {
      const coins = Number(stream.word() >> 40n) || 1 << 12;
      return Array.from({ length: HOURS }, (_, hour) => (coins >> hour & 1) === 1);
    }).flat();
  }

  /** Hourly growth of ln syIndex per day, from seven days before the first bar. */
  #growth(): number[] {
    const growth: number[] = [];
    for (let day = HISTORY - WEEK; day < HISTORY + this.#market.days; day++) {
      const before = WEEK * Math.floor(day / WEEK) - WEEK;
      let news = 0;
      for (let at = before; at < before + WEEK; at++) {
        news += (this.#base[at] ?? NaN) + (this.#boom[at] ?? NaN);
      }
      growth.push(Math.log1p(Math.max(news / WEEK, 0.035)) / 8760);
    }
    return growth;
  }

  /** syIndex and underlyingApy at the close of each hour. */
  index(): { readonly syIndex: readonly number[]; readonly underlyingApy: readonly number[] } {
    const growth = this.#growth();
    const g = (day: number): number => growth[day + WEEK] ?? NaN;
    const [syIndex, underlyingApy]: number[][] = [[], []];
    let open = Math.log(this.#market.firstIndex);
    for (let day = -WEEK; day < 0; day++) open += 24 * g(day);
    for (let day = 0; day < this.#market.days; day++) {
      let week = 0;
      for (let before = day - WEEK; before < day; before++) week += g(before);
      const slope = (365 / 7) * (g(day) - g(day - WEEK));
      const start = Math.exp((365 / 7) * 24 * week);
      for (let n = 1; n <= HOURS; n++) {
        syIndex?.push(Math.exp(open) * series(n * g(day)));
        underlyingApy?.push(start * series(n * slope) - 1);
      }
      open += 24 * g(day);
    }
    return { syIndex: syIndex ?? [], underlyingApy: underlyingApy ?? [] };
  }

  get #center(): number {
    const { lowShare, low, high } = this.#market.seasons;
    const both = lowShare * (low[0] + low[1]) + (1 - lowShare) * (high[0] + high[1]);
    return this.level + 0.5 * both;
  }

  #dailySds(stream: Stream, k: number): number[] {
    const { dailySd, days } = this.#market;
    if (typeof dailySd === "number") return Array(days).fill(dailySd * k);
    const [calm, low, high] = [dailySd.calm * k, dailySd.hot[0] * k, dailySd.hot[1] * k];
    const overall = dailySd.overall * k;
    const meanSquare = (low * low + low * high + high * high) / 3;
    const share = (overall * overall - calm * calm) / (meanSquare - calm * calm);
    const cool = 1 / dailySd.hotDays;
    const heat = cool * share / (1 - share);
    let hot: number | null = null;
    return Array.from({ length: days }, () => {
      if (hot === null) hot = stream.uniform() < heat ? stream.between([low, high]) : null;
      else if (stream.uniform() < cool) hot = null;
      return hot ?? calm;
    });
  }

  #process(): number[] {
    const { jumps, rel, ref, days } = this.#market;
    const stream = this.#stream("implied");
    const k = rel * this.#center / ref;
    const sds = this.#dailySds(stream, k);
    const wide = 1 / Math.sqrt(2 * (1 - left(1, 0.6)));
    const decay = left(1 / 12, 0.6);
    const shock = wide * Math.sqrt(1 - decay * decay);
    const [low, high] = [Math.log1p(0.005), Math.log1p(1)];
    let x = (sds[0] ?? NaN) * wide * stream.normal();
    let settled = 0;
    const settle = (): void => {
      const free = Math.log1p(this.#center) + x;
      settled = free;
      if (free >= low && free <= high) return;
      settled = clamp(2 * (free < low ? low : high) - free, low, high);
      x += settled - free;
    };
    settle();
    let pending = 0;
    const path: number[] = [];
    for (let day = 0; day < days; day++) {
      const jumpHour = stream.uniform() < jumps.share ? stream.wordMod(HOURS) : -1;
      for (let hour = 0; hour < HOURS; hour++) {
        if (hour === jumpHour) pending += jumps.sd * k * stream.normal();
        if (this.trades[path.length]) {
          x = (decay * x + (sds[day] ?? NaN) * shock * stream.normal()) + pending;
          pending = 0;
          settle();
        }
        path.push(settled);
      }
    }
    return path;
  }

  /** Moves the process by news and premium. */
  #moved(process: readonly number[]): number[] {
    const heardOn = (day: number): number => {
      const at = day + HISTORY;
      return 0.6 * (this.#boom[at] ?? NaN) + 0.3 * ((this.#base[at] ?? NaN) - this.level);
    };
    let f = heardOn(-1);
    let p = this.#firstPremium;
    let logYield = 0;
    return process.map((value, at) => {
      const heard = heardOn(Math.floor(at / HOURS));
      const goal = this.#goal[Math.floor(at / HOURS)] ?? NaN;
      f = heard + (f - heard) * left(1 / 24, 0.7);
      p = goal + (p - goal) * left(1 / 24, 1);
      if (this.trades[at] || at === 0) {
        const anchor = Math.log1p(Math.max(0.01, this.level + p + f));
        logYield = Math.max(0.005, value + anchor - Math.log1p(this.#center));
      }
      return logYield;
    });
  }

  #closingRise(path: readonly number[]): number[] {
    const total = this.#stream("closingRise").between([-0.01, 0.04]);
    let before = path[0] ?? NaN;
    return path.map((value, at) => {
      const hours = this.#market.hoursLeft + path.length - 1 - at;
      if (hours >= 72) before = value;
      else if (this.trades[at]) {
        before = Math.max(0.005, Math.log1p(Math.expm1(value) + total * (1 - hours / 72)));
      }
      return before;
    });
  }

  /** Value of the pool at the close of each hour. */
  value(): readonly number[] {
    const { pool, days, hoursLeft, drainPerDay } = this.#market;
    const stream = this.#stream("liquidity");
    const decay = left(0.5, 10);
    const shock = pool.sd * Math.sqrt(1 - decay * decay);
    let v = pool.sd * stream.normal();
    let undrained = pool.typical * Math.exp(v);
    let kept = 1;
    let flowHour = 0;
    return Array.from({ length: HOURS * days }, (_, at) => {
      if (at % 12 === 0) flowHour = stream.wordMod(12);
      if (at % 12 === flowHour) {
        v = decay * v + shock * stream.normal();
        undrained = pool.typical * Math.exp(v);
      }
      const hours = hoursLeft + HOURS * days - 1 - at;
      if (hours < 60 * HOURS) kept *= Math.exp(-drainPerDay / 24);
      return clamp(undrained * kept, pool.range[0], pool.range[1]);
    });
  }

  /** volume/tvl per hour. */
  turnover(): readonly number[] {
    const { median, sd } = this.#market.turnover;
    const stream = this.#stream("volume");
    const moves = this.logYield.map((value, at) =>
      Math.abs(value - (this.logYield[at - 1] ?? value))
    );
    return Array.from({ length: this.#market.days }, (_, day) => {
      const total = Math.exp(Math.log(median) + sd * stream.normal());
      const hours = Array.from({ length: HOURS }, (_, hour) => day * HOURS + hour);
      const path = hours.reduce((sum, at) => sum + (moves[at] ?? NaN), 0);
      const count = hours.filter((at) => this.trades[at]).length;
      const [equal, byMove] = path > 0
        ? [0.5 * total / count, 0.5 * total / path]
        : [total / count, 0];
      return hours.map((at) => (this.trades[at] ? equal : 0) + byMove * (moves[at] ?? NaN));
    }).flat();
  }

  /** The premium of the next maturity per hour. */
  farPremiums(): readonly number[] {
    const { far, days } = this.#market;
    if (far === null) return [];
    const stream = this.#stream("far");
    const decay = left(1 / 6, 10);
    const shock = far.sd * Math.sqrt(1 - decay * decay);
    let v = far.sd * stream.normal();
    return Array.from({ length: days }, () => {
      const word = stream.word();
      const moves = Number((word >> 40n) & word & 0xFFFFFFn);
      return Array.from({ length: HOURS }, (_, hour) => {
        if ((moves >> hour & 1) === 1) v = decay * v + shock * stream.normal();
        return far.premium + v;
      });
    }).flat();
  }
}

/** `S(x)` of the rules. */
function series(x: number): number {
  return 1 + x * (1 + x * (0.5 + x * (1 / 6 + x * (1 / 24 + x * (1 / 120 + x * (1 / 720))))));
}
