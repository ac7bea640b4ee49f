// This module is browser compatible.

export const FAMILY = "/v1/families/strategy-arena";
export const SEARCHES = `${FAMILY}/searches`;
export const LEADERBOARD = `${FAMILY}/leaderboard`;
export const SEASONS = `${FAMILY}/seasons`;

/** Returns the path of the entries of a season. */
export function entriesPath(seasonId: string): string {
  return `${SEASONS}/${encodeURIComponent(seasonId)}/entries`;
}

/** Returns the path of a search. */
export function searchPath(searchId: string): string {
  return `${SEARCHES}/${encodeURIComponent(searchId)}`;
}
