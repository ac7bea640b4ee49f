// This module is browser compatible.

import { wrongFields } from "../../base/errors.ts";
import type { Candidate } from "../../contracts/candidate.ts";
import type { SearchPlan } from "../../contracts/plan.ts";
import type { Dataset } from "../../datasets/dataset.ts";

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
