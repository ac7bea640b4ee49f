// This module is browser compatible.

import type { SearchPlan } from "../../contracts/plan.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import type { Engine } from "../../engine/engine.ts";
import type { BarRange } from "../plan/folds.ts";
import { importanceOf } from "./importance.ts";
import { joined } from "../stages/joined.ts";
import { datasetsOf } from "../stages/prepared.ts";
import type { DatasetReport, Days, SearchReport } from "./report.ts";
import type { Stage } from "../stages/stage.ts";
import type { FoldOutcome } from "../stages/stages.ts";

/** The inputs of a report's head: plan, data and versions. */
interface HeadOptions {
  readonly plan: SearchPlan;
  readonly engine: Pick<Engine, "mergeSummaries">;
  readonly datasets: readonly Dataset[];
  readonly versions: unknown;
  /** The stages of the plan, in the order in which they ran. */
  readonly stages: readonly Stage[];
  /** Names of the status codes of the engine. */
  readonly statusNames: readonly string[];
}

/** Returns the parts of a report that every search has, whether it found anything or not. */
export function headOf(
  outcomes: readonly FoldOutcome[],
  { found: { summary }, searches }: FoldOutcome,
  { engine, plan, datasets, versions, stages, statusNames }: HeadOptions,
): Pick<
  SearchReport,
  | "plan"
  | "versions"
  | "datasets"
  | "stages"
  | "candidates"
  | "histogram"
  | "maps"
  | "importance"
  | "stopped"
> {
  const drawn = searches.filter(({ stage }) => stage.draw.method !== "list");
  return {
    plan,
    versions,
    datasets: datasetsOf(plan, datasets).map(datasetReport),
    stages: stages.map(({ name, role, count, window }) => ({ name, role, count, window })),
    candidates: {
      run: outcomes.flatMap(({ searches, test }) => [...searches, ...(test ? [test] : [])])
        .reduce((sum, outcome) => sum + outcome.summary.count, 0),
      inWindow: summary.count,
      statuses: Object.fromEntries(
        statusNames.map((name, code) => [name, summary.statuses[code] ?? 0]),
      ),
      kept: summary.merits.count,
    },
    histogram: summary.histogram,
    maps: summary.maps,
    importance: importanceOf(joined(engine, drawn).summary, plan.method),
    stopped: outcomes.flatMap(({ fold, stopped }) =>
      stopped === null ? [] : [{ fold: fold.name, ...stopped }]
    ),
  };
}

function datasetReport(dataset: Dataset): DatasetReport {
  const { header, columns } = dataset;
  const { marketId, marketKey, marketName, timeframe, provenance, estimated, sha256 } = header;
  const scored = { from: header.tradeStartIndex, to: columns.length / header.columns.length };
  return {
    marketId,
    marketKey,
    marketName,
    timeframe,
    days: daysOf(dataset, scored),
    provenance,
    estimated,
    sha256,
  };
}

/** Returns the first and last day of a range of bars; timestamps are the first column. */
export function daysOf(dataset: Dataset | undefined, { from, to }: BarRange): Days {
  const dayAt = (bar: number): string =>
    new Date(dataset?.columns[bar] ?? 0).toISOString().slice(0, 10);
  return [dayAt(from), dayAt(to - 1)];
}
