import type { Config } from "../config.ts";
import type { Listener, PortEvents, RequestHandler } from "./listener.ts";
import { messageOf } from "../../base/errors.ts";

const PAUSE_FIRST_MS = 50;
const PAUSE_MAX_MS = 5_000;
/** A port that stayed open this long has recovered: the next pause is short again. */
const RECOVERED_MS = 10_000;

/** A Host header that would change the path of the request's URL: Deno concatenates both. */
const MISLEADING_HOST = /[/\\?#@]/;

type Address = Pick<Config, "host" | "port">;

/** Opens a port with Deno's own server. */
export function listenDeno(
  address: Address,
  handler: RequestHandler,
  events: PortEvents,
): Listener {
  return new DenoListener(address, handler, events);
}

/** Deno's server ends when it cannot accept a connection; then a new one is opened. */
class DenoListener implements Listener {
  readonly port: number;
  readonly #hostname: string;
  readonly #handler: RequestHandler;
  readonly #events: PortEvents;
  /** Failed servers that still finish their requests. */
  readonly #ending = new Set<Promise<void>>();
  #server: Deno.HttpServer<Deno.NetAddr> | null;
  #isClosing = false;
  #pauseMs = PAUSE_FIRST_MS;

  constructor({ host, port }: Address, handler: RequestHandler, events: PortEvents) {
    this.#hostname = host;
    this.#handler = handler;
    this.#events = events;
    this.#server = this.#open(port);
    this.port = this.#server.addr.port;
  }

  async close(): Promise<void> {
    this.#isClosing = true;
    await Promise.all([this.#server?.shutdown(), ...this.#ending]);
  }

  #open(port: number): Deno.HttpServer<Deno.NetAddr> {
    const openedAtMs = performance.now();
    const server = Deno.serve(
      { hostname: this.#hostname, port, onListen: () => {} },
      (request, { remoteAddr }) =>
        MISLEADING_HOST.test(request.headers.get("host") ?? "")
          ? new Response(null, { status: 400 })
          : this.#handler(request, remoteAddr.hostname),
    );
    server.finished.catch((error) => {
      if (performance.now() - openedAtMs > RECOVERED_MS) this.#pauseMs = PAUSE_FIRST_MS;
      this.#end(server);
      this.#reopen(reasonOf(error));
    });
    return server;
  }

  /** Lets a failed server finish its requests; closing its idle connections frees descriptors. */
  #end(server: Deno.HttpServer): void {
    this.#server = null;
    const ended = server.shutdown().catch(() => {}).finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }

  #reopen(reason: string): void {
    if (this.#isClosing) return;
    this.#events.onUnavailable(reason);
    setTimeout(() => {
      if (this.#isClosing) return;
      try {
        this.#server = this.#open(this.port);
        this.#events.onAvailable("the port is open again");
      } catch (error) {
        this.#reopen(reasonOf(error));
      }
    }, this.#pauseMs);
    this.#pauseMs = Math.min(2 * this.#pauseMs, PAUSE_MAX_MS);
  }
}

function reasonOf(error: unknown): string {
  return messageOf(error).replace(/^Error: /, "");
}
