// deno-lint-ignore no-external-import -- part of the runtime
import type { Server } from "node:http";
// deno-lint-ignore no-external-import -- part of the runtime
import { Server as NetServer } from "node:net";
import { messageOf } from "../../base/errors.ts";
import { isAccepting, ownAddress } from "./port_check.ts";

const CHECK_EVERY_MS = 1_000;

/** Events of a port; a process that runs out of file descriptors cannot accept connections. */
export interface PortEvents {
  /** The port does not accept connections. */
  onUnavailable(reason: string): void;
  /** The port accepts connections again. */
  onAvailable(reason: string): void;
}

interface Guarded {
  readonly server: Server;
  readonly host: string;
  readonly port: number;
  readonly events: PortEvents;
  /** Opens the closed port again; resolves with its number. */
  reopen(): Promise<number>;
}

/**
 * Checks a server from outside. After it ran out of file descriptors, Deno's `node:http` silently
 * stops accepting connections, so the guard closes the port and opens it again.
 */
export class PortGuard {
  readonly #guarded: Guarded;
  #isClosed = false;
  #isAccepting = true;
  /** Whether a connection was accepted since the last check. */
  #hasAccepted = false;

  constructor(guarded: Guarded) {
    this.#guarded = guarded;
    guarded.server.on("connection", () => this.#hasAccepted = true);
    this.#arm();
  }

  close(): void {
    this.#isClosed = true;
  }

  #arm(): void {
    setTimeout(async () => {
      if (this.#isClosed) return;
      try {
        await this.#check();
      } catch (error) {
        // A port that was closed meanwhile refuses the check.
        if (this.#isClosed) return;
        const reason = messageOf(error);
        if (error instanceof Deno.errors.NotCapable) {
          return this.#guarded.events.onAvailable(`the port cannot be checked: ${reason}`);
        }
        this.#setUnavailable(reason);
      }
      this.#arm();
    }, CHECK_EVERY_MS);
  }

  async #check(): Promise<void> {
    const { server, host, port, reopen } = this.#guarded;
    const isAnswered = this.#hasAccepted || await isAccepting(ownAddress(host, port));
    if (this.#isClosed) return;
    // This connection may wait behind many others that were accepted meanwhile.
    const hasAccepted = isAnswered || this.#hasAccepted;
    this.#hasAccepted = false;
    if (hasAccepted) return this.#setAvailable();
    this.#setUnavailable("the port accepts no connections, it is opened again");
    // The close() of node:http would drop the timeouts of its open connections.
    NetServer.prototype.close.call(server);
    await reopen();
  }

  #setUnavailable(reason: string): void {
    if (this.#isAccepting) this.#guarded.events.onUnavailable(reason);
    this.#isAccepting = false;
  }

  #setAvailable(): void {
    if (!this.#isAccepting) this.#guarded.events.onAvailable("connections are accepted again");
    this.#isAccepting = true;
  }
}
