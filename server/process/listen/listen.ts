// deno-lint-ignore no-external-import -- part of the runtime
import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Config } from "../config.ts";
import { StartError } from "../../base/errors.ts";
import { type PortEvents, PortGuard } from "./port_guard.ts";

/** Checks of the connections within the timeout of a head. */
const CHECKS_PER_TIMEOUT = 4;

/** Handles a request; the address is the peer of the connection. */
export type RequestHandler = (
  request: Request,
  remoteAddress: string,
) => Response | Promise<Response>;

/** An open port. */
export interface Listener {
  readonly port: number;
  /** Stops accepting connections; resolves when every response is sent. */
  close(): Promise<void>;
}

/** An address, the limits of its connections, and the variable that names its port. */
export interface ListenOptions extends Pick<Config, "host" | "port" | "connections"> {
  readonly portVariable: string;
  /** Limits the connections to the descriptors of the process. */
  limit(server: Server): void;
}

/**
 * Opens a port with `node:http`, which times out slow heads, stalled requests and unread responses;
 * `Deno.serve` waits for all three without end. The port is opened again whenever it stops accepting
 * connections.
 *
 * The adapter replaces the globals `Request` and `Response`: with the ones of Deno a summary takes
 * half as much processor time again.
 *
 * @throws {StartError} when the port is taken or not permitted
 */
export async function listen(
  { host, port, portVariable, connections, limit }: ListenOptions,
  handler: RequestHandler,
  events: PortEvents,
): Promise<Listener> {
  if (!isPermitted(host, port)) {
    const command = "deno run -P=start --allow-net main.ts";
    throw new StartError(`Cannot listen on ${host}:${port}: it is not permitted, run ${command}`);
  }
  const { headerTimeoutMs, requestTimeoutMs, answerTimeoutMs, keepAliveMs } = connections;
  const server = createServer(
    {
      headersTimeout: headerTimeoutMs,
      requestTimeout: Math.max(requestTimeoutMs, headerTimeoutMs),
      keepAliveTimeout: keepAliveMs,
      connectionsCheckingInterval: Math.ceil(headerTimeoutMs / CHECKS_PER_TIMEOUT),
    },
    getRequestListener((request, { incoming }) =>
      handler(request, incoming.socket.remoteAddress ?? "")
    ),
  );
  limit(server);
  server.timeout = answerTimeoutMs;
  const opened = await open(server, host, port).catch((cause) => {
    const reason = reasonOf(cause, portVariable);
    throw new StartError(`Cannot listen on ${host}:${port}: ${reason}`, { cause });
  });
  const guard = new PortGuard({
    server,
    host,
    port: opened,
    events,
    reopen: () => open(server, host, opened),
  });
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

/** Whether the process may use an address; `node:http` throws where no caller can catch it. */
function isPermitted(host: string, port: number): boolean {
  const address = `${host.includes(":") ? `[${host}]` : host}:${port}`;
  try {
    return Deno.permissions.querySync({ name: "net", host: address }).state === "granted";
  } catch {
    // The attempt to listen says what is wrong with the address.
    return true;
  }
}

function reasonOf(cause: Error, portVariable: string): string {
  const isTaken = "code" in cause && cause.code === "EADDRINUSE";
  return isTaken ? `it is taken, set ${portVariable}` : cause.message;
}
