import { ROOT } from "../../server/testing/root.ts";
/**
 * Measures the share of an engine run in the cost of a whole answer:
 * `deno run -A tests/bench/http.ts`.
 *
 * @module
 */

import { FAMILY_ID } from "../../server/contracts/scalar.ts";
import { CANDIDATE } from "./candidate.ts";
import { perRequest, type ThreadTimes, threadTimes, total } from "./thread_times.ts";

/** `/simulations/summary`, or a constant answer of the same size. */
export interface Answers {
  /** Maximum requests per second. */
  readonly perSecond: number;
  /** Microseconds of the server's processor time per request, in the cheapest round. */
  readonly times: ThreadTimes;
}

/** Cost of a summary compared with that of a constant answer. */
export interface HttpFigures {
  readonly real: Answers;
  readonly constant: Answers;
  /** Ratio of requests per second, summaries to constant answers. */
  readonly speedRatio: number;
  /** Ratio of processor time, summaries to constant answers. */
  readonly cpuRatio: number;
}

const CLIENTS = 64;
const ROUNDS = 5;
const ROUND_MS = 1_000;
const HEAD_END = new TextEncoder().encode("\r\n\r\n");

/**
 * Runs the server in a separate process and sends requests over many connections, in alternating rounds
 * of summaries and of constant answers of the same size; the best round of each counts. Requests per
 * second vary by half on a shared machine, processor time does not.
 */
export async function measureHttp(clients = CLIENTS): Promise<HttpFigures> {
  const server = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", `${ROOT}tests/bench/http_server.ts`],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  try {
    const { ports: [port = 0, constantPort = 0], key } = await readGreeting(server.stdout);
    const rounds: { real: Answers; constant: Answers }[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const real = await measureRound(server.pid, port, key, clients);
      const constant = await measureRound(server.pid, constantPort, key, clients);
      // The first round warms up.
      if (round > 0) rounds.push({ real, constant });
    }
    const real = best(rounds.map((round) => round.real));
    const constant = best(rounds.map((round) => round.constant));
    return {
      real,
      constant,
      speedRatio: real.perSecond / constant.perSecond,
      cpuRatio: total(real.times) / total(constant.times),
    };
  } finally {
    await server.stdin.close();
    await server.status;
  }
}

/** Combines the fastest round and the round with the least processor time. */
function best(rounds: readonly Answers[]): Answers {
  const [cheapest] = rounds.toSorted((a, b) => total(a.times) - total(b.times));
  if (cheapest === undefined) throw new Error("Cannot measure: there was no round");
  return {
    perSecond: Math.max(...rounds.map(({ perSecond }) => perSecond)),
    times: cheapest.times,
  };
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

/** Sends requests over all connections for one round. */
async function measureRound(
  pid: number,
  port: number,
  key: string,
  clients: number,
): Promise<Answers> {
  const request = new TextEncoder().encode(
    `POST /v1/families/${FAMILY_ID}/simulations/summary HTTP/1.1\r\nHost: arena\r\n` +
      `x-api-key: ${key}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${CANDIDATE.length}\r\n\r\n${CANDIDATE}`,
  );
  const before = threadTimes(pid);
  const startMs = performance.now();
  const counts = await Promise.all(
    Array.from({ length: clients }, () => ask(port, request, startMs + ROUND_MS)),
  );
  const seconds = (performance.now() - startMs) / 1000;
  const answered = counts.reduce((sum, count) => sum + count, 0);
  return {
    perSecond: answered / seconds,
    times: perRequest(before, threadTimes(pid), answered),
  };
}

/** Repeats the request over one connection; returns the number of answers. */
async function ask(port: number, request: Uint8Array, endMs: number): Promise<number> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  connection.setNoDelay();
  const buffer = new Uint8Array(64 * 1024);
  let answered = 0;
  while (performance.now() < endMs) {
    await connection.write(request);
    await readAnswer(connection, buffer);
    answered++;
  }
  return answered;
}

/** Reads one answer with a stated length. */
async function readAnswer(connection: Deno.TcpConn, buffer: Uint8Array): Promise<void> {
  let read = 0;
  for (;;) {
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
  // deno-lint-ignore no-console -- the output of the command
  console.log(JSON.stringify(await measureHttp()));
}
