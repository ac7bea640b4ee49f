import { type ReadonlySignal, signal } from "@preact/signals";
import type { Season, SeasonList } from "../../../contracts/season.ts";
import { readArena } from "./arena_files.ts";

const known = signal<readonly Season[] | null>(null);

/** The seasons, newest first; null until they are read. */
export const seasons: ReadonlySignal<readonly Season[] | null> = known;

/** Reads the list of seasons; a list that was read before stays when the server does not answer. */
export async function readSeasons(): Promise<void> {
  const read = await readArena<SeasonList>("seasons.json").catch(() => null);
  if (read !== null || known.value === null) known.value = read?.seasons ?? [];
}

const WITHOUT_NEWS: readonly Season["state"][] = ["announced", "void"];

/** Returns the newest season with something to show, else the newest; null without one. */
export function pickSeason(all: readonly Season[]): Season | null {
  return all.find(({ state }) => !WITHOUT_NEWS.includes(state)) ?? all[0] ?? null;
}

const CLOCKED: readonly Season["state"][] = ["announced", "open", "closed"];

/**
 * Returns the state of a season now. The file may be older than its opening or close, on a static host
 * by days; all other states are what the file says.
 */
export function stateAt(
  { state, opensAt, closesAt }: Pick<Season, "state" | "opensAt" | "closesAt">,
  nowMs: number,
): Season["state"] {
  if (!CLOCKED.includes(state)) return state;
  if (nowMs < Date.parse(opensAt)) return "announced";
  return nowMs < Date.parse(closesAt) ? "open" : "closed";
}
