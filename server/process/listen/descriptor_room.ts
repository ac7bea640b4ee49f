// deno-lint-ignore no-external-import -- part of the runtime
import type { Server } from "node:http";
import { StartError } from "../../base/errors.ts";

/** Connections that a measurement admits at once; more are measured when they are open. */
const STEP = 128;
/** Descriptors that stay free of connections: files, stores, and for each core its threads. */
const RESERVE = 64;
const RESERVE_OF_CORE = 12;
/** Fewest connections with which a server is of use. */
const CONNECTIONS_MIN = 16;

/** Opens a file that stays open, and throws when the process may open no more. */
export type OpenFile = () => Disposable;

/** Options of the measurement, and the number of connections to make room for. */
export interface DescriptorOptions {
  /** Most connections by the configuration. */
  readonly connectionsMax: number;
  /** Descriptors that connections of databases may take. */
  readonly reserved?: number;
  readonly cores?: number;
  readonly openFile?: OpenFile;
}

/**
 * Keeps descriptors free for everything but connections. A process without any cannot start a thread or
 * load a module: Deno panics. Deno tells no program the limit of its process, so files are opened and
 * closed again: before the first connection for some, and for as many more whenever those are open.
 */
export class DescriptorRoom {
  readonly #connectionsMax: number;
  readonly #reserve: number;
  readonly #openFile: OpenFile;
  /** Connections that are known to leave the reserve free. */
  #measured = 0;
  #isFull = false;

  /** @throws {StartError} when the process may open too few files */
  constructor(
    {
      connectionsMax,
      reserved = 0,
      cores = navigator.hardwareConcurrency,
      openFile = openNothing,
    }: DescriptorOptions,
  ) {
    this.#connectionsMax = connectionsMax;
    this.#reserve = RESERVE + RESERVE_OF_CORE * cores + reserved;
    this.#openFile = openFile;
    const opened = this.#measure();
    const least = Math.min(connectionsMax, CONNECTIONS_MIN);
    if (this.#measured >= least) return;
    throw new StartError(
      `Cannot serve: the process may open ${opened} more files, and needs at least ` +
        `${this.#reserve + least}: raise its limit (ulimit -n, LimitNOFILE)`,
    );
  }

  /** Limits the connections of a server. */
  limit(server: Server): void {
    let open = 0;
    server.maxConnections = this.#measured;
    server.on("connection", (socket) => {
      socket.once("close", () => open--);
      if (++open < this.#measured || this.#isFull) return;
      this.#measure();
      server.maxConnections = this.#measured;
    });
  }

  /** Admits as many more connections as leave the reserve free, up to a step; returns the files that it opened. */
  #measure(): number {
    using files = new DisposableStack();
    let opened = 0;
    try {
      for (; opened < STEP + this.#reserve; opened++) files.use(this.#openFile());
    } catch (error) {
      this.#isFull = true;
      // Without the permission, or on a system without this file, the configured number must do.
      if (!isExhausted(error)) opened = Infinity;
    }
    const more = Math.max(0, opened - this.#reserve);
    this.#measured = Math.min(this.#connectionsMax, this.#measured + more);
    this.#isFull ||= this.#measured === this.#connectionsMax;
    return opened;
  }
}

function openNothing(): Disposable {
  return Deno.openSync("/dev/null");
}

function isExhausted(error: unknown): boolean {
  return error instanceof Error && "code" in error &&
    ["EMFILE", "ENFILE"].includes(`${error.code}`);
}
