// This module is browser compatible.

import { z } from "zod";
import { CANDIDATES_MAX, isFigure, type SearchPlan } from "../../contracts/plan.ts";
import { type Dataset, isServed } from "../../datasets/dataset.ts";
import type { Engine } from "../../engine/engine.ts";
import { ApiError, StartError } from "../../base/errors.ts";
import { okValue } from "../../engine/wire.ts";
import { searchCost } from "../../limits/cost.ts";
import { describePlan, type PlanDescription } from "./describe_plan.ts";
import { enqueuedRows } from "./enqueue.ts";
import { isDecidedByEvaluation } from "./evaluated.ts";
import { checkMarkets, marketIdsOf, runsPerCandidate } from "../plan/markets.ts";
import { encode } from "./engine_plan.ts";
import type { Draw } from "./stage.ts";
import { rangeMaxOf } from "./ranges.ts";

/** A checked plan with its description by the engine, and its data. */
export interface PreparedSearch {
  readonly plan: SearchPlan;
  /** Draw of the first stage. */
  readonly draw: Draw;
  /** Rows of the plan's own candidates. */
  readonly enqueued: readonly (readonly number[])[];
  readonly description: PlanDescription;
  /** Datasets of the plan's markets. */
  readonly datasets: readonly Dataset[];
  /** Most candidates of a range. */
  readonly rangeMax: number;
  readonly topMax: number;
  /** Most candidates over all stages. */
  readonly total: number;
  /** Most stages, those of the report included. */
  readonly stages: number;
  /** Most evaluations of the best. */
  readonly evaluations: number;
  /** Most runs on paths, by which a plan that aims at an edge chooses; 0: it chooses by the score. */
  readonly pathRuns: number;
  /** Most compute units that the search costs in a service. */
  readonly units: number;
}

/**
 * Checks a plan before anything is run.
 *
 * @throws {StartError} with the reason why the plan cannot be searched
 * @throws {ApiError} with every field that the engine refuses
 */
export function prepare(
  plan: SearchPlan,
  topMax: number,
  engine: Engine,
  all: readonly Dataset[],
): PreparedSearch {
  const datasets = all.filter(isServed);
  checkEvaluation(plan);
  const draw = drawOf(plan);
  const description = describePlan(engine, plan, { draw, window: null }, []);
  checkMarkets(plan, datasets);
  const used = datasetsOf(plan, datasets);
  const enqueued = enqueuedRows(plan);
  const { candidates: total, stages, evaluations, pathRuns, bars } = sizeOf(engine, {
    plan,
    topMax,
    enqueued,
  });
  if (total > CANDIDATES_MAX) {
    throw new StartError(
      `Cannot search: the plan has ${total.toExponential(2)} candidates, must have at most ` +
        `${CANDIDATES_MAX.toExponential(0)}; take fewer steps, or sobol with a count`,
    );
  }
  const components = runsPerCandidate(plan);
  return {
    plan,
    draw,
    enqueued,
    description,
    datasets: used,
    rangeMax: rangeMaxOf(components, bars),
    topMax,
    total,
    stages,
    evaluations,
    pathRuns,
    units: searchCost({ candidates: total + pathRuns, evaluations, components }),
  };
}

const SizeSchema = z.strictObject({
  candidates: z.number(),
  evaluations: z.number(),
  pathRuns: z.number(),
  stages: z.number(),
  bars: z.number(),
});

/** Asks the engine how much a search runs at most. */
function sizeOf(
  engine: Engine,
  request: Pick<PreparedSearch, "plan" | "topMax" | "enqueued">,
): z.infer<typeof SizeSchema> {
  try {
    return okValue(SizeSchema, engine.searchSize(encode(request)));
  } catch (error) {
    // The windows of the plan are too short, which is no fault of one field.
    if (error instanceof ApiError && error.context.fieldErrors === undefined) {
      throw new StartError(error.message, { cause: error });
    }
    throw error;
  }
}

function drawOf({ method }: SearchPlan): Draw {
  if (method.kind === "grid") return { method: "grid" };
  const kind = method.kind === "random" ? "random" : "sobol";
  return { method: kind, count: method.count, seed: method.seed };
}

/** Figures that only an evaluation has need evaluations, and no hold-out: an evaluation sees all bars. */
function checkEvaluation(plan: SearchPlan): void {
  if (!isDecidedByEvaluation(plan)) return;
  const name = isFigure(plan.aim)
    ? plan.constraints.find(({ figure }) => !isFigure(figure))?.figure
    : plan.aim;
  if (plan.evaluate === 0) {
    throw new StartError(
      `Cannot search: only an evaluation has ${name}, so evaluate must be at least 1`,
    );
  }
  if (plan.windows.kind === "holdout") {
    throw new StartError(
      `Cannot search: only an evaluation has ${name}, and that sees all bars, also those that a ` +
        "hold-out keeps; take windows whole or walkForward, or another figure",
    );
  }
}

/**
 * Returns the datasets of a plan's markets, in the order of their ids.
 *
 * @throws {StartError} when no market has one
 */
export function datasetsOf(
  { base, axes, markets }: SearchPlan,
  datasets: readonly Dataset[],
): readonly Dataset[] {
  const axis = axes.find(({ path }) => path === "/marketId");
  const ids = axis !== undefined && "values" in axis ? axis.values : marketIdsOf({ base, markets });
  const found = datasets.filter(({ header: { marketId, timeframe } }) =>
    timeframe === (base.timeframe ?? "hourly") && ids.includes(marketId)
  ).toSorted((one, other) => one.header.marketId - other.header.marketId);
  if (found.length > 0) return found;
  throw new StartError("Cannot search: no market of the plan has a dataset of this timeframe");
}

/** Returns the datasets of a search, and behind them the real maturities of their markets. */
export function withRealOf(
  used: readonly Dataset[],
  all: readonly Dataset[],
): readonly Dataset[] {
  const isReal = (dataset: Dataset): boolean =>
    !used.includes(dataset) &&
    used.some(({ header }) => header.marketKey === dataset.header.asset);
  return [...used, ...all.filter(isReal)];
}
