// This module is browser compatible.

import type { DatasetEntry, Manifest } from "../contracts/types.ts";

/** Returns the datasets of a manifest, each with the facts of its market. */
export function entriesOf({ markets, datasets }: Manifest): readonly DatasetEntry[] {
  return datasets.flatMap((dataset) => {
    const market = markets.find(({ marketId }) => marketId === dataset.marketId);
    return market === undefined ? [] : [{ ...market, ...dataset }];
  });
}
