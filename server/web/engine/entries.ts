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
