import { ROOT } from "../support/root.ts";
/**
 * Measures how much of its speed the service keeps when it answers with a run of the engine:
 * `deno task bench:http`.
 *
 * @module
 */

import { FAMILY_ID } from "../../server/contracts/scalar.ts";
import { CANDIDATE } from "./candidate.ts";

/** Requests per second of `/simulations/summary`, alone and beside a constant answer. */
export interface HttpFigures {
  /** `requestsPerSecond / constantPerSecond`. */
  readonly ratio: number;
  readonly requestsPerSecond: number;
  readonly constantPerSecond: number;
}

const CLIENTS = 64;
const ROUNDS = 5;
const ROUND_MS = 1_000;
const HEAD_END = new TextEncoder().encode("\r\n\r\n");

/**
 * Runs the server in a process of its own and asks it over many connections, one round as it is and
 * one with a constant answer of the same size in turn; the best round of each counts.
 */
export async function measureHttp(): Promise<HttpFigures> {
  const server = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", `${ROOT}tests/bench/http_server.ts`],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  try {
    const { ports: [port = 0, constantPort = 0], key } = await readGreeting(server.stdout);
    const best = { real: 0, constant: 0 };
    for (let round = 0; round <= ROUNDS; round++) {
      // deno-lint-ignore no-await-in-loop -- rounds are measured one after the other
      const real = await requestsPerSecond(port, key);
      // deno-lint-ignore no-await-in-loop -- rounds are measured one after the other
      const constant = await requestsPerSecond(constantPort, key);
      // The first round warms up.
      if (round === 0) continue;
      best.real = Math.max(best.real, real);
      best.constant = Math.max(best.constant, constant);
    }
    return {
      ratio: best.real / best.constant,
      requestsPerSecond: best.real,
      constantPerSecond: best.constant,
    };
  } finally {
    await server.stdin.close();
    await server.status;
  }
}

async function readGreeting(
  stdout: ReadableStream<Uint8Array<ArrayBuffer>>,
): Promise<{ ports: number[]; key: string }> {
  let line = "";
  for await (const text of stdout.pipeThrough(new TextDecoderStream())) {
    line += text;
    if (line.endsWith("\n")) break;
  }
  return JSON.parse(line);
}

/** Asks over all connections for one round. */
async function requestsPerSecond(port: number, key: string): Promise<number> {
  const request = new TextEncoder().encode(
    `POST /v1/families/${FAMILY_ID}/simulations/summary HTTP/1.1\r\nHost: arena\r\n` +
      `x-api-key: ${key}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${CANDIDATE.length}\r\n\r\n${CANDIDATE}`,
  );
  const startMs = performance.now();
  const counts = await Promise.all(
    Array.from({ length: CLIENTS }, () => ask(port, request, startMs + ROUND_MS)),
  );
  const answered = counts.reduce((sum, count) => sum + count, 0);
  return answered / ((performance.now() - startMs) / 1000);
}

/** Sends the request over one connection, again and again; returns how often it was answered. */
async function ask(port: number, request: Uint8Array, endMs: number): Promise<number> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  connection.setNoDelay();
  const buffer = new Uint8Array(64 * 1024);
  let answered = 0;
  while (performance.now() < endMs) {
    // deno-lint-ignore no-await-in-loop -- one request at a time
    await connection.write(request);
    // deno-lint-ignore no-await-in-loop -- one request at a time
    await readAnswer(connection, buffer);
    answered++;
  }
  return answered;
}

/** Reads one answer with a stated length. */
async function readAnswer(connection: Deno.TcpConn, buffer: Uint8Array): Promise<void> {
  let read = 0;
  for (;;) {
    // deno-lint-ignore no-await-in-loop -- one piece after the other
    const count = await connection.read(buffer.subarray(read));
    if (count === null) throw new Error("Cannot measure: the server hung up");
    read += count;
    const headEnd = indexOfHeadEnd(buffer, read);
    if (headEnd < 0) continue;
    const head = new TextDecoder().decode(buffer.subarray(0, headEnd));
    if (!head.startsWith("HTTP/1.1 200")) throw new Error(`Cannot measure: ${head}`);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (read >= headEnd + HEAD_END.length + length) return;
  }
}

function indexOfHeadEnd(buffer: Uint8Array, length: number): number {
  for (let index = 0; index + HEAD_END.length <= length; index++) {
    if (HEAD_END.every((byte, offset) => buffer[index + offset] === byte)) return index;
  }
  return -1;
}

if (import.meta.main) {
  // deno-lint-ignore no-console -- what the command is for
  console.log(JSON.stringify(await measureHttp()));
}
