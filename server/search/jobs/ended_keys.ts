import type { Clock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import type { Searches } from "../../store/searches.ts";
import { readOrder, unfinishedOf } from "../stages/order.ts";

/** How often the keys of open searches are looked at: the longest that a search outlives its key. */
const LOOK_MS = 2_000;

/**
 * Cancels the searches of keys that were revoked or have expired, now and every two seconds. Several
 * processes may do so at once. While the keys cannot be read, their searches go on.
 *
 * @param report receives a failure, once until another one or a success follows
 * @param said the failure of the time before
 */
export async function cancelWithKeys(
  opened: Pick<Searches, "ofEndedKeys" | "searches">,
  clock: Pick<Clock, "after">,
  report: (sentence: string) => void,
  said: string | null = null,
): Promise<void> {
  let failure: string | null = null;
  try {
    await cancelNow(opened);
  } catch (error) {
    failure = `Cannot end the searches of ended keys, it will be retried: ${messageOf(error)}`;
    if (failure !== said) report(failure);
  }
  clock.after(LOOK_MS, () => void cancelWithKeys(opened, clock, report, failure));
}

async function cancelNow(
  { ofEndedKeys, searches }: Pick<Searches, "ofEndedKeys" | "searches">,
): Promise<void> {
  for (const id of await ofEndedKeys()) {
    const search = await searches.find(id);
    if (search !== null) await searches.cancel(id, unfinishedOf(readOrder(search.order)));
  }
}
