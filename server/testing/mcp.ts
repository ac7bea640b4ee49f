import { assertEquals } from "@std/assert";
import { type Arena, CANDIDATE } from "./arena.ts";

/** Media types that clients of both generations accept. */
export const ACCEPT = { accept: "application/json, text/event-stream" };
/** A candidate on few bars. */
export const DAILY = { ...CANDIDATE, timeframe: "daily" };

/** An answer of the protocol. */
// deno-lint-ignore no-explicit-any -- of another protocol
export type Reply = any;

/** Makes a message. */
export function message(
  method: string,
  params: Record<string, unknown> = {},
): Record<string, unknown> {
  return { jsonrpc: "2.0", id: 1, method, params };
}

/** Returns the last value of an answer, which may be a stream of one event. */
export async function read(response: Response): Promise<Reply> {
  const text = await response.text();
  assertEquals(response.status, 200, text);
  return JSON.parse(text.slice(text.indexOf("{")));
}

/** Sends a message; returns its answer. */
export async function send({ post }: Arena, body: unknown, headers = {}): Promise<Reply> {
  return await read(await post("/mcp", body, { ...ACCEPT, ...headers }));
}

/** Calls a tool; returns its JSON and whether it refused. */
export async function call(
  arena: Arena,
  name: string,
  input: Record<string, unknown>,
  headers = {},
): Promise<Reply> {
  const { result } = await send(arena, message("tools/call", { name, arguments: input }), headers);
  return { ...JSON.parse(result.content[0].text), isError: result.isError ?? false };
}
