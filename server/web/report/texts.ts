import { rankingFigure } from "../../contracts/figures.ts";
import { METRICS } from "../../contracts/metric_table.ts";
import type { SearchPlan } from "../../contracts/plan.ts";
import type { ParamValue } from "../model/candidate.ts";
import { chance } from "../../wording/numbers.ts";
import { likelihood } from "../../wording/search.ts";
import { counted, fixed, money, NONE, percent, precise } from "../model/format.ts";
import { choiceName, knobName } from "../../wording/knob_names.ts";
import { axisName, axisNameWithKey, placeOf } from "../../search/plan/axis_name.ts";
import type { AxisValues } from "./axis_values.ts";
import { valueAt } from "./candidate_at.ts";
import type { Arena } from "../engine/messages.ts";
import type { Found, FoundPoint, MapAxes } from "./found.ts";

const twoDigits = (value: number): string => fixed(value, 2);

/** Names and formats of the figures that a plan can aim at or bound. */
export const FIGURE_NAMES: Readonly<
  Record<SearchPlan["aim"], readonly [string, (value: number) => string]>
> = {
  score: ["Score", (value) => fixed(value, 1)],
  dailySharpe: ["Daily Sharpe ratio", (value) => fixed(value, 3)],
  probabilisticSharpe: ["Probabilistic Sharpe", likelihood],
  annualizedMeanReturn: [METRICS.annualizedMeanReturn.label, (value) => percent(value)],
  maxDrawdown: ["Drawdown", (value) => percent(value)],
  cvar: ["Average bad day", (value) => percent(value)],
  turnover: ["Turnover", (value) => percent(value)],
  executionCost: ["Cost", (value) => percent(value)],
  fills: ["Fills", money],
  intents: ["Intents", money],
  edge: ["Edge on new data", percent],
  pAdjusted: ["By luck, for all tries", chance],
  capitalScore: ["Cautious score", (value) => fixed(value, 4)],
  compoundAnnualReturn: [METRICS.compoundAnnualReturn.label, percent],
  sharpe: ["Sharpe ratio", twoDigits],
  sortino: ["Sortino ratio", twoDigits],
  calmar: ["Calmar ratio", twoDigits],
  annualizedVolatility: ["Volatility", percent],
  valueAtRisk: ["Value at risk", percent],
  maxDrawdownDays: ["Days under water", money],
  exposure: ["Exposure", percent],
  hitRate: ["Hit rate", percent],
  bestDay: ["Best day", percent],
  worstDay: ["Worst day", percent],
};

/** Why candidates did not run, by the engine's status: after a count of them, and of one. */
const NOT_RUN: Readonly<Record<string, readonly [string, string]>> = {
  "out_of_range": ["had a parameter out of its range", "a parameter is out of its range"],
  "relation": ["broke a rule between two parameters", "a rule between two parameters is broken"],
  "weights": ["had a weight of 0", "a weight becomes 0"],
  "missing_feature": ["need a feature that the market lacks", "the market lacks a feature"],
  "too_few_bars": ["had too few scored bars", "too few bars are scored"],
};

/** Returns an outcome as it follows a count: "broke a rule between two parameters". */
export function statusText(status: string): string {
  return NOT_RUN[status]?.[0] ?? status;
}

/** Formats a figure. */
export function figureText(figure: SearchPlan["aim"], value: number | null): string {
  return value === null ? NONE : FIGURE_NAMES[figure][1](value);
}

/** Formats a value of an axis: "20 days". */
export function valueText({ unit }: Pick<AxisValues, "unit">, value: ParamValue): string {
  const text = typeof value === "number" ? precise(value) : choiceName(value);
  return unit === null ? text : `${text} ${unit}`;
}

/** Returns the values of a cell: "Window 20 days, Entry 1.5 standard deviations". */
export function placeText({ columns, rows }: MapAxes, place: number): string {
  const width = columns.values.length;
  const column = `${columns.name} ${valueText(columns, columns.values[place % width] ?? "")}`;
  if (rows === null) return column;
  const row = rows.values[Math.floor(place / width)] ?? "";
  return `${column}, ${rows.name} ${valueText(rows, row)}`;
}

/** Returns the values of a candidate: "Window 20 days, Entry 1.5"; without units for a table. */
export function coordinatesText(
  plan: SearchPlan,
  coordinates: readonly number[],
  units: readonly (string | null)[] = [],
): string {
  return plan.axes.map((axis, at) => {
    const value = valueAt(axis, coordinates[at] ?? 0);
    return `${axisName(plan, axis)} ${valueText({ unit: units[at] ?? null }, value)}`;
  }).join(", ");
}

/** Returns keys and units of a plan: "Window in days, Entry (k) in standard deviations". */
export function unitsText(plan: SearchPlan, units: readonly (string | null)[]): string {
  return plan.axes.flatMap((axis, at) => {
    const unit = units[at] ?? null;
    return unit === null ? [] : [`${axisNameWithKey(plan, axis)} in ${unit}`];
  }).join(", ");
}

/** Returns the description of a cell. */
export function outcomeText(
  point: FoundPoint | null,
  { plan, statuses }: Pick<Found, "plan" | "statuses">,
  strategies: Arena["strategies"],
): string {
  if (point === null) return "not run";
  if (point.status !== 0) {
    return `skipped, ${reasonText(statuses[point.status] ?? "", plan, strategies)}`;
  }
  const { score, annualizedMeanReturn, fills } = point.figures;
  const figure = rankingFigure(plan);
  const aim = ["score", "annualizedMeanReturn", "fills"].includes(figure)
    ? ""
    : `, ${FIGURE_NAMES[figure][0].toLowerCase()} ${figureText(figure, point.figures[figure])}`;
  return `score ${fixed(score, 1)}, mean return ${percent(annualizedMeanReturn)} a year, ${
    counted(fills ?? 0, "trade")
  }${aim}`;
}

/** Returns why candidates did not run; a single broken rule has its own message. */
function reasonText(
  status: string,
  { axes, base }: SearchPlan,
  strategies: Arena["strategies"],
): string {
  const names = axes.map((axis) => placeOf(axis).name);
  const rules = base.components.flatMap(({ strategyId }) => {
    const { relations = [] } = strategies.find((one) => one.strategyId === strategyId) ?? {};
    return relations.map((relation) => ({ ...relation, strategyId }));
  }).filter(({ left, right }) => names.includes(left) || names.includes(right));
  const [rule] = rules;
  if (status === "relation" && rules.length === 1 && rule !== undefined) {
    const { strategyId, left, right, message } = rule;
    const named = (word: string): string =>
      word === left || word === right ? knobName(strategyId, { name: word, unit: null }) : word;
    return message.split(" ").map(named).join(" ");
  }
  return NOT_RUN[status]?.[1] ?? status;
}

/** The progress of a sweep. */
export interface Progress {
  /** Candidates over all windows, in total and done. */
  readonly total: number;
  readonly doneCount: number;
  readonly cores: number;
  /** Duration of the runs without loading engines and datasets, milliseconds. */
  readonly elapsedMs: number;
  readonly state: "opening" | "running" | "cancelled" | "finished" | "failed";
}

/** Describes the progress: "1,024 candidates in 0.11 s, 9,300/s on 2 cores". */
export function progressText(progress: Progress): string {
  const { doneCount, total, elapsedMs, cores, state } = progress;
  const seconds = elapsedMs / 1000;
  const rate = seconds > 0 ? `, ${money(doneCount / seconds)}/s on ${counted(cores, "core")}` : "";
  switch (state) {
    case "opening":
      return "Loading the engines and the dataset";
    case "running":
      return `${money(doneCount)} of ${money(total)}${rate}`;
    case "cancelled":
      return `Cancelled after ${money(doneCount)} of ${money(total)}`;
    case "failed":
      return `Ended after ${money(doneCount)} of ${money(total)}`;
    case "finished":
      return `${counted(doneCount, "candidate")} in ${fixed(seconds, 2)} s${rate}`;
  }
}

/** Returns the reasons why candidates did not run with their counts, the most frequent first. */
export function skippedTexts(
  { plan, counts }: Pick<Found, "plan" | "counts">,
  strategies: Arena["strategies"],
): readonly string[] {
  return [...counts].filter(([name]) => name !== "ran").toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) =>
      `${counted(count, "candidate")} skipped: ${reasonText(name, plan, strategies)}`
    );
}
