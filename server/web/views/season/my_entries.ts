import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Candidate } from "../../../contracts/candidate.ts";
import type { Entered, EntryList } from "../../../contracts/season.ts";
import { callServer } from "../../api.ts";

/** The own entries of a season, as the key in this tab sees them. */
interface Mine {
  readonly seasonId: string;
  readonly entries: readonly Entered[];
  /** Entries that the key may have in this season. */
  readonly limit: number;
}

const mine = signal<Mine | null>(null);

/** The own entries that were read last; null before. */
export const ownEntries: ReadonlySignal<Mine | null> = mine;
/** The same without receipts. */
export const myEntries: ReadonlySignal<readonly Entered["entry"][]> = computed(() =>
  mine.value?.entries.map(({ entry }) => entry) ?? []
);

/** Reads the own entries of a season. @throws {ServerProblem} */
export async function readOwnEntries(seasonId: string): Promise<void> {
  const { entries, limit } = await callServer<EntryList>("GET", entriesPath(seasonId));
  mine.value = { seasonId, entries, limit };
}

/**
 * Enters a candidate; the same candidate again is the same entry.
 *
 * @param name shown beside the result; empty: "entry N"
 * @throws {ServerProblem}
 */
export async function enterSeason(
  seasonId: string,
  candidate: Candidate,
  name: string,
): Promise<Entered> {
  const body = { candidate, ...name !== "" && { name } };
  const entered = await callServer<Entered>("POST", entriesPath(seasonId), body);
  await readOwnEntries(seasonId).catch(() => {
    // The entry is accepted; the list is read again with the next request.
    mine.value = { seasonId, limit: 0, ...mine.peek(), entries: [entered] };
  });
  return entered;
}

/**
 * Hides the name of an own entry for good.
 *
 * @throws {ServerProblem}
 */
export async function hideName(seasonId: string, number: number): Promise<void> {
  const hidden = await callServer<Entered>("DELETE", `${entriesPath(seasonId)}/${number}/name`);
  const known = mine.peek();
  if (known?.seasonId !== seasonId) return;
  const entries = known.entries.map((one) => one.entry.number === number ? hidden : one);
  mine.value = { ...known, entries };
}

function entriesPath(seasonId: string): string {
  return `/seasons/${encodeURIComponent(seasonId)}/entries`;
}
