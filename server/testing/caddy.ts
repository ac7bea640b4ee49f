import { freePort } from "./free_port.ts";
import { ROOT } from "./root.ts";
import { until } from "./until.ts";

/** The configuration of the repository. */
export const CADDYFILE = `${ROOT}server/deploy/Caddyfile`;

/** Caddy with the configuration of the repository, on a free port of its own. */
export class Caddy implements AsyncDisposable {
  readonly #process: Deno.ChildProcess;
  readonly #folder: string;
  readonly #log: Promise<string>;
  readonly origin: string;

  private constructor(
    process: Deno.ChildProcess,
    folder: string,
    log: Promise<string>,
    origin: string,
  ) {
    this.#process = process;
    this.#folder = folder;
    this.#log = log;
    this.origin = origin;
  }

  /** Starts Caddy before a server; resolves when it serves. */
  static async start(upstream: string): Promise<Caddy> {
    const folder = await Deno.makeTempDir();
    const origin = `https://localhost:${freePort()}`;
    const running = new Deno.Command("caddy", {
      args: ["run", "--config", CADDYFILE, "--adapter", "caddyfile"],
      env: {
        ARENA_SITE: origin,
        ARENA_UPSTREAM: upstream,
        ARENA_HTTP_PORT: String(freePort()),
        XDG_DATA_HOME: folder,
        XDG_CONFIG_HOME: folder,
      },
      stdout: "null",
      stderr: "piped",
    }).spawn();
    const [head, tail] = running.stderr.tee();
    const log = new Response(tail).text();
    let text = "";
    for await (const piece of head.pipeThrough(new TextDecoderStream())) {
      text += piece;
      if (text.includes("serving initial configuration")) break;
    }
    const caddy = new Caddy(running, folder, log, origin);
    await caddy.#untilHandshake();
    return caddy;
  }

  /** It serves before it has its certificate; until then it breaks off every handshake. */
  async #untilHandshake(): Promise<void> {
    const { hostname, port } = new URL(this.origin);
    const caCerts = [await this.root()];
    await until(async () => {
      try {
        using connection = await Deno.connectTls({ hostname, port: Number(port), caCerts });
        return await connection.handshake() !== undefined;
      } catch {
        return false;
      }
    }, "a handshake of Caddy");
  }

  /** Returns the root of the certificates that Caddy makes for itself. */
  root(): Promise<string> {
    return Deno.readTextFile(`${this.#folder}/caddy/pki/authorities/local/root.crt`);
  }

  /** Returns a client that trusts it. */
  async client(): Promise<Deno.HttpClient> {
    return Deno.createHttpClient({ caCerts: [await this.root()] });
  }

  /** Ends it; gives its log. */
  async stop(): Promise<string> {
    this.#process.kill("SIGTERM");
    await this.#process.status;
    return await this.#log;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    try {
      await this.stop();
    } catch (error) {
      // It has ended before.
      if (!(error instanceof TypeError)) throw error;
    }
    await Deno.remove(this.#folder, { recursive: true });
  }
}
