import { FAMILY } from "./arena.ts";
import type { Served } from "./served.ts";
import { poll, until } from "./until.ts";

const encoder = new TextEncoder();

/** Posts JSON to an operation of the family. */
export function post(
  { origin }: Served,
  path: string,
  body: BodyInit,
  key: string | null,
): Promise<Response> {
  const headers = { "content-type": "application/json", "x-api-key": key ?? "" };
  return fetch(`${origin}${FAMILY}${path}`, { method: "POST", body, headers });
}

/** Opens a connection and sends a text, or bytes. */
export async function send(
  port: number,
  text: string | Uint8Array<ArrayBuffer>,
): Promise<Deno.TcpConn> {
  const connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await write(connection, text);
  return connection;
}

/** Sends a text on an open connection. */
export async function write(
  connection: Deno.TcpConn,
  text: string | Uint8Array<ArrayBuffer>,
): Promise<void> {
  let bytes = typeof text === "string" ? encoder.encode(text) : text;
  while (bytes.length > 0) {
    bytes = bytes.subarray(await connection.write(bytes));
  }
}

/** Returns the head of a request whose body is up to the test. */
export function headOf({ key }: Pick<Served, "key">, path: string, length: number): string {
  return `POST ${FAMILY}${path} HTTP/1.1\r\nHost: arena\r\nx-api-key: ${key}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;
}

/** Sends the head of a request; its body is up to the test. */
export function connect(
  server: Served,
  path: string,
  length: number,
): Promise<Deno.TcpConn> {
  return send(server.port, headOf(server, path, length));
}

/** Returns the path of a large file. */
export async function largePath({ origin }: Served): Promise<string> {
  // A server with short timeouts may cut off a request while it prepares itself.
  const page = await poll("the page", async () => {
    const response = fetch(origin, { headers: { connection: "close" } });
    return await response.then((found) => found.text()).catch(() => "");
  }, (text) => text !== "");
  return /\/assets\/[\w.-]+\.js/.exec(page)?.[0] ?? "";
}

/** Asks for more than a connection holds, and reads its first byte only. */
export async function sendUnread({ port }: Served, path: string): Promise<Deno.TcpConn> {
  const connection = await send(port, `GET ${path} HTTP/1.1\r\nHost: arena\r\n\r\n`.repeat(100));
  if (await connection.read(new Uint8Array(1)) === null) throw new Error("it was closed");
  return connection;
}

/** Reads an answer to its end, or a JSON object as its body, and closes the connection. */
export async function readAnswer(connection: Deno.TcpConn): Promise<string> {
  let answer = "";
  for await (const text of connection.readable.pipeThrough(new TextDecoderStream())) {
    answer += text;
    if (answer.endsWith("}")) break;
  }
  return answer;
}

/** Resolves when the server says that its engine is ready, or that it takes no more work. */
export async function untilReadyz(
  server: Served,
  says: '"ready"' | "SHUTTING_DOWN",
): Promise<void> {
  // A connection that is kept may be closed by the server just when it is used again.
  using client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
  await until(async () => {
    // A server with short timeouts may cut it off while it prepares itself.
    const response = fetch(`${server.origin}/readyz`, { client });
    return (await response.then((found) => found.text()).catch(() => "")).includes(says);
  }, `/readyz with ${says}`);
}
