import { METRICS } from "../../../contracts/metric_table.ts";
import type { Metrics } from "../../engine/messages.ts";
import { counted, fixed, money, NONE, percent } from "../../model/format.ts";

/** A displayed metric. */
export interface ShownMetric {
  readonly name: keyof Metrics;
  readonly label: string;
  readonly meaning: string;
  readonly value: string;
  readonly note: string;
}

type Unit = typeof METRICS[keyof Metrics]["unit"];

/** Formats numbers by unit. */
const FORMATS: Readonly<Record<Exclude<Unit, "flag">, (value: number, digits: number) => string>> =
  {
    fraction: percent,
    ratio: fixed,
    days: (days) => counted(Math.round(days), "day"),
    count: money,
  };

/** Notes on a run that replace the unit of a metric. */
const NOTES: Readonly<Partial<Record<keyof Metrics, (metrics: Metrics) => string>>> = {
  maxDrawdown: ({ maxDrawdown, maxDrawdownDays, drawdownRecovered }) => {
    if (maxDrawdown === 0) return "none";
    const length = FORMATS.days(maxDrawdownDays, 0);
    return `${length}, ${drawdownRecovered ? "recovered" : "not recovered"}`;
  },
};

/** Returns the displayed metrics of a run, in the order of the table. */
export function shownMetrics(metrics: Metrics): readonly ShownMetric[] {
  return (Object.keys(METRICS) as (keyof Metrics)[]).flatMap((name) => {
    const { label, text, note } = METRICS[name];
    if (label === null) return [];
    const value = formatted(name, metrics[name]);
    return [{ name, label, meaning: text, value, note: NOTES[name]?.(metrics) ?? note }];
  });
}

function formatted(name: keyof Metrics, value: Metrics[keyof Metrics]): string {
  const { unit, digits } = METRICS[name];
  if (value === null) return NONE;
  if (typeof value === "boolean" || unit === "flag") return value ? "yes" : "no";
  return FORMATS[unit](value, digits);
}
