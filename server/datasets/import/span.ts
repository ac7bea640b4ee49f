// This module is browser compatible.

import { faultAt, isoTime, refusal } from "./fault.ts";
import type { Quantity } from "./quantity.ts";
import { DAY_MS, HOUR_MS, type Readings, type Series } from "./readings.ts";
import { DAILY_FROM_MS, type Grid, makeGrid, median, STEP_HOURS, timeSpan } from "./sampling.ts";
import type { ImportSpec } from "./spec.ts";

/** Largest distance between the ends of needed series, and between the last bar and expiry. */
const SLACK_HOURS = { hourly: 6, daily: 24 };
/** Share of the steps of daily events that are of whole days. */
const REGULAR = 0.9;
/** Largest distance between the ends of a list of trades and of the history, in hours. */
const FLOW_SLACK_HOURS = 24;

/** Quantities that must cover the whole history if a source has them. */
const NEEDED: readonly Quantity[] = [
  "impliedApy",
  "farImpliedApy",
  "totalPt",
  "totalSy",
  "syIndex",
  "syUsd",
  "assetUsd",
  "ptPerSy",
  "tvl",
];

/**
 * Returns the bars of the history, from the first to the last hour that every needed series has, up to
 * expiry. A history that ends early is refused unless the user states its end, because a truncated
 * file looks the same.
 */
export function findGrid(readings: Readings, lead: Series, spec: ImportSpec): Grid {
  const timeframe = detectTimeframe(lead);
  const slack = SLACK_HOURS[timeframe] * HOUR_MS;
  const needed = NEEDED.flatMap((name) => readings.find(name) ?? []).filter(({ kind }) =>
    kind === "level" || kind === "event"
  );
  const levels = [...new Set([lead, ...needed])];
  if (timeframe === "daily") levels.forEach(checkMidnight);
  const spans = levels.map((series) => ({ series, ...timeSpan(series) }));
  const expiry = Date.parse(spec.expiry);
  const begin = timeSpan(lead).first;
  const first = parseInstant(spec.start) ?? firstCommonHour(lead, spans, slack);
  if (first < begin) {
    throw refusal(`--start is ${isoTime(first)}, ${lead.quantity} begins at ${isoTime(begin)}`);
  }
  const step = STEP_HOURS[timeframe] * HOUR_MS;
  const end = parseInstant(spec.end);
  const last = Math.min(...spans.map((span) => span.last));
  if (end === undefined && spec.isLive !== true && expiry - last > slack) {
    const short = spans.find((span) => span.last === last)?.series.quantity ?? lead.quantity;
    throw refusal(
      `${short} ends at ${isoTime(last)}, the market at ${isoTime(expiry)}: say --end ${
        isoTime(last)
      } ` +
        "when this is all there is; else the source is cut",
    );
  }
  // Before a stated end, missing hours are an ordinary gap.
  const to = Math.min(spec.isLive === true ? Math.min(end ?? last, last) : end ?? last, expiry);
  const grid = makeGrid(timeframe, Math.ceil(first / step) * step, Math.floor(to / step) * step);
  if (grid.times.length < 2) {
    throw refusal(`there are no two bars from ${isoTime(first)} to ${isoTime(to)}`);
  }
  return grid;
}

interface Span {
  readonly series: Series;
  readonly first: number;
  readonly last: number;
}

/** Describes the hours without bars before expiry. */
export function describeEnd({ times }: Grid, { expiry }: ImportSpec): readonly string[] {
  const hours = (Date.parse(expiry) - (times.at(-1) ?? NaN)) / HOUR_MS;
  return hours > 0 ? [`the last bar closes ${hours} hours before expiry`] : [];
}

/** Returns the first hour at which every series is known; none may begin much after the yields. */
function firstCommonHour(lead: Series, spans: readonly Span[], slack: number): number {
  const late = spans.reduce((most, span) => span.first > most.first ? span : most);
  const begin = timeSpan(lead).first;
  if (late.first - begin <= slack) return late.first;
  // A form that has both is no other source that may be cut: its pool was empty before.
  if (late.series.presetId === "pendle" && lead.presetId === "pendle") return late.first;
  throw refusal(
    `${lead.quantity} begins at ${isoTime(begin)}, ${late.series.quantity} at ${
      isoTime(late.first)
    }: ` +
      `say --start ${isoTime(late.first)} to begin where all is known`,
  );
}

/** Returns whether the rows are hourly or daily; daily rows never make hourly bars. */
function detectTimeframe({ kind, byTime }: Series): Grid["timeframe"] {
  const times = [...byTime.keys()].toSorted((a, b) => a - b);
  const steps = times.slice(1).map((time, at) => time - (times[at] ?? NaN));
  if (kind !== "event") return median(steps) >= DAILY_FROM_MS ? "daily" : "hourly";
  // Events may be rare in an hourly history, but not once a day at one time.
  const whole = steps.filter((step) => step % DAY_MS === 0);
  return steps.length > 0 && whole.length >= REGULAR * steps.length ? "daily" : "hourly";
}

/** @throws {StartError} when daily rows are of another time than 00:00 UTC */
function checkMidnight({ quantity, kind, byTime }: Series): void {
  const other = [...byTime].filter(([time]) => time % DAY_MS !== 0);
  const [first] = other;
  if (kind !== "level" || first === undefined || 2 * other.length < byTime.size) return;
  const [time, { place }] = first;
  throw faultAt(
    place(),
    `${quantity} has a row a day at ${
      isoTime(time).slice(11, 16)
    } UTC, must be at 00:00 UTC; read ` +
      `as events:FILE a row counts until the next one, which is ${
        24 - time % DAY_MS / HOUR_MS
      } hours old at 00:00`,
  );
}

/** @throws {StartError} when a list of trades covers only a part of the history */
export function checkFlow(series: Series, { times }: Grid, isLive: boolean): void {
  const { first, last } = timeSpan(series);
  const [from = 0, to = 0] = [times[0], times.at(-1)];
  const slack = FLOW_SLACK_HOURS * HOUR_MS;
  if (first - from <= slack && (isLive || to - last <= slack)) return;
  throw refusal(
    `the trades of ${series.presetId} go from ${isoTime(first)} to ${
      isoTime(last)
    }, the history from ` +
      `${isoTime(from)} to ${
        isoTime(to)
      }: fetch them all, cut with --start and --end, or leave them out`,
  );
}

function parseInstant(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Date.parse(text);
}
