// This module is browser compatible.

import { METRIC_TEXTS } from "../../contracts/metric_texts.ts";
import type { Metrics } from "../engine/messages.ts";
import { counted, fixed, money, percent } from "./format.ts";

/** A metric as it is shown. */
export interface ShownMetric {
  readonly name: keyof Metrics;
  readonly label: string;
  readonly meaning: string;
  readonly value: string;
  readonly note: string | null;
}

interface Form {
  readonly label: string;
  value(metrics: Metrics): string;
  note?(metrics: Metrics): string;
}

/** The metrics in the order of their weight for a decision. */
const FORMS: Readonly<Partial<Record<keyof Metrics, Form>>> = {
  annualizedMeanReturn: {
    label: "Mean return",
    value: ({ annualizedMeanReturn }) => percent(annualizedMeanReturn),
    note: () => "per year",
  },
  compoundAnnualReturn: {
    label: "Compounded",
    value: ({ compoundAnnualReturn }) => percent(compoundAnnualReturn),
    note: () => "per year",
  },
  maxDrawdown: {
    label: "Max drawdown",
    value: ({ maxDrawdown }) => percent(maxDrawdown),
    note: ({ maxDrawdown, maxDrawdownDays, drawdownRecovered }) =>
      maxDrawdown === 0
        ? "none"
        : `${counted(Math.round(maxDrawdownDays), "day")}, ${
          drawdownRecovered ? "recovered" : "not recovered"
        }`,
  },
  cvar: { label: "CVaR 95 %", value: ({ cvar }) => percent(cvar, 3), note: () => "per day" },
  turnover: {
    label: "Turnover",
    value: ({ turnover }) => percent(turnover),
    note: () => "per day",
  },
  executionCost: {
    label: "Cost",
    value: ({ executionCost }) => percent(executionCost, 4),
    note: () => "per day",
  },
  sharpe: { label: "Sharpe", value: ({ sharpe }) => fixed(sharpe), note: () => "over idle SY" },
  sortino: { label: "Sortino", value: ({ sortino }) => fixed(sortino), note: () => "over idle SY" },
  calmar: { label: "Calmar", value: ({ calmar }) => fixed(calmar) },
  annualizedVolatility: {
    label: "Volatility",
    value: ({ annualizedVolatility }) => percent(annualizedVolatility),
    note: () => "per year",
  },
  exposure: {
    label: "Exposure",
    value: ({ exposure }) => percent(exposure, 1),
    note: () => "in PT",
  },
  hitRate: {
    label: "Hit rate",
    value: ({ hitRate }) => percent(hitRate, 1),
    note: () => "of days",
  },
  bestDay: { label: "Best day", value: ({ bestDay }) => percent(bestDay) },
  worstDay: { label: "Worst day", value: ({ worstDay }) => percent(worstDay) },
  fills: { label: "Fills", value: ({ fills }) => money(fills) },
};

/** Returns the metrics of a run, as they are shown. */
export function shownMetrics(metrics: Metrics): readonly ShownMetric[] {
  return Object.entries(FORMS).map(([key, { label, value, note }]) => {
    const name = key as keyof Metrics;
    return {
      name,
      label,
      meaning: METRIC_TEXTS[name],
      value: value(metrics),
      note: note?.(metrics) ?? null,
    };
  });
}
