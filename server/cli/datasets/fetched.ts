import { systemClock } from "../../base/clock.ts";
import { fetchPendle, type PendleHistory, type PendleOrder } from "../../datasets/fetch/pendle.ts";
import type { Surroundings } from "../../datasets/fetch/polite_get.ts";
import { printError } from "../../process/output.ts";
import { openFile, type Pending } from "./raw_files.ts";
import { AnswerFolder } from "./staging.ts";

/** What a service has answered, as sources. */
export interface Fetched extends PendleHistory {
  readonly pending: readonly Pending[];
  /** Removes the answers, when they are kept with the market. */
  readonly finish: () => Promise<void>;
}

/** The outside world of a fetch. */
export const SURROUNDINGS: Surroundings = {
  fetch: (url, init) => fetch(url, init),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  now: () => systemClock.epochMs(),
  report: printError,
};

/**
 * Fetches the history of a market. The answers stay in a folder until the import is done, from which a
 * failed one resumes.
 *
 * @param folder where the answers stay
 * @throws {StartError} when the service refuses or an answer has another form
 */
export async function fetchHistory(
  order: PendleOrder,
  folder: string,
  api: string,
): Promise<Fetched> {
  const store = new AnswerFolder(folder);
  const history = await fetchPendle(order, store, SURROUNDINGS, api);
  const { since: after } = order;
  const until = Date.parse(history.fetchedAt);
  const stamp = after === undefined ? "" : `${history.fetchedAt.replaceAll(/[^\dT]/g, "")}-`;
  const pending = history.names.map((answer): Pending => ({
    name: `${stamp}${answer}`,
    open: async () => ({
      file: answer,
      bytes: await openFile(`${store.path}/${answer}`),
      after,
      until,
    }),
  }));
  return { ...history, pending, finish: () => store.remove() };
}
