// This module is browser compatible.

import { type Clock, withDeadline } from "../../base/clock.ts";
import type { ArenaFiles } from "./arena_folder.ts";
import { DEADLINE } from "../unavailable.ts";
import { arenaUnavailable } from "../unavailable.ts";
import { callsWithinDeadline } from "../call_deadline.ts";
import type { SeasonService } from "./season_service.ts";

/** Time for a file, of which a large one is read and made. */
const FILE_DEADLINE_MS = 10_000;

/**
 * Returns a service whose calls are OVERLOADED after a deadline. The store may still accept an entry
 * that its caller has given up: the same request again returns it.
 *
 * @param opened resolves with the service once its store is open
 */
export function seasonsWithinDeadline(
  opened: Promise<SeasonService>,
  clock: Clock,
): SeasonService {
  const within = callsWithinDeadline(opened, clock, arenaUnavailable);
  return {
    listSeasons: () => within((seasons) => seasons.listSeasons()),
    enterSeason: (keyId, seasonId, body) =>
      within((seasons, signal) => seasons.enterSeason(keyId, seasonId, body, signal)),
    listEntries: (...args) => within((seasons) => seasons.listEntries(...args)),
    hideEntryName: (...args) => within((seasons) => seasons.hideEntryName(...args)),
  };
}

/** Returns a public folder whose files are OVERLOADED after a deadline. */
export function filesWithinDeadline(opened: Promise<ArenaFiles>, clock: Clock): ArenaFiles {
  return {
    arenaFile: (...args) => {
      const file = opened.then((folder) => folder.arenaFile(...args));
      return withDeadline(clock, FILE_DEADLINE_MS, file, () => arenaUnavailable(DEADLINE));
    },
  };
}
