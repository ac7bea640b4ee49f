import type { Market } from "../../contracts/catalog.ts";
import { originOf } from "../../contracts/market_ids.ts";

/**
 * Returns the name of a market with its origin. Official markets are simulated, imported ones are real.
 * A local market may have the name of a served one.
 */
export function markedName({ id, name }: Pick<Market, "id" | "name">): string {
  const origin = originOf(id);
  return origin === "mine" ? `${name} (mine)` : origin === "imported" ? `${name}, real` : name;
}
