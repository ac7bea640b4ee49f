import { type Clock, systemClock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import { Connection, lazyRemote, type Port } from "../../base/remote.ts";
import type { SearchService } from "../../services/search_service.ts";
import { searchesUnavailable } from "../../services/searches_unavailable.ts";
import type { SearchServer, SearchStart } from "./search_server.ts";

/** The searches of a server, on a thread of their own. */
export interface SearchThread {
  /** Its first call starts the thread. */
  readonly service: SearchService;
  /** Starts the thread, which resumes the searches that have not ended. */
  open(): void;
  /** Ends the thread at once: ranges in flight run again after the next start. */
  close(): void;
}

/** Delay after which a lost thread is started again. */
const RESTART_MS = 30_000;

/**
 * Makes the search thread, which starts with its first use. On the main thread, the store, steps and
 * reports of searches would delay requests.
 *
 * @param report receives failures, for the log
 */
export function searchThread(
  start: SearchStart,
  spawn: () => Port,
  report: (sentence: string) => void,
  clock: Pick<Clock, "after"> = systemClock,
): SearchThread {
  let cancelRestart = (): void => {};
  const open = (): void => void thread.open();
  const connect = (): Connection<SearchServer> => {
    cancelRestart();
    return new Connection<SearchServer>(spawn(), {
      toLoss: searchesUnavailable,
      onLost: (reason) => {
        cancelRestart = clock.after(RESTART_MS, open);
        report(`Cannot continue searches, it will be retried: ${reason}`);
      },
    });
  };
  const thread = lazyRemote<SearchServer>(connect, (connection) => {
    connection.remote.run(start, report)
      .catch((error) => connection.lose(messageOf(error)));
    return Promise.resolve();
  });
  return {
    service: thread.remote,
    open,
    close: () => {
      cancelRestart();
      thread.close();
    },
  };
}
