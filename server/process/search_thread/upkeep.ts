import type { Clock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { SearchStore } from "../../store/search_store.ts";
/** Days for which the parts of a search that has ended are kept. */
export interface Retention {
  readonly searchDays: number;
  readonly pointsDays: number;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Removes points and searches that ended long ago, now and every hour. */
export async function dropOld(
  store: Pick<SearchStore, "drop" | "dropPoints">,
  { searchDays, pointsDays }: Retention,
  clock: Clock,
  report: (sentence: string) => void,
): Promise<void> {
  clock.after(HOUR_MS, () => void dropOld(store, { searchDays, pointsDays }, clock, report));
  try {
    await store.dropPoints(clock.epochMs() - pointsDays * DAY_MS);
    await store.drop(clock.epochMs() - searchDays * DAY_MS);
  } catch (error) {
    report(`Cannot remove old searches: ${messageOf(error)}`);
  }
}
