// This module is browser compatible.

import { messageOf } from "../../base/errors.ts";
import { Connection, lazyRemote, type Port, type Remote } from "../../base/remote.ts";
import type { EngineHost } from "./engine_host.ts";
import { EngineFailure, failureOf, FAILURES } from "./failure.ts";
import type { Arena, First, Program } from "./messages.ts";

/** How long a worker may take to respond before it counts as blocked, milliseconds. */
const START_TIMEOUT_MS = 20_000;

/**
 * The page's client of an engine in a worker. Calls are handled one after the other, in order;
 * `failureOf` names the failure of any of them. After a failed start or an engine trap the next call
 * starts a new worker.
 */
export interface EngineClient extends Remote<Omit<EngineHost, "open">> {
  /** Starts the worker unless it runs; returns catalogue, profile, versions and markets. */
  arena(): Promise<Arena>;
  /** Terminates the worker; pending calls reject. */
  close(): void;
}

/**
 * Returns a client; its first call starts the worker.
 *
 * @param spawn makes the worker
 * @param program loads the module and the sources of its engine; its errors fail the start
 * @param first returns the work that an engine begins as soon as it is made
 */
export function engineClient(
  spawn: () => Port,
  program: () => Promise<Program>,
  first: () => First | null = () => null,
): EngineClient {
  const connect = (): Connection<EngineHost> =>
    new Connection<EngineHost>(spawned(spawn), {
      revivers: FAILURES,
      toLoss: blocked,
      isFatal: (error) => failureOf(error).kind === "broken",
    });
  const engine = lazyRemote<EngineHost, Arena>(connect, async (connection) => {
    // The worker loads at the same time.
    const made = await program();
    const late = setTimeout(() => connection.lose("it does not answer"), START_TIMEOUT_MS);
    return await connection.remote.open(made, first()).finally(() => clearTimeout(late));
  });
  return Object.assign(engine.remote, {
    arena: () => engine.open(),
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

function blocked(reason: string): EngineFailure {
  const detail = `Cannot start the engine in this browser: ${reason}`;
  return new EngineFailure({ kind: "blocked", detail });
}
