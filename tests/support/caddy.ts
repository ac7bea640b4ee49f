const CADDYFILE = new URL("../../server/deploy/Caddyfile", import.meta.url).pathname;

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
    return new Caddy(running, folder, log, origin);
  }

  /** Returns a client that trusts the certificate that Caddy has made for itself. */
  async client(): Promise<Deno.HttpClient> {
    const root = `${this.#folder}/caddy/pki/authorities/local/root.crt`;
    return Deno.createHttpClient({ caCerts: [await Deno.readTextFile(root)] });
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

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}
