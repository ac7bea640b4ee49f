/** The answer of a server. */
export interface Answer {
  readonly status: number;
  readonly head: string;
  readonly body: Uint8Array;
  /** Milliseconds from the first byte sent to the last received. */
  readonly tookMs: number;
}

/** The bytes of a request. */
export type Wire = Uint8Array<ArrayBuffer>;

export interface RequestParts {
  readonly key?: string | undefined;
  /** Body of a POST. */
  readonly body?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const HEAD_END = "\r\n\r\n";

/** Formats a request. */
export function toWire(path: string, { key, body, headers = {} }: RequestParts = {}): Wire {
  const lines = Object.entries({
    "Host": "arena",
    ...(key !== undefined && { "x-api-key": key }),
    ...(body !== undefined && {
      "Content-Type": "application/json",
      "Content-Length": String(encoder.encode(body).length),
    }),
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  const method = body === undefined ? "GET" : "POST";
  return encoder.encode(`${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`);
}

/** A persistent connection without `fetch`, because the client should cost less than the server. */
export class Connection {
  readonly #port: number;
  #socket: Deno.TcpConn | null = null;
  #buffer = new Uint8Array(16 * 1024);

  constructor(port: number) {
    this.#port = port;
  }

  /** Sends a request and reads its answer; connects first if needed. */
  async ask(request: Wire): Promise<Answer> {
    try {
      return await this.#ask(request);
    } catch (error) {
      // The rest of this answer must not be read as the next one.
      this.close();
      throw error;
    }
  }

  /** Hangs up. */
  close(): void {
    this.#socket?.close();
    this.#socket = null;
  }

  async #ask(request: Wire): Promise<Answer> {
    const startMs = performance.now();
    const socket = this.#socket ?? await this.#connect();
    for (let sent = 0; sent < request.length;) {
      sent += await socket.write(request.subarray(sent));
    }
    const { status, head, body } = await this.#read(socket);
    if (/^connection: close/im.test(head)) this.close();
    return { status, head, body, tookMs: performance.now() - startMs };
  }

  async #connect(): Promise<Deno.TcpConn> {
    this.#socket = await Deno.connect({ hostname: "127.0.0.1", port: this.#port });
    this.#socket.setNoDelay();
    return this.#socket;
  }

  async #read(socket: Deno.TcpConn): Promise<Omit<Answer, "tookMs">> {
    let length = 0;
    let head: string | null = null;
    let end = Infinity;
    while (length < end) {
      if (length === this.#buffer.length) this.#grow();
      const count = await socket.read(this.#buffer.subarray(length));
      if (count === null) throw new Error("Cannot read an answer: the server hung up");
      length += count;
      if (head !== null) continue;
      const text = decoder.decode(this.#buffer.subarray(0, Math.min(length, 4096)));
      const headEnd = text.indexOf(HEAD_END);
      if (headEnd < 0) continue;
      head = text.slice(0, headEnd);
      const isBodiless = /^HTTP\/1.1 304/.test(head);
      const bodyLength = isBodiless ? 0 : Number(/^content-length: (\d+)/im.exec(head)?.[1]);
      end = headEnd + HEAD_END.length + bodyLength;
    }
    const headLength = (head ?? "").length + HEAD_END.length;
    return {
      status: Number((head ?? "").slice(9, 12)),
      head: head ?? "",
      body: this.#buffer.slice(headLength, end),
    };
  }

  #grow(): void {
    const larger = new Uint8Array(2 * this.#buffer.length);
    larger.set(this.#buffer);
    this.#buffer = larger;
  }
}
