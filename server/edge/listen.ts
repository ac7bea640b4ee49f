import type { Config } from "../config.ts";
import { StartError } from "../errors/start_error.ts";

/** Answers a request; the address is that of the connection's other end. */
export type Answer = (request: Request, remoteAddress: string) => Promise<Response>;

/** An open port. */
export interface Listener {
  readonly port: number;
  /** Accepts nothing more; resolves when every answer is sent. */
  close(): Promise<void>;
}

/**
 * Opens the port of a configuration. Deno's own server is the faster one and leaves slow clients to
 * the proxy in front of it; `node:http` has the timeouts that a server needs when it stands alone.
 *
 * @throws {StartError} when the port is taken, or not ours to open
 */
export async function listen(config: Config, answer: Answer): Promise<Listener> {
  try {
    return await (config.listener === "node" ? listenNode : listenDeno)(config, answer);
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    const isTaken = "code" in cause && cause.code === "EADDRINUSE";
    const reason = isTaken ? "it is taken, set ARENA_PORT" : cause.message;
    throw new StartError(`Cannot listen on ${config.host}:${config.port}: ${reason}`, { cause });
  }
}

function listenDeno({ host, port }: Config, answer: Answer): Listener {
  const server = Deno.serve(
    { hostname: host, port, onListen: () => {} },
    (request, { remoteAddr }) => answer(request, remoteAddr.hostname),
  );
  return { port: server.addr.port, close: () => server.shutdown() };
}

/** How often connections are looked at, as a part of the shortest timeout. */
const CHECKS_PER_TIMEOUT = 4;

async function listenNode({ host, port, connections }: Config, answer: Answer): Promise<Listener> {
  const [{ createServer }, { getRequestListener }] = await Promise.all([
    import("node:http"),
    import("@hono/node-server"),
  ]);
  const { headerTimeoutMs, requestTimeoutMs, keepAliveMs, connectionsMax } = connections;
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
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address ? address.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
      }),
  };
}
