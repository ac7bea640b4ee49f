import type { Config } from "../config.ts";
import type { Answer, Listener, PortWatch } from "./listener.ts";

const PAUSE_FIRST_MS = 50;
const PAUSE_MAX_MS = 5_000;
/** A port that was open for so long has recovered: the next pause is short again. */
const RECOVERED_MS = 10_000;

/** A Host that would move the path of the request's URL: Deno puts one behind the other. */
const MISLEADING_HOST = /[/\\?#@]/;

type Address = Pick<Config, "host" | "port">;

/** Opens a port with Deno's own server. */
export function listenDeno(address: Address, answer: Answer, watch: PortWatch): Listener {
  return new DenoListener(address, answer, watch);
}

/** Deno's server ends when a connection cannot be accepted, so there is one after the other. */
class DenoListener implements Listener {
  readonly port: number;
  readonly #hostname: string;
  readonly #answer: Answer;
  readonly #watch: PortWatch;
  /** Servers that have failed and still finish what they began. */
  readonly #ending = new Set<Promise<void>>();
  #server: Deno.HttpServer<Deno.NetAddr> | null;
  #isClosing = false;
  #pauseMs = PAUSE_FIRST_MS;

  constructor({ host, port }: Address, answer: Answer, watch: PortWatch) {
    this.#hostname = host;
    this.#answer = answer;
    this.#watch = watch;
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
          : this.#answer(request, remoteAddr.hostname),
    );
    server.finished.catch((error) => {
      if (performance.now() - openedAtMs > RECOVERED_MS) this.#pauseMs = PAUSE_FIRST_MS;
      this.#end(server);
      this.#reopen(reasonOf(error));
    });
    return server;
  }

  /** Lets a failed server finish its requests. It hangs up on the idle, which frees descriptors. */
  #end(server: Deno.HttpServer): void {
    this.#server = null;
    const ended = server.shutdown().catch(() => {}).finally(() => this.#ending.delete(ended));
    this.#ending.add(ended);
  }

  #reopen(reason: string): void {
    if (this.#isClosing) return;
    this.#watch.refuses(reason);
    setTimeout(() => {
      if (this.#isClosing) return;
      try {
        this.#server = this.#open(this.port);
        this.#watch.accepts("the port is open again");
      } catch (error) {
        this.#reopen(reasonOf(error));
      }
    }, this.#pauseMs);
    this.#pauseMs = Math.min(2 * this.#pauseMs, PAUSE_MAX_MS);
  }
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/^Error: /, "");
}
