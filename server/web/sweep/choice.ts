// This module is browser compatible.

import { signal } from "@preact/signals";
import type { Candidate } from "../../contracts/candidate.ts";
import type { Arena } from "../engine/messages.ts";
import { timeframeOf } from "../model/candidate.ts";
import { axisFaults } from "./axis_faults.ts";
import { axisOf, type Plan, planSweep, type Range } from "./plan.ts";

/** The choice of one axis of the map. */
export interface AxisChoice {
  /** Name of the parameter; empty: none. */
  readonly name: string;
  /** null: the whole range of the catalogue. */
  readonly range: Range | null;
  readonly steps: number;
}

/** The choice of a sweep. */
export interface Choice {
  /** Index of the component in the candidate. */
  readonly component: number;
  /** The strategy with the parameters of the axes. */
  readonly strategyId: string;
  readonly columns: AxisChoice;
  readonly rows: AxisChoice;
}

export type Strategy = Arena["strategies"][number];

const STEPS = 32;

const chosen = signal<Choice | null>(null);

/** Stores a choice, so that it survives a change of the view. */
export function choose(choice: Choice): void {
  chosen.value = choice;
}

/** Returns the choice for a candidate: the stored one while the strategy is the same. */
export function choiceFor({ components }: Candidate, strategies: readonly Strategy[]): Choice {
  const kept = chosen.value;
  if (kept !== null && components[kept.component]?.strategyId === kept.strategyId) return kept;
  const strategyId = components[0]?.strategyId ?? "";
  return firstChoice(0, strategies.find((strategy) => strategy.strategyId === strategyId) ?? null);
}

/** Returns the choice of the first two parameters that are numbers. */
export function firstChoice(component: number, strategy: Strategy | null): Choice {
  const numbers = strategy?.parameters.filter(({ type }) => type !== "string") ?? [];
  const [columns, rows] = [numbers[0], numbers[1]].map((parameter) => {
    return { name: parameter?.name ?? "", range: null, steps: STEPS };
  });
  const none = { name: "", range: null, steps: STEPS };
  const strategyId = strategy?.strategyId ?? "";
  return { component, strategyId, columns: columns ?? none, rows: rows ?? none };
}

/** Returns the map of a choice; null when it has no axis, or one that cannot be swept. */
export function planOf(candidate: Candidate, choice: Choice, strategy: Strategy): Plan | null {
  const timeframe = timeframeOf(candidate);
  const chosen = [choice.columns, choice.rows].flatMap((axis) => {
    const parameter = strategy.parameters.find(({ name }) => name === axis.name);
    return parameter === undefined ? [] : [{ axis, parameter }];
  });
  if (chosen.some(({ axis, parameter }) => axisFaults(axis, parameter, timeframe).length > 0)) {
    return null;
  }
  const [columns, rows] = chosen.map(({ axis: { range, steps }, parameter }) =>
    axisOf(parameter, range, steps, timeframe)
  );
  if (columns === undefined || columns.name !== choice.columns.name) return null;
  const axes = rows === undefined || rows.name === columns.name
    ? [columns] as const
    : [columns, rows] as const;
  return planSweep(candidate, choice.component, strategy.relations, axes);
}
