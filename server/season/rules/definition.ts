// This module is browser compatible.

import type { SeasonDefinition, SeasonVersions } from "../../contracts/season.ts";

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

/** Versions that decide paths and utilities; another engine of the same rules gives the same bytes. */
const DECISIVE = ["generatorVersion", "policyVersion", "formulaVersion", "catalogueHash"] as const;

/** Returns how a program differs from the versions of a season; null if it gives the same numbers. */
export function otherVersion(fixed: SeasonVersions, own: SeasonVersions): string | null {
  const name = DECISIVE.find((each) => own[each] !== fixed[each]);
  return name === undefined
    ? null
    : `this program has ${name} ${own[name]}, the season needs ${
      fixed[name]
    }; run the program of ` +
      `engine ${fixed.engineVersion}`;
}
