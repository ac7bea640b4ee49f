// This module is browser compatible.

import type { Market } from "../../contracts/catalog.ts";
import { originOf } from "../../contracts/market_ids.ts";

/** Returns the name of a market; local markets are marked, because a server may have the same name. */
export function markedName({ id, name }: Pick<Market, "id" | "name">): string {
  return originOf(id) === "mine" ? `${name} (mine)` : name;
}
