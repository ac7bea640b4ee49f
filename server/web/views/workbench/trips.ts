import { WEIGHT_BPS_TOTAL } from "../../../contracts/engine_constants.ts";
import type { Run, RunInFull } from "../../engine/messages.ts";
import { DAY_MS } from "../../model/format.ts";

/** A period in which a component held PT, from an empty to an empty position. */
export interface RoundTrip {
  readonly component: number;
  /** Closes of the first bar with PT and of the bar that ended the trip, milliseconds. */
  readonly entry: number;
  readonly exit: number;
  readonly days: number;
  /** Whether PT was still held at the last bar, at which the trip is then valued. */
  readonly isOpen: boolean;
  /** Largest position, as a fraction of the component's equity. */
  readonly position: number;
  readonly fills: number;
  /** Gain of the component after cost, in the accounting asset and as a fraction of its prior equity. */
  readonly result: number;
  readonly rate: number;
  /** Gain less that of the same equity in SY. */
  readonly overIdle: number;
  /** Implied yield at entry and exit. */
  readonly yieldIn: number;
  readonly yieldOut: number;
}

/** Returns all round trips of a run, by entry. */
export function findRoundTrips(whole: RunInFull): readonly RoundTrip[] {
  return whole.rows.ledgers
    .flatMap((_, component) => componentTrips(whole, component))
    .toSorted((a, b) => a.entry - b.entry || a.component - b.component);
}

function componentTrips(whole: RunInFull, component: number): readonly RoundTrip[] {
  const { run, rows } = whole;
  const { units, executedPosition } = rows.ledgers[component] ?? {};
  if (units === undefined || executedPosition === undefined) return [];
  const trips: RoundTrip[] = [];
  const fills = fillBars(run, component);
  const last = units.length - 1;
  let from: number | null = null;
  let position = 0;
  for (let bar = run.resolvedScoringProfile.tradeStartIndex; bar <= last; bar++) {
    const holds = (units[bar] ?? 0) > 0;
    if (holds) {
      from ??= bar;
      position = Math.max(position, executedPosition[bar] ?? 0);
    }
    if (from === null || holds && bar < last) continue;
    trips.push(toTrip(whole, component, { from, to: bar, isOpen: holds, position, fills }));
    [from, position] = [null, 0];
  }
  return trips;
}

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly isOpen: boolean;
  readonly position: number;
  /** Bars with a fill of the component. */
  readonly fills: readonly number[];
}

/** Returns the bars of the trades of a component. */
function fillBars({ events }: Run, component: number): readonly number[] {
  return events.flatMap((event) =>
    event.eventKind === "executed_trade" && event.component === component ? event.at : []
  );
}

function toTrip(
  { rows, dataset }: RunInFull,
  component: number,
  { from, to, isOpen, position, fills }: Stretch,
): RoundTrip {
  const { equity, feeCost, slippageCost } = rows.ledgers[component] ?? {};
  const at = (column: Float64Array | undefined, bar: number): number => column?.[bar] ?? NaN;
  // The ledger has the equity after the trades of the bar.
  const before = at(equity, from) + at(feeCost, from) + at(slippageCost, from);
  const gain = at(equity, to) - before;
  const [entry, exit] = [at(dataset.timestamp, from), at(dataset.timestamp, to)];
  const idle = before * (at(dataset.idle, to) / at(dataset.idle, from) - 1);
  const yields = dataset.columns["impliedApy"];
  return {
    component,
    entry,
    exit,
    days: (exit - entry) / DAY_MS,
    isOpen,
    position,
    fills: fills.filter((bar) => from <= bar && bar <= to).length,
    result: gain,
    rate: gain / before,
    overIdle: gain - idle,
    yieldIn: at(yields, from),
    yieldOut: at(yields, to),
  };
}

/** Figures of several round trips; null if undefined. */
export interface TripFigures {
  readonly count: number;
  /** Shares of trips with a gain, and with more gain than idle. */
  readonly winRate: number | null;
  readonly winRateOverIdle: number | null;
  readonly averageDays: number | null;
  /** Sum of gains over sum of losses; null without a loss. */
  readonly profitFactor: number | null;
  readonly overIdle: number;
}

/** Returns the figures of round trips; open ones count at their current value. */
export function tripFigures(trips: readonly RoundTrip[]): TripFigures {
  const count = trips.length;
  const sum = (of: (trip: RoundTrip) => number): number =>
    trips.reduce((total, trip) => total + of(trip), 0);
  const part = (is: (trip: RoundTrip) => boolean): number | null =>
    count === 0 ? null : trips.filter(is).length / count;
  const losses = -sum(({ result }) => Math.min(0, result));
  return {
    count,
    winRate: part(({ result }) => result > 0),
    winRateOverIdle: part(({ overIdle }) => overIdle > 0),
    averageDays: count === 0 ? null : sum(({ days }) => days) / count,
    profitFactor: losses === 0 ? null : sum(({ result }) => Math.max(0, result)) / losses,
    overIdle: sum(({ overIdle }) => overIdle),
  };
}

/** The contribution of a component to the result of a candidate. */
export interface Contribution {
  readonly component: number;
  readonly strategyId: string;
  readonly weight: number;
  /** Gain in the accounting asset, and as a fraction of the capital of the candidate. */
  readonly result: number;
  readonly rate: number;
  readonly overIdle: number;
  readonly fills: number;
}

/** Returns the contributions of the components, which sum to the result of the candidate. */
export function componentContributions({ run, rows, dataset }: RunInFull): readonly Contribution[] {
  const { components, capital } = run.candidate;
  const last = dataset.timestamp.length - 1;
  const start = run.resolvedScoringProfile.tradeStartIndex;
  const idle = (dataset.idle[last] ?? NaN) / (dataset.idle[start] ?? NaN) - 1;
  return components.map(({ strategyId, weightBps }, component) => {
    const weight = (weightBps ?? 0) / WEIGHT_BPS_TOTAL;
    const own = weight * Number(capital);
    const gain = (rows.ledgers[component]?.equity[last] ?? NaN) - own;
    const fills = fillBars(run, component).length;
    return {
      component,
      strategyId,
      weight,
      result: gain,
      rate: gain / Number(capital),
      overIdle: gain - own * idle,
      fills,
    };
  });
}
