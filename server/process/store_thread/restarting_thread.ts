import { type Clock, systemClock } from "../../base/clock.ts";
import { messageOf } from "../../base/errors.ts";
import {
  Connection,
  type LazyRemote,
  lazyRemote,
  type Port,
  type Remote,
} from "../../base/remote.ts";
import { searchesUnavailable } from "../../services/unavailable.ts";
import type { Report, StoreStart } from "./store_start.ts";

/** A service that runs until its thread ends. */
interface Running {
  run(start: StoreStart, report: Report): Promise<never>;
}

/** A service on a thread of its own, which is started again after a loss. */
export interface RestartingThread<S> {
  /** Its first call starts the thread. */
  readonly service: Remote<S>;
  /** Returns a service of the thread. */
  readonly part: LazyRemote<S, void>["part"];
  /** Starts the thread: jobs that have not ended go on. */
  open(): void;
  /** Ends the thread at once: ranges in flight run again after the next start. */
  close(): void;
}

/** Delay after which a lost thread is started again. */
const RESTART_MS = 30_000;

/**
 * Makes a thread that starts with its first use: the store thread, since a store on the main thread
 * would delay requests, or its thread of jobs.
 *
 * @param report receives failures, for the log
 */
export function restartingThread<S extends Running>(
  start: StoreStart,
  spawn: () => Port,
  report: Report,
  clock: Pick<Clock, "after"> = systemClock,
): RestartingThread<S> {
  let cancelRestart = (): void => {};
  const open = (): void => void thread.open();
  const connect = (): Connection<S> => {
    cancelRestart();
    return new Connection<S>(spawn(), {
      toLoss: searchesUnavailable,
      onLost: (reason) => {
        cancelRestart = clock.after(RESTART_MS, open);
        report(`Cannot continue searches, it will be retried: ${reason}`);
      },
    });
  };
  const thread = lazyRemote<S>(connect, (connection) => {
    connection.call("run", [start, report])
      .catch((error) => connection.lose(messageOf(error)));
    return Promise.resolve();
  });
  return {
    service: thread.remote,
    part: thread.part,
    open,
    close: () => {
      cancelRestart();
      thread.close();
    },
  };
}
