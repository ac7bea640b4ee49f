// This module is browser compatible.

import type { Dataset } from "../datasets/dataset.ts";
import type { Engine } from "./engine.ts";

/** Strategies whose runs use most of the engine. */
const STRATEGIES = ["yield-rsi", "pull-to-par-hold", "yield-bollinger", "discount-zscore"];
/** The runtime optimises a function after some hundred calls. */
const SLICES = 40;
/** About two milliseconds before the code is optimised. */
const RUNS_OF_SLICE = 25;

/**
 * Returns work for idle moments after which the runtime has optimised the code of a run: the first
 * thousand take twice the time of later ones.
 *
 * @param dataset the market that is run on
 */
export function warmUpSlices({ header }: Dataset): readonly ((engine: Engine) => void)[] {
  const { marketId, timeframe } = header;
  return Array.from({ length: SLICES }, (_, slice) => {
    const components = [{ strategyId: STRATEGIES[slice % STRATEGIES.length] }];
    const candidate = { marketId, timeframe, components };
    const order = { view: "summary", simulationId: "warm-up", candidate };
    const request = new TextEncoder().encode(JSON.stringify(order));
    return (engine) => {
      for (let run = 0; run < RUNS_OF_SLICE; run++) engine.simulate(request);
    };
  });
}
