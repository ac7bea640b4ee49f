// This module is browser compatible.

import type { SearchPlan } from "../../contracts/plan.ts";
import type { Engine } from "../../engine/engine.ts";
import { rowOf } from "../plan/axis_scale.ts";
import { isDecidedByEvaluation } from "../fold/evaluated.ts";
import type { BarRange } from "../plan/folds.ts";
import { bestOnPaths, type PathChoice, type PathJudge } from "../stages/path_halving.ts";
import { numberOf } from "../fold/ranked.ts";
import type { ReportEntry } from "./report.ts";
import { edgesOnPaths } from "../stages/path_edges.ts";
import type { Stage, StageOutcome } from "../stages/stage.ts";
import type { FoldOutcome } from "../stages/stages.ts";

/** How the candidates are chosen that a search evaluates. */
export interface FieldOptions {
  readonly plan: SearchPlan;
  /** Engine of this thread; it and the workers hold the same datasets. */
  readonly engine: Engine;
  readonly topMax: number;
  /** Whether the best are those with the best edge on paths, and not those with the best score. */
  readonly choosesOnPaths: boolean;
  /** Runs another stage, whose candidates are not counted again. */
  readonly run: (stage: Stage) => Promise<StageOutcome>;
  /** Runs candidates on paths. */
  readonly onPaths: PathJudge["run"];
}

/** A candidate that may be the best. */
type Entry = Pick<ReportEntry, "number" | "coordinates" | "figures" | "tested">;

/** The candidates that may be the best, in the order in which they are evaluated. */
export interface Field {
  readonly window: BarRange | null;
  readonly entries: readonly Entry[];
  /** How many of the first are evaluated. */
  readonly chosenCount: number;
  /** How they were chosen on paths; null: by the score. */
  readonly onPaths: PathChoice | null;
}

/** Returns the candidates that may be the best of a search. */
export async function fieldOf(judged: FoldOutcome, options: FieldOptions): Promise<Field> {
  const { plan, topMax } = options;
  const { found: { summary, stage: { window } }, test } = judged;
  if (options.choosesOnPaths) return await fieldOnPaths(judged, options);
  const tested = test?.points[0];
  const entries = summary.top.map(({ number, coordinates, figures }, at) => (
    { number, coordinates, figures, tested: tested?.figures(at) ?? null }
  ));
  const most = isDecidedByEvaluation(plan) ? entries.length : topMax;
  const chosenCount = Math.min(plan.evaluate, most, entries.length);
  return { window, entries, chosenCount, onPaths: null };
}

/** Chooses among all candidates by their edge on paths, and runs the chosen ones for their figures. */
async function fieldOnPaths({ found }: FoldOutcome, options: FieldOptions): Promise<Field> {
  const { plan } = options;
  const { stage, summary: { ranked } } = found;
  const onPaths = await bestOnPaths(ranked, plan, stage.window, {
    run: options.onPaths,
    edges: (marketId, utilities) => {
      const timeframe = plan.base.timeframe ?? "hourly";
      return edgesOnPaths(options.engine, { marketId, timeframe }, utilities);
    },
  });
  const chosen = onPaths.best.map((place) => ({
    number: numberOf(ranked, place),
    coordinates: onPaths.seen[place] ?? [],
  }));
  const rows = chosen.map(({ coordinates }) => rowOf(plan.axes, coordinates));
  const again = rows.length === 0 ? null : await options.run({
    ...stage,
    name: "best-on-paths",
    // They are candidates of the plan, which have run and are counted.
    role: "neighbours",
    draw: { method: "list", rows },
    count: rows.length,
    needsPoints: true,
    topMax: 0,
    passes: 0,
  });
  const figures = (again?.points ?? []).flatMap((points) =>
    Array.from({ length: points.count }, (_, at) => points.figures(at))
  );
  const entries = chosen.flatMap((each, at): readonly Entry[] => {
    const own = figures[at];
    return own === undefined ? [] : [{ ...each, figures: own, tested: null }];
  });
  return { window: stage.window, entries, chosenCount: entries.length, onPaths };
}
