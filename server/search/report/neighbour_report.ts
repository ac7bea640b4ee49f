// This module is browser compatible.

import type { SearchPlan } from "../../contracts/plan.ts";
import { rowOf } from "../plan/axis_scale.ts";
import type { Surroundings } from "./borders.ts";
import type { BarRange } from "../plan/folds.ts";
import { neighboursOf } from "./neighbours.ts";
import type { NeighbourReport, ReportEntry } from "./report.ts";
import type { Stage, StageOutcome } from "../stages/stage.ts";

/** How neighbours are run. */
export interface NeighbourOptions {
  readonly plan: SearchPlan;
  readonly window: BarRange | null;
  readonly topMax: number;
  readonly run: (stage: Stage) => Promise<StageOutcome>;
}

/** Runs the neighbours of the best candidate; null if it has none. */
export async function surroundings(
  { plan, window, topMax, run }: NeighbourOptions,
  { coordinates }: ReportEntry,
): Promise<Surroundings | null> {
  const rows = neighboursOf(plan.axes, coordinates);
  if (rows.length === 0) return null;
  const { points: [points] } = await run({
    name: "neighbours",
    fold: "neighbours",
    role: "neighbours",
    draw: { method: "list", rows: rows.map((row) => rowOf(plan.axes, row)) },
    count: rows.length,
    window,
    needsPoints: true,
    topMax,
    passes: 0,
  });
  return points === undefined ? null : { coordinates, rows, points };
}

/** Compares the neighbours that ran with the passive line; null without any. */
export function neighbourReport(
  { points }: Surroundings,
  passiveScore: number,
): NeighbourReport | null {
  const scores = points.column("score").filter((score) => !Number.isNaN(score)).toSorted();
  if (scores.length === 0) return null;
  const at = (share: number): number => scores[Math.round(share * (scores.length - 1))] ?? 0;
  return {
    count: scores.length,
    shareAbove: scores.filter((score) => score > passiveScore).length / scores.length,
    scores: [0, 0.25, 0.5, 0.75, 1].map(at),
  };
}
