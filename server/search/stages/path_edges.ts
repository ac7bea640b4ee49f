// This module is browser compatible.

import { CAPITAL_DEFAULT } from "../../contracts/engine_constants.ts";
import { isFigure } from "../../contracts/figures.ts";
import type { SearchPlan } from "../../contracts/plan.ts";
import type { Timeframe } from "../../contracts/scalar.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import type { Engine } from "../../engine/engine.ts";

/** Capital of the lines of a verdict. */
export const LINE_CAPITAL = Number(CAPITAL_DEFAULT);

/**
 * Returns whether the best candidates of a plan are those with the best edge on the paths of their
 * verdicts. An imported market has one history, so only the scores on that tell its candidates apart.
 */
export function choosesOnPaths(
  { aim }: Pick<SearchPlan, "aim">,
  engine: Engine,
  datasets: readonly Dataset[],
): boolean {
  if (isFigure(aim)) return false;
  const seeds = engine.sisterSeeds().slice(0, 1);
  return datasets.every(({ header: { marketId, timeframe } }) =>
    engine.pathUtilities({ marketId, timeframe, capital: LINE_CAPITAL, seeds }, []).length > 0
  );
}

/** Returns the edges of runs on the first paths of a market. */
export function edgesOnPaths(
  engine: Engine,
  market: { readonly marketId: number; readonly timeframe: Timeframe },
  utilities: readonly (readonly number[])[],
): Float64Array {
  const paths = utilities[0]?.length ?? 0;
  const seeds = engine.sisterSeeds().slice(0, paths);
  const lines = engine.pathUtilities({ ...market, capital: LINE_CAPITAL, seeds }, []);
  return engine.pathEdges(market, Float64Array.from([...utilities.flat(), ...lines]), paths);
}
