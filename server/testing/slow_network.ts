/** A network between a browser and a server. */
export interface NetworkOptions {
  /** Delay of each answer, and of a connection, milliseconds. */
  readonly delayMs: number;
  /** Of all connections together, towards the browser; null: as fast as it goes. */
  readonly bytesPerSecond: number | null;
}

const CHUNK = 4096;

/**
 * Passes bytes between a browser and a server at the speed of a network, and counts those that reach
 * the browser, with headers and workers, which the browser's own tools leave out.
 */
export class SlowNetwork implements AsyncDisposable {
  readonly #listener: Deno.TcpListener;
  readonly #port: number;
  readonly #options: NetworkOptions;
  readonly #connections = new Set<Deno.Conn>();
  readonly #serving: Promise<void>;
  /** When the line has passed on all that came so far. */
  #freeAtMs = 0;
  #received = 0;

  /** @param port that of the server on this machine */
  constructor(port: number, options: NetworkOptions) {
    this.#port = port;
    this.#options = options;
    this.#listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
    this.#serving = this.#serve();
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#listener.addr.port}`;
  }

  /** Bytes that came to the browser so far. */
  get received(): number {
    return this.#received;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#listener.close();
    for (const connection of this.#connections) this.#close(connection);
    await this.#serving;
  }

  async #serve(): Promise<void> {
    for await (const browser of this.#listener) {
      this.#connections.add(browser);
      this.#join(browser).catch(() => this.#close(browser));
    }
  }

  async #join(browser: Deno.Conn): Promise<void> {
    await this.#wait(this.#options.delayMs);
    const server = await Deno.connect({ hostname: "127.0.0.1", port: this.#port });
    this.#connections.add(server);
    const up = browser.readable.pipeTo(server.writable);
    await Promise.all([up, this.#passDown(server, browser)]).finally(() => {
      this.#close(browser);
      this.#close(server);
    });
  }

  async #passDown(server: Deno.Conn, browser: Deno.Conn): Promise<void> {
    const { delayMs, bytesPerSecond } = this.#options;
    const arrivals: Promise<void>[] = [];
    let last = Promise.resolve();
    const pass = async (bytes: Uint8Array, atMs: number): Promise<void> => {
      await this.#wait(atMs - performance.now());
      await writeAll(browser, bytes);
      this.#received += bytes.length;
    };
    for (let chunk = new Uint8Array(CHUNK);; chunk = new Uint8Array(CHUNK)) {
      const length = await server.read(chunk);
      if (length === null) break;
      const nowMs = performance.now();
      const takesMs = bytesPerSecond === null ? 0 : 1000 * length / bytesPerSecond;
      this.#freeAtMs = Math.max(this.#freeAtMs, nowMs) + takesMs;
      const atMs = this.#freeAtMs + delayMs;
      last = last.then(() => pass(chunk.subarray(0, length), atMs));
      arrivals.push(last);
      last.catch(() => {});
    }
    await Promise.all(arrivals);
  }

  #wait(ms: number): Promise<void> {
    return ms <= 0 ? Promise.resolve() : new Promise((resolve) => setTimeout(resolve, ms));
  }

  #close(connection: Deno.Conn): void {
    if (!this.#connections.delete(connection)) return;
    try {
      connection.close();
    } catch {
      // It was closed by the other side.
    }
  }
}

async function writeAll(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) at += await connection.write(bytes.subarray(at));
}
