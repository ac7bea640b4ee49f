import { systemClock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { SearchStore } from "../../store/search_store.ts";
import type { Report } from "./search_start.ts";

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** Removes searches that ended long ago, now and every hour. */
export function dropOld(store: SearchStore, keepDays: number, report: Report): void {
  systemClock.after(HOUR_MS, () => dropOld(store, keepDays, report));
  store.drop(systemClock.epochMs() - keepDays * DAY_MS)
    .catch((error) => report(`Cannot remove old searches: ${messageOf(error)}`));
}
