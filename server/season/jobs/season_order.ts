// This module is browser compatible.

import { z } from "zod";
import { SeasonIdSchema } from "../../contracts/season.ts";

const SeasonOrderSchema = z.object({
  kind: z.literal("season"),
  seasonId: SeasonIdSchema,
  /** Program, engine and datasets, see `basisOf`. */
  basis: z.string(),
});

/** The order of a search that scores a season; the store of the arena has everything else. */
export type SeasonOrder = z.infer<typeof SeasonOrderSchema>;

/** Parses a stored order; null for the order of a plan. */
export function readSeasonOrder(text: string): SeasonOrder | null {
  return SeasonOrderSchema.safeParse(JSON.parse(text)).data ?? null;
}

/** Returns the owner of the search of a season, in place of a key. */
export function seasonOwner(seasonId: string): string {
  return `season:${seasonId}`;
}
