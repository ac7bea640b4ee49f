// This module is browser compatible.

import type { SeasonState } from "../../contracts/season.ts";

/** Everything but the clock that decides the state of a season. Instants are milliseconds since 1970. */
export interface SeasonFacts {
  readonly opensAt: number;
  readonly closesAt: number;
  readonly isRevealed: boolean;
  readonly isVoid: boolean;
  readonly isScored: boolean;
}

/** Returns the state of a season at an instant. A revealed season stays revealed whatever a clock says. */
export function seasonStateOf(season: SeasonFacts, nowMs: number): SeasonState {
  if (season.isVoid) return "void";
  if (season.isScored) return "scored";
  if (season.isRevealed) return "revealed";
  if (nowMs < season.opensAt) return "announced";
  return nowMs < season.closesAt ? "open" : "closed";
}
