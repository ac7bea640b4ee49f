// This module is browser compatible.

import type { SweepError } from "../engine/messages.ts";
import type { ParamValue } from "../model/candidate.ts";
import { counted, fixed, money, percent, precise } from "../model/format.ts";
import type { Axis, Plan } from "./plan.ts";
import { isPoint } from "./run.ts";
import type { Sweep } from "./session.ts";

const rough = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });

/** Returns a number for an axis. */
export function short(value: number): string {
  return rough.format(value).replace("-", "−");
}

/** Returns a value of an axis as it is written: "20 days". */
export function valueText({ unit }: Axis, value: ParamValue): string {
  const text = typeof value === "number" ? precise(value) : value;
  return unit === null ? text : `${text} ${unit}`;
}

/** Returns the values of a cell: "window 20 days, k 1.5 standard deviations". */
export function placeText({ columns, rows }: Plan, place: number): string {
  const width = columns.values.length;
  const column = `${columns.name} ${valueText(columns, columns.values[place % width] ?? "")}`;
  if (rows === null) return column;
  const row = rows.values[Math.floor(place / width)] ?? "";
  return `${column}, ${rows.name} ${valueText(rows, row)}`;
}

/** Returns the values of a cell without units, for a table that names the units once. */
export function shortPlaceText({ columns, rows }: Plan, place: number): string {
  const width = columns.values.length;
  const bare = (axis: Axis, at: number): string =>
    `${axis.name} ${valueText({ ...axis, unit: null }, axis.values[at] ?? "")}`;
  const column = bare(columns, place % width);
  return rows === null ? column : `${column}, ${bare(rows, Math.floor(place / width))}`;
}

/** Returns the units of a map: "window in days, k in standard deviations". */
export function unitsText({ columns, rows }: Plan): string {
  const axes = rows === null ? [columns] : [columns, rows];
  return axes.flatMap(({ name, unit }) => unit === null ? [] : [`${name} in ${unit}`]).join(", ");
}

/** Returns the description of a cell. */
export function outcomeText({ plan, outcomes }: Sweep, place: number): string {
  const outcome = outcomes[place] ?? null;
  if (outcome === null) return "not run";
  if (!isPoint(outcome)) return `skipped, ${errorText(plan, outcome)}`;
  const { score, probabilisticSharpe, fills } = outcome;
  const carry = probabilisticSharpe === null
    ? "no Sharpe ratio"
    : `carry ${percent(probabilisticSharpe, 1)}`;
  return `score ${fixed(score, 1)}, ${carry}, ${counted(fills, "fill")}`;
}

/** Returns why a cell cannot run: a broken order in words that fit every cell that breaks it. */
function errorText({ relations }: Plan, { fieldErrors }: SweepError): string {
  const [first] = fieldErrors;
  const names = fieldErrors.filter(({ code }) => code === "relation")
    .map(({ path }) => path.slice(path.lastIndexOf("/") + 1));
  const broken = relations.find(({ left, right }) => names.includes(left) && names.includes(right));
  return broken?.message ?? first?.message ?? "the engine does not say why";
}

/** Returns how the sweep went: "1,024 candidates in 0.11 s, 9,300/s on 2 cores". */
export function progressText(sweep: Sweep): string {
  const { plan, doneCount, ranCount, elapsedMs, cores, state } = sweep;
  const seconds = elapsedMs / 1000;
  const rate = seconds > 0 ? `, ${money(ranCount / seconds)}/s on ${counted(cores, "core")}` : "";
  switch (state) {
    case "opening":
      return "Loading the engines and the dataset";
    case "running":
      return `${money(doneCount)} of ${money(plan.cells.length)}${rate}`;
    case "cancelled":
      return `Cancelled after ${money(doneCount)} of ${money(plan.cells.length)}`;
    case "failed":
      return `Ended after ${money(doneCount)} of ${money(plan.cells.length)}`;
    case "finished":
      return `${counted(ranCount, "candidate")} in ${fixed(seconds, 2)} s${rate}`;
  }
}

/** Returns why cells are blank in one map or both, each reason with its count, the most frequent first. */
export function skippedTexts({ plan, outcomes }: Sweep): readonly string[] {
  const counts = new Map<string, number>();
  for (const outcome of outcomes) {
    if (outcome === null || isPoint(outcome)) continue;
    const reason = errorText(plan, outcome);
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  const idle = outcomes.filter((one) => isPoint(one) && one.probabilisticSharpe === null).length;
  if (idle > 0) counts.set("no Sharpe ratio, so nothing to say of carry", idle);
  return [...counts].toSorted(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${counted(count, "cell")}: ${reason}`);
}
