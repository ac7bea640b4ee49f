import { IMPORTED_ID_MIN } from "../../contracts/market_ids.ts";
import type { Market } from "../../contracts/catalog.ts";
import type { DatasetEntry, Manifest } from "../../contracts/types.ts";

/**
 * Returns the manifest of the local datasets of one market. With the manifest their files are a folder
 * that a server loads, and that this page imports without asking. The market gets an id that is free on
 * the server of this page.
 */
export function exportManifest(
  entries: readonly DatasetEntry[],
  served: readonly Market[],
): Manifest {
  const taken = new Set(served.map(({ id }) => id));
  let marketId = IMPORTED_ID_MIN;
  while (taken.has(marketId)) marketId++;
  const markets = entries.slice(0, 1).map(({ marketKey, name, expiry, scalarRoot, farExpiry }) => {
    return { marketId, marketKey, name, expiry, scalarRoot, farExpiry };
  });
  const datasets = entries.map((entry) => {
    const { marketKey: _, name: __, expiry: ___, scalarRoot: ____, farExpiry: _____, ...own } =
      entry;
    return { ...own, marketId };
  });
  return { markets, datasets };
}
