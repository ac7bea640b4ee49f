// This module is browser compatible.

import { type Clock, withDeadline } from "../../base/clock.ts";
import type { ArenaFiles } from "./arena_folder.ts";
import { arenaUnavailable } from "./arena_unavailable.ts";
import type { SeasonService } from "./season_service.ts";

/** Time for an answer. A store that is locked or stopped fails the call, and callers do not wait. */
const DEADLINE_MS = 1_400;
/** Time for a file, of which a large one is read and made. */
const FILE_DEADLINE_MS = 10_000;

/**
 * Returns a service whose calls are OVERLOADED after a deadline. The store may still accept an entry
 * that its caller has given up: the same request again returns it. An entry whose turn has not come by
 * then is dropped, so that the calls of a burst, which all ask again, do not wait behind their own
 * earlier ones for ever.
 *
 * @param opened resolves with the service once its store is open
 */
export function seasonsWithinDeadline(
  opened: Promise<SeasonService>,
  clock: Clock,
): SeasonService {
  const within = <T>(
    call: (seasons: SeasonService, signal: AbortSignal) => Promise<T>,
  ): Promise<T> => {
    const late = new AbortController();
    const work = opened.then((seasons) => {
      late.signal.throwIfAborted();
      return call(seasons, late.signal);
    });
    return withDeadline(clock, DEADLINE_MS, work, () => {
      late.abort();
      return arenaUnavailable("deadline");
    });
  };
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
      return withDeadline(clock, FILE_DEADLINE_MS, file, () => arenaUnavailable("deadline"));
    },
  };
}
