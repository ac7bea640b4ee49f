// deno-lint-ignore no-external-import -- part of the runtime
import { createServer, type Server } from "node:http";
// deno-lint-ignore no-external-import -- part of the runtime
import { Server as NetServer } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Config } from "../config.ts";
import { knock, ownAddress } from "./knock.ts";
import type { Answer, Listener, PortWatch } from "./listener.ts";

/** How often connections are looked at, as a part of the shortest timeout. */
const CHECKS_PER_TIMEOUT = 4;
const KNOCK_EVERY_MS = 1_000;

/** Opens a port with `node:http`. */
export async function listenNode(
  { host, port, connections }: Config,
  answer: Answer,
  watch: PortWatch,
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
      (request, { incoming }) => answer(request, incoming.socket.remoteAddress ?? ""),
      { overrideGlobalObjects: false },
    ),
  );
  server.maxConnections = connectionsMax;
  server.timeout = answerTimeoutMs;
  const opened = await open(server, host, port);
  const guard = new PortGuard(server, host, opened, watch);
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
 * Listens to a server from outside. After it ran out of file descriptors, Deno's `node:http` accepts
 * nothing more and says nothing of it, so the port is closed and opened again.
 */
class PortGuard {
  readonly #server: Server;
  readonly #host: string;
  readonly #port: number;
  readonly #watch: PortWatch;
  #isClosed = false;
  #isAccepting = true;
  /** Whether a connection has been accepted since the last look. */
  #hasAccepted = false;

  constructor(server: Server, host: string, port: number, watch: PortWatch) {
    this.#server = server;
    this.#host = host;
    this.#port = port;
    this.#watch = watch;
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
        await this.#look();
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (error instanceof Deno.errors.NotCapable) {
          return this.#watch.accepts(`nobody can look after the port: ${reason}`);
        }
        this.#refuses(reason);
      }
      this.#arm();
    }, KNOCK_EVERY_MS);
  }

  async #look(): Promise<void> {
    // Two turns: after a pause of the whole thread, one is over before anything could be heard.
    const isHeard = this.#hasAccepted ||
      await knock(ownAddress(this.#host, this.#port), () => turn().then(turn));
    if (this.#isClosed) return;
    // A knock may also stand behind many others.
    const isAccepting = isHeard || this.#hasAccepted;
    this.#hasAccepted = false;
    if (isAccepting) return this.#accepts();
    this.#refuses("nobody accepts connections, the port is opened again");
    // That of node:http would give up its timeouts of the connections that are there.
    NetServer.prototype.close.call(this.#server);
    await open(this.#server, this.#host, this.#port);
  }

  #refuses(reason: string): void {
    if (this.#isAccepting) this.#watch.refuses(reason);
    this.#isAccepting = false;
  }

  #accepts(): void {
    if (!this.#isAccepting) this.#watch.accepts("connections are accepted again");
    this.#isAccepting = true;
  }
}

function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, KNOCK_EVERY_MS));
}
