// deno-lint-ignore no-external-import -- part of the runtime
import { createServer, type Server } from "node:http";
// deno-lint-ignore no-external-import -- part of the runtime
import { Server as NetServer } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Config } from "../config.ts";
import { isAccepting, ownAddress } from "./port_check.ts";
import type { Listener, PortEvents, RequestHandler } from "./listener.ts";
import { messageOf } from "../../base/errors.ts";

/** Checks of the connections within the shortest timeout. */
const CHECKS_PER_TIMEOUT = 4;
const CHECK_EVERY_MS = 1_000;

/** Opens a port with `node:http`. */
export async function listenNode(
  { host, port, connections }: Config,
  handler: RequestHandler,
  events: PortEvents,
): Promise<Listener> {
  const { headerTimeoutMs, requestTimeoutMs, answerTimeoutMs, keepAliveMs, connectionsMax } =
    connections;
  const server = createServer(
    {
      headersTimeout: headerTimeoutMs,
      requestTimeout: Math.max(requestTimeoutMs, headerTimeoutMs),
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: Math.ceil(headerTimeoutMs / CHECKS_PER_TIMEOUT),
    },
    getRequestListener(
      (request, { incoming }) => handler(request, incoming.socket.remoteAddress ?? ""),
      { overrideGlobalObjects: false },
    ),
  );
  server.maxConnections = connectionsMax;
  server.timeout = answerTimeoutMs;
  const opened = await open(server, host, port);
  const guard = new PortGuard(server, host, opened, events);
  return {
    port: opened,
    close: () => {
      guard.close();
      return new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      });
    },
  };
}

async function open(server: Server, host: string, port: number): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address();
  return typeof address === "object" && address ? address.port : port;
}

/**
 * Checks a server from outside. After it ran out of file descriptors, Deno's `node:http` silently stops
 * accepting connections, so the port is closed and opened again.
 */
class PortGuard {
  readonly #server: Server;
  readonly #host: string;
  readonly #port: number;
  readonly #events: PortEvents;
  #isClosed = false;
  #isAccepting = true;
  /** Whether a connection was accepted since the last check. */
  #hasAccepted = false;

  constructor(server: Server, host: string, port: number, events: PortEvents) {
    this.#server = server;
    this.#host = host;
    this.#port = port;
    this.#events = events;
    server.on("connection", () => this.#hasAccepted = true);
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
        const reason = messageOf(error);
        if (error instanceof Deno.errors.NotCapable) {
          return this.#events.onAvailable(`nobody can look after the port: ${reason}`);
        }
        this.#setUnavailable(reason);
      }
      this.#arm();
    }, CHECK_EVERY_MS);
  }

  async #check(): Promise<void> {
    // Two turns: after a pause of the whole thread, one ends before the connection could be closed.
    const isAnswered = this.#hasAccepted ||
      await isAccepting(ownAddress(this.#host, this.#port), () => turn().then(turn));
    if (this.#isClosed) return;
    // This connection may wait behind many others that were accepted meanwhile.
    const hasAccepted = isAnswered || this.#hasAccepted;
    this.#hasAccepted = false;
    if (hasAccepted) return this.#setAvailable();
    this.#setUnavailable("nobody accepts connections, the port is opened again");
    // The close() of node:http would drop the timeouts of its open connections.
    NetServer.prototype.close.call(this.#server);
    await open(this.#server, this.#host, this.#port);
  }

  #setUnavailable(reason: string): void {
    if (this.#isAccepting) this.#events.onUnavailable(reason);
    this.#isAccepting = false;
  }

  #setAvailable(): void {
    if (!this.#isAccepting) this.#events.onAvailable("connections are accepted again");
    this.#isAccepting = true;
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS));
}
