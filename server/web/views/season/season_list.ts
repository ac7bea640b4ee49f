import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Season, SeasonList } from "../../../contracts/season.ts";
import { readArena } from "./arena_files.ts";

/** A tab of the board. */
export type BoardTab = "season" | "practice" | "strategies";

/** How long the first view waits for the list of seasons, milliseconds. */
const WAIT_MS = 3000;
/** States of a season that a visitor should see first. */
const SHOWN_FIRST: readonly Season["state"][] = ["open", "closed", "revealed", "scored"];

interface Read {
  readonly list: readonly Season[] | null;
  readonly first: BoardTab | null;
}

const known = signal<Read>({ list: null, first: null });

/** The seasons, newest first; null until they are read. */
export const seasons: ReadonlySignal<readonly Season[] | null> = computed(() => known.value.list);
/** The tab that the board opens with; null until it is known. */
export const firstTab: ReadonlySignal<BoardTab | null> = computed(() => known.value.first);

/** Reads the list of seasons; a list that was read before stays when the server does not answer. */
export async function readSeasons(signal?: AbortSignal): Promise<void> {
  const read = await readArena<SeasonList>("seasons.json", signal).catch(() => null);
  const { list } = known.value;
  if (read !== null || list === null) known.value = { ...known.value, list: read?.seasons ?? [] };
}

/**
 * Decides which tab the board opens with: the season when one has something to show, else the practice
 * board when somebody published there, else the strategies.
 *
 * @param board the practice board to look at, such as `susde-hourly`; empty without one, null while the
 *   markets are loading
 */
export async function chooseFirstTab(board: string | null): Promise<void> {
  const signal = AbortSignal.timeout(WAIT_MS);
  if (known.value.list === null) await readSeasons(signal);
  if (known.value.first !== null) return;
  const open = (first: BoardTab): void => {
    known.value = { ...known.value, first };
  };
  if (pickSeason(known.value.list ?? []) !== null) open("season");
  else if (board !== null) {
    const path = `practice/${board}.json`;
    const practice = board === ""
      ? null
      : await readArena<{ readonly total: number }>(path, signal).catch(() => null);
    open((practice?.total ?? 0) > 0 ? "practice" : "strategies");
  }
}

/** Returns the newest season with something to show; null without one. */
export function pickSeason(all: readonly Season[]): Season | null {
  return all.find(({ state }) => SHOWN_FIRST.includes(state)) ?? null;
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
