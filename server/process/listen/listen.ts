import type { Config } from "../config.ts";
import { StartError } from "../../base/errors.ts";
import { listenDeno } from "./listen_deno.ts";
import type { Listener, PortEvents, RequestHandler } from "./listener.ts";

/**
 * Opens the port of a configuration, and opens it again whenever it stops accepting connections.
 * Deno's own server is faster and leaves slow clients to the proxy in front of it; `node:http` has the
 * timeouts that a server without a proxy needs.
 *
 * @throws {StartError} when the port is taken or not permitted
 */
export async function listen(
  config: Config,
  handler: RequestHandler,
  events: PortEvents,
): Promise<Listener> {
  try {
    if (config.listener === "deno") return listenDeno(config, handler, events);
    // Only here, because it is slow to load.
    const { listenNode } = await import("./listen_node.ts");
    return await listenNode(config, handler, events);
  } catch (cause) {
    if (!(cause instanceof Error)) throw cause;
    throw new StartError(`Cannot listen on ${config.host}:${config.port}: ${reasonOf(cause)}`, {
      cause,
    });
  }
}

function reasonOf(cause: Error): string {
  if ("code" in cause && cause.code === "EADDRINUSE") return "it is taken, set ARENA_PORT";
  if (!(cause instanceof Deno.errors.NotCapable)) return cause.message;
  return `${cause.message}: deno run -P=start --allow-net main.ts`;
}
