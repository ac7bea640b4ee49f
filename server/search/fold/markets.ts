// This module is browser compatible.

import { wrongFields } from "../../base/errors.ts";
import type { Candidate } from "../../contracts/candidate.ts";
import {
  EVALUATED_FIGURES,
  type EvaluatedFigure,
  type Figure,
  signOf,
} from "../../contracts/figures.ts";
import type { MarketsBy, SearchPlan } from "../../contracts/plan.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import type { PassiveLine, WindowReturns } from "./daily_excess.ts";
import type { Evaluated } from "./evaluated.ts";

type Markets = Pick<SearchPlan, "base" | "markets">;

/** Returns the markets on which each candidate of a plan runs. */
export function marketIdsOf({ base, markets }: Markets): readonly number[] {
  return markets?.ids ?? [base.marketId];
}

/** Returns the runs of one strategy that one candidate of a plan is: its components on each market. */
export function runsPerCandidate(plan: Markets): number {
  return plan.base.components.length * marketIdsOf(plan).length;
}

/** Returns a candidate on each market of a plan that has several; else as it is. */
export function onMarkets({ markets }: Markets, candidate: Candidate): readonly Candidate[] {
  // Without several markets, an axis may have set the market.
  return markets?.ids.map((marketId) => ({ ...candidate, marketId })) ?? [candidate];
}

/**
 * Checks the markets that a plan aims at.
 *
 * @throws {ApiError} with every wrong field
 */
export function checkMarkets(
  { base, axes, markets }: SearchPlan,
  datasets: readonly Dataset[],
): void {
  if (markets === undefined) return;
  const timeframe = base.timeframe ?? "hourly";
  const known = datasets.filter(({ header }) => header.timeframe === timeframe)
    .map(({ header }) => header.marketId);
  const path = "/plan/markets";
  const code = "not_allowed";
  const fieldErrors = markets.ids.flatMap((id, at) => {
    const earlier = markets.ids.indexOf(id) < at;
    if (known.includes(id) && !earlier) return [];
    const message = earlier
      ? `is ${id} again, must be another market`
      : `is ${id}, must be one of ${known.join(", ")}`;
    return [{ path: `${path}/ids/${at}`, code, message }];
  });
  if (!markets.ids.includes(base.marketId)) {
    const message = `are without ${base.marketId}, must have the market of the base candidate`;
    fieldErrors.push({ path: `${path}/ids`, code, message });
  }
  if (axes.some((axis) => axis.path === "/marketId")) {
    const message = "is given, must be left out beside an axis of /marketId";
    fieldErrors.push({ path, code, message });
  }
  if (fieldErrors.length > 0) throw wrongFields("Cannot search", fieldErrors);
}

/** Returns the mean or the worst of a figure over markets; NaN if one market has none. */
function joined(name: Figure | EvaluatedFigure, values: readonly number[], by: MarketsBy): number {
  if (by === "mean") return values.reduce((sum, value) => sum + value, 0) / values.length;
  return signOf(name) === 1 ? Math.min(...values) : Math.max(...values);
}

/** Joins the evaluations of one candidate on several markets: eligible if it is on all of them. */
export function joinEvaluated(
  each: readonly Evaluated[],
  ids: readonly number[],
  by: MarketsBy,
): Evaluated {
  const [first] = each;
  if (first === undefined) throw new Error("Cannot join evaluations: there are none");
  if (each.length === 1) return first;
  const figures = (Object.keys(EVALUATED_FIGURES) as EvaluatedFigure[]).map((name) => {
    const value = joined(name, each.map((one) => one.figures[name] ?? NaN), by);
    return [name, Number.isNaN(value) ? null : value] as const;
  });
  const least = Math.min(...each.map(({ deflatedSharpe }) => deflatedSharpe ?? NaN));
  const most = Math.max(...each.map(({ requiredEdge }) => requiredEdge ?? NaN));
  return {
    eligible: each.every(({ eligible }) => eligible),
    failed: [...new Set(each.flatMap(({ failed }) => failed))],
    method: [...new Set(each.map(({ method }) => method))].join(", "),
    trials: Math.max(...each.map(({ trials }) => trials)),
    figures: Object.fromEntries(figures) as Evaluated["figures"],
    deflatedSharpe: Number.isNaN(least) ? null : least,
    requiredEdge: Number.isNaN(most) ? null : most,
    real: [...new Set(each.map(({ real }) => real))].join(" "),
    markets: each.map((one, at) => ({ marketId: ids[at] ?? 0, ...one })),
  };
}

/**
 * Joins daily returns on several markets: those of capital that is spread evenly over them each day.
 * The days of a longer market beyond those of the shortest are left out.
 */
export function joinReturns(each: readonly WindowReturns[], by: MarketsBy): WindowReturns {
  const [first] = each;
  if (first === undefined) throw new Error("Cannot join returns: there are none");
  if (each.length === 1) return first;
  const lineOf = (name: "hold" | "idle"): PassiveLine => ({
    days: meanDays(each.map((one) => one[name].days)),
    score: joined("score", each.map((one) => one[name].score), by),
  });
  const trips = each.map((one) => one.trips);
  const known = trips.filter((one) => one !== null);
  return {
    hold: lineOf("hold"),
    idle: lineOf("idle"),
    candidates: first.candidates.map((_, at) => {
      const days = each.map(({ candidates }) => candidates[at] ?? null);
      const ran = days.filter((one) => one !== null);
      return ran.length === days.length ? meanDays(ran) : null;
    }),
    trips: known.length < trips.length ? null : {
      hold: known.flatMap(({ hold }) => hold),
      idle: known.flatMap(({ idle }) => idle),
    },
  };
}

function meanDays(each: readonly Float64Array[]): Float64Array<ArrayBuffer> {
  const length = Math.min(...each.map((days) => days.length));
  return Float64Array.from(
    { length },
    (_, day) => each.reduce((sum, days) => sum + (days[day] ?? 0), 0) / each.length,
  );
}
