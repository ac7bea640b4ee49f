import type { Clock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { SearchStore } from "../../store/search_store.ts";
import type { Config } from "../config.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Removes points and searches that ended long ago, now and every hour. */
export async function dropOld(
  store: Pick<SearchStore, "drop" | "dropPoints">,
  { keepDays, pointsDays }: Pick<Config["searches"], "keepDays" | "pointsDays">,
  clock: Clock,
  report: (sentence: string) => void,
): Promise<void> {
  clock.after(HOUR_MS, () => void dropOld(store, { keepDays, pointsDays }, clock, report));
  try {
    await store.dropPoints(clock.epochMs() - pointsDays * DAY_MS);
    await store.drop(clock.epochMs() - keepDays * DAY_MS);
  } catch (error) {
    report(`Cannot remove old searches: ${messageOf(error)}`);
  }
}
