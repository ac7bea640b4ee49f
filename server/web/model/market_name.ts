// This module is browser compatible.

import type { Market } from "../../contracts/catalog.ts";
import { originOf } from "../../contracts/market_ids.ts";

/** Returns the name of a market, with a mark where it is the reader's own: a server may have one too. */
export function markedName({ id, name }: Pick<Market, "id" | "name">): string {
  return originOf(id) === "mine" ? `${name} (mine)` : name;
}
