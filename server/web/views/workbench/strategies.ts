// This module is browser compatible.

import type { Timeframe } from "../../../contracts/scalar.ts";
import type { Arena } from "../../engine/messages.ts";

type Entry = Arena["strategies"][number];

/** A strategy, and the feature that it needs and the market lacks; null for none. */
export interface OfferedStrategy extends Entry {
  readonly missing: string | null;
}

/** Returns all strategies of the catalogue, as a dataset can serve them. */
export function strategiesFor(
  { strategies, markets }: Arena,
  marketId: number,
  timeframe: Timeframe,
): readonly OfferedStrategy[] {
  const market = markets.find(({ id }) => id === marketId);
  const features = market?.timeframes[timeframe]?.features ?? [];
  return strategies.map((entry) => {
    const missing = entry.requiredFeatures.find((feature) => !features.includes(feature));
    return { ...entry, missing: missing ?? null };
  });
}

/** Returns the words of a category: "technical-analysis" is "Technical analysis". */
export function categoryName(category: string): string {
  const words = category.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
