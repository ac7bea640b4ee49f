import type { Candidate } from "../../contracts/candidate.ts";
import type { Timeframe } from "../../contracts/scalar.ts";
import type { Arena, DatasetName } from "../engine/messages.ts";

type Entry = Arena["strategies"][number];

/** A strategy, and a required feature that the market lacks, or null. */
export interface OfferedStrategy extends Entry {
  readonly missing: string | null;
}

/**
 * Returns all strategies of the catalogue, with the features that a dataset lacks. Nothing is missing on
 * an unknown market or timeframe, whose fault the engine names.
 */
export function strategiesFor(
  { strategies, markets }: Arena,
  marketId: number,
  timeframe: Timeframe,
): readonly OfferedStrategy[] {
  const market = markets.find(({ id }) => id === marketId);
  const features = market?.timeframes[timeframe]?.features;
  return strategies.map((entry) => {
    const missing = entry.requiredFeatures.find((feature) =>
      features !== undefined && !features.includes(feature)
    );
    return { ...entry, missing: missing ?? null };
  });
}

/** Returns the candidate of a strategy with its defaults, as the board runs it. */
export function defaultCandidate(
  { marketId, timeframe }: DatasetName,
  strategyId: string,
): Candidate {
  return {
    marketId,
    ...timeframe === "daily" && { timeframe },
    components: [{ strategyId }],
  };
}

/** Returns the name of a category: "technical-analysis" is "Technical analysis". */
export function categoryName(category: string): string {
  const name = category.replaceAll("-", " ");
  return name.charAt(0).toUpperCase() + name.slice(1);
}
