import { messageOf } from "../../base/errors.ts";
import { Connection, lazyRemote, type Port, type Remote } from "../../base/remote.ts";
import type { EngineHost } from "./engine_host.ts";
import { EngineFailure, FAILURES, toFailure } from "./failure.ts";
import type { Arena } from "./messages.ts";
import { blocked } from "./program.ts";

/** How long a worker may take to start before it counts as blocked, milliseconds. */
const START_TIMEOUT_MS = 30_000;

/**
 * The page's client of an engine in a worker. Calls are handled one after the other, in order;
 * `toFailure` names the failure of any of them. After a failed start or an engine trap the next call
 * starts a new worker.
 *
 * The worker loads the engine by itself and calls do not wait for it on this thread: while the page
 * evaluates its code or draws, the worker goes on.
 */
export interface EngineClient extends Remote<Omit<EngineHost, "open">> {
  /** Starts the worker unless it runs; returns catalogue, profile, versions and markets. */
  arena(): Promise<Arena>;
  /**
   * Starts the worker unless it runs; resolves once the worker runs its code or has failed. Chromium
   * starts the thread of a worker from the page's thread, which must not be busy until then.
   */
  started(): Promise<void>;
  /** Terminates the worker; pending calls reject. */
  close(): void;
}

/**
 * Returns a client; its first call starts the worker.
 *
 * @param spawn makes the worker, which has its order
 */
export function engineClient(spawn: () => Port): EngineClient {
  const connect = (): Connection<EngineHost> =>
    new Connection<EngineHost>(spawned(spawn), {
      revivers: FAILURES,
      toLoss: blocked,
      isFatal: (error) => toFailure(error).kind === "broken",
    });
  let started = Promise.resolve();
  const engine = lazyRemote<EngineHost, Arena>(connect, async (connection) => {
    const running = Promise.withResolvers<void>();
    started = running.promise;
    const late = setTimeout(() => connection.lose("it does not answer"), START_TIMEOUT_MS);
    // Downloads take as long as the network needs.
    const heard = (): void => {
      clearTimeout(late);
      running.resolve();
    };
    return await connection.remote.open(heard).finally(heard);
  }, { waits: false });
  return Object.assign(engine.remote, {
    arena: () => engine.open(),
    started: async () => {
      // A failure is that of the calls.
      engine.open().catch(() => {});
      await started;
    },
    close: () => {
      const detail = "Cannot finish: the engine was stopped";
      engine.close(new EngineFailure({ kind: "broken", detail }));
    },
  });
}

function spawned(spawn: () => Port): Port {
  try {
    return spawn();
  } catch (error) {
    throw blocked(messageOf(error));
  }
}
