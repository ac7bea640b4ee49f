// This module is browser compatible.

import { EngineFailure } from "./failure.ts";
import type { Sources } from "./messages.ts";

/** Returns the server's dataset of a market and timeframe; undefined without one. */
export function find(
  { datasets }: Sources,
  marketId: number,
  timeframe: string,
): Sources["datasets"][number] | undefined {
  return datasets.find(({ header }) =>
    header.marketId === marketId && header.timeframe === timeframe
  );
}

/** Returns the failure of a run without a dataset. */
export function missing(marketId: number, timeframe: string): EngineFailure {
  const detail = `Cannot run: there is no ${timeframe} dataset of market ${marketId}`;
  return new EngineFailure({ kind: "broken", detail });
}
