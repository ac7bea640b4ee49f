// This module is browser compatible.

import type { SeasonDefinition } from "../contracts/season.ts";

/** Returns the definition of a season alone: the fields of its record in the log. */
export function definitionOf(season: SeasonDefinition): SeasonDefinition {
  return {
    seasonId: season.seasonId,
    title: season.title,
    boards: season.boards,
    capital: season.capital,
    paths: season.paths,
    opensAt: season.opensAt,
    closesAt: season.closesAt,
    entriesPerKey: season.entriesPerKey,
    secretHash: season.secretHash,
    beacon: season.beacon,
    versions: season.versions,
  };
}
