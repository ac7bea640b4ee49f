import { type Bars, dailyOf, sum, utilityOf } from "./bars.ts";

/** What a run is asked for beside its bars: the targets of each bar, sleeve by sleeve. */
export interface Order {
  readonly capital: number;
  readonly weights: readonly number[];
  readonly targets: readonly (readonly number[])[];
  readonly feeBps: number;
  readonly scalarRoot: number;
  /** Whether every change of a target is filled: no deadband and no guardrail. */
  readonly isFree?: boolean;
}

/** A run by the rules as they are written (`RULES.md` 4 and 6.1), apart from the engine. */
export interface Rerun {
  readonly utility: number;
  readonly fills: number;
  readonly filledShare: number | null;
  /** The executed target of each bar, sleeve by sleeve. */
  readonly positions: readonly (readonly number[])[];
  /** Growth of each scored day, less 1: of the portfolio, and of each sleeve. */
  readonly daily: readonly number[];
  readonly sleeves: readonly (readonly number[])[];
}

const logit = (share: number): number => Math.log(share / (1 - share));

interface Sleeve {
  shares: number;
  units: number;
  position: number;
  filledAt: number;
  moved: number;
  fills: number;
}

/** A pool at one bar, which moves with every fill. */
class Pool {
  #pt: number;
  #asset: number;
  readonly #scalar: number;
  readonly #anchor: number;

  constructor(bars: Bars, at: number, scalarRoot: number) {
    this.#pt = bars.get("totalPt", at);
    this.#asset = bars.get("totalSy", at) * bars.get("syIndex", at);
    this.#scalar = scalarRoot / bars.years(at);
    const share = this.#pt / (this.#pt + this.#asset);
    this.#anchor = 1 / bars.get("ptPrice", at) - logit(share) / this.#scalar;
  }

  #rate(units: number): number {
    return logit((this.#pt - units) / (this.#pt + this.#asset)) / this.#scalar + this.#anchor;
  }

  /** Returns PT and asset of a purchase for `asset`, by halving; null where there is no quote. */
  buy(asset: number): readonly [units: number, asset: number] | null {
    let [low, high] = [0, Math.min(this.#pt, asset * this.#rate(0))];
    for (let step = 0; step < 200; step++) {
      const middle = (low + high) / 2;
      if (middle === low || middle === high) break;
      if (middle - asset * this.#rate(middle) > 0) high = middle;
      else low = middle;
    }
    return this.#quoted(high) ? [high, asset] : null;
  }

  sell(units: number): readonly [units: number, asset: number] | null {
    return this.#quoted(-units) ? [units, units / this.#rate(-units)] : null;
  }

  #quoted(units: number): boolean {
    return (this.#pt - units) / (this.#pt + this.#asset) <= 0.96 && this.#rate(units) >= 1;
  }

  move(units: number, asset: number): void {
    this.#pt -= units;
    this.#asset += asset;
  }
}

/** Returns what a full position plausibly earns in seven days, as a fraction. */
function edgeOf(bars: Bars, at: number): number {
  const edge = bars.edges.get(at) ?? measuredEdge(bars, at);
  bars.edges.set(at, edge);
  return edge;
}

function measuredEdge(bars: Bars, at: number): number {
  const horizon = 7 * bars.perDay;
  const carry = Math.max(0, Math.log1p(bars.get("impliedApy", at))) *
    Math.min(7 / 365, bars.years(at));
  const changes: number[] = [];
  for (let bar = Math.max(1, at - horizon + 1); bar <= at; bar++) {
    changes.push(Math.log(bars.get("ptPrice", bar)) - Math.log(bars.get("ptPrice", bar - 1)));
  }
  return carry + deviation(changes) * Math.sqrt(horizon);
}

/** Returns the sample standard deviation; 0 under two values. */
function deviation(values: readonly number[]): number {
  const mean = sum(values) / values.length;
  return values.length < 2
    ? 0
    : Math.sqrt(sum(values.map((value) => (value - mean) ** 2)) / (values.length - 1));
}

const exceeds = (target: number, position: number): boolean => {
  const distance = Math.abs(target - position);
  return distance >= 0.05 || ((target === 0 || target === 1) && distance >= 1e-4);
};

/** A bar while its sleeves trade one after the other. */
class Market {
  readonly #pool: Pool;
  readonly #notionals = { buy: 0, sell: 0 };
  readonly #price: number;
  readonly #index: number;

  readonly #bars: Bars;
  readonly #at: number;
  readonly #order: Order;

  constructor(bars: Bars, at: number, order: Order) {
    [this.#bars, this.#at, this.#order] = [bars, at, order];
    this.#pool = new Pool(bars, at, order.scalarRoot);
    this.#price = bars.get("ptPrice", at);
    this.#index = bars.get("syIndex", at);
  }

  valueOf({ shares, units }: Sleeve): number {
    return shares * this.#index + units * this.#price;
  }

  redeem(sleeve: Sleeve): void {
    sleeve.shares += sleeve.units * this.#price / this.#index;
    sleeve.units = 0;
  }

  /** Trades a sleeve to its target; returns traded value and cost, or null where it does not trade. */
  trade(sleeve: Sleeve, target: number): readonly [traded: number, cost: number] | null {
    const [bars, at] = [this.#bars, this.#at];
    const { feeBps, isFree = false } = this.#order;
    const fee = feeBps / 1e4;
    const equity = this.valueOf(sleeve);
    const change = target * equity - sleeve.units * this.#price;
    const [side, notional] = [change > 0 ? "buy" : "sell", Math.abs(change)] as const;
    const held = sleeve.shares * this.#index;
    const paid = Math.min(notional, held);
    const sold = target === 0 ? sleeve.units : Math.min(notional / this.#price, sleeve.units);
    const isChange = isFree ? target !== sleeve.position : exceeds(target, sleeve.position);
    if (!isChange || (side === "buy" ? paid : sold) <= 0) return null;
    const tvl = bars.get("totalPt", at) * this.#price + bars.get("totalSy", at) * this.#index;
    const hold = bars.perDay === 1 ? 3 : 72;
    const ahead = this.#notionals[side];
    const isHeld = at - sleeve.filledAt < hold;
    if (!isFree && (isHeld || notional + ahead > 0.05 * tvl)) return null;
    const quote = side === "buy" ? this.#pool.buy(paid / (1 + fee)) : this.#pool.sell(sold);
    if (quote === null) return null;
    const [units, asset] = quote;
    const traded = units * this.#price;
    const slippage = side === "buy" ? asset - traded : traded - asset;
    const feeCost = side === "buy" ? paid * fee / (1 + fee) : asset * fee;
    if (!isFree && 1e4 * slippage / traded > 100) return null;
    const costRate = (feeCost + slippage) / equity;
    const delta = Math.abs(target - sleeve.position);
    if (!isFree && side === "buy" && costRate > 0 && delta * edgeOf(bars, at) < 2.5 * costRate) {
      return null;
    }
    const left = paid >= held ? 0 : sleeve.shares - paid / this.#index;
    sleeve.shares = side === "buy" ? left : sleeve.shares + (asset - feeCost) / this.#index;
    const sign = side === "buy" ? 1 : -1;
    sleeve.units += sign * units;
    this.#pool.move(sign * units, sign * asset);
    this.#notionals[side] += notional;
    sleeve.moved += delta;
    sleeve.fills++;
    [sleeve.position, sleeve.filledAt] = [target, at];
    return [traded, feeCost + slippage];
  }
}

/** Runs targets on the bars of a dataset. */
export function rerun(bars: Bars, order: Order): Rerun {
  const { capital, weights, targets } = order;
  const sleeves = weights.map((weight): Sleeve => ({
    shares: capital * weight / bars.get("syIndex", bars.start),
    units: 0,
    position: 0,
    filledAt: -Infinity,
    moved: 0,
    fills: 0,
  }));
  let [turnover, costs] = [0, 0];
  const [equity, own]: [number[], number[][]] = [[], weights.map(() => [])];
  const positions = weights.map(() => new Array<number>(bars.start).fill(0));
  for (let at = bars.start; at < bars.count; at++) {
    const market = new Market(bars, at, order);
    const before = sum(sleeves.map((sleeve) => market.valueOf(sleeve)));
    sleeves.forEach((sleeve, which) => {
      if (at >= bars.end) return market.redeem(sleeve);
      const [traded, cost] = market.trade(sleeve, targets[which]?.[at] ?? NaN) ?? [0, 0];
      turnover += traded / before;
      costs += cost / before;
    });
    const values = sleeves.map((sleeve) => market.valueOf(sleeve));
    equity.push(sum(values));
    values.forEach((value, which) => own[which]?.push(value));
    sleeves.forEach(({ position }, which) => positions[which]?.push(position));
  }
  const weighted = (of: (which: number) => number): number =>
    sum(weights.map((weight, which) => weight * of(which)));
  const wanted = weighted((which) => wantedOf(targets[which]?.slice(bars.start, bars.end) ?? []));
  const moved = weighted((which) => sleeves[which]?.moved ?? NaN);
  return {
    utility: utilityOf(bars, capital, equity, turnover, costs),
    fills: sum(sleeves.map(({ fills }) => fills)),
    positions,
    filledShare: wanted === 0 ? null : Math.min(1, moved / wanted),
    daily: dailyOf(bars, capital, equity),
    sleeves: own.map((path, which) => dailyOf(bars, capital * (weights[which] ?? NaN), path)),
  };
}

function wantedOf(targets: readonly number[]): number {
  let [position, moved] = [0, 0];
  for (const target of targets) {
    if (!exceeds(target, position)) continue;
    moved += Math.abs(target - position);
    position = target;
  }
  return moved;
}
