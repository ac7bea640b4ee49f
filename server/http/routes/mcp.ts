import type { Hono } from "hono";
import { ApiError, messageOf } from "../../base/errors.ts";
import { ArenaClient } from "../../client/client.ts";
import { parseStrictly } from "../../engine/strict_json.ts";
import { BASE_COST } from "../../limits/cost.ts";
import { Places } from "../../limits/places.ts";
import { MCP_PATH, presentedKey } from "../authenticate.ts";
import { charge, keyIdOf } from "../charge.ts";
import { type AppContext, type AppEnv, type Deps, stateOf } from "../context.ts";
import { readBody } from "../read_body.ts";
import { forwarded } from "../respond.ts";

/** Largest message; a candidate of 16 components has a few kilobytes. */
const BODY_MAX = 64 * 1024;
/** Messages of a key in flight: a tool may wait ten seconds for units. */
const MESSAGES_MAX = 8;
const RETRY_AFTER_MS = 1_000;

/**
 * Serves agents by the Model Context Protocol. A tool calls the operations of this app with the key of
 * its caller and costs what they cost; every other message costs one unit.
 */
export function mountMcp(app: Hono<AppEnv>, deps: Deps): void {
  const places = new Places({
    policy: "mcp",
    works: "messages",
    most: MESSAGES_MAX,
    retryAfterMs: RETRY_AFTER_MS,
  });
  app.post(MCP_PATH, async (c) => {
    stateOf(c).route = MCP_PATH;
    const release = places.take(keyIdOf(c));
    try {
      const body = await readMessage(c, deps);
      if (!isToolCall(body)) charge(c, deps, BASE_COST);
      return await respond(c, deps, app, body);
    } finally {
      release();
    }
  });
}

async function respond(
  c: AppContext,
  deps: Deps,
  app: Hono<AppEnv>,
  body: unknown,
): Promise<Response> {
  // The protocol takes 50 ms to load, and most servers never need it.
  const { patient, respondMcp } = await import("../../mcp/mod.ts");
  let requests = 0;
  const send = (request: Request): Response | Promise<Response> => {
    requests++;
    return app.fetch(request, c.env);
  };
  const arena = new ArenaClient({
    baseUrl: c.req.url,
    apiKey: presentedKey(c),
    fetch: patient(send, deps.clock),
  });
  const answer = await respondMcp(arena, { request: c.req.raw, body });
  // Clients of 2025 get a stream of one event; the place is held until the tool has ended.
  const text = new Uint8Array(await answer.arrayBuffer());
  // An unknown tool, or one with wrong arguments, makes no request that would be charged.
  if (requests === 0 && isToolCall(body)) charge(c, deps, BASE_COST);
  return forwarded(c, deps, answer, text);
}

/** Reads a message; a body that is refused costs one unit, as everywhere. */
async function readMessage(c: AppContext, deps: Deps): Promise<unknown> {
  const reservation = deps.bodyBytes.reserve(keyIdOf(c));
  try {
    const bytes = await readBody(c, deps, BODY_MAX, reservation);
    const body = parseStrictly(deps.local, bytes);
    // The calls of a list would all run at once.
    if (Array.isArray(body)) throw malformed("it is a list, send one message at a time");
    return body;
  } catch (error) {
    charge(c, deps, BASE_COST);
    throw error instanceof ApiError ? error : malformed(messageOf(error));
  } finally {
    reservation.release();
  }
}

function malformed(reason: string): ApiError {
  return new ApiError("MALFORMED_JSON", `Cannot read the message: ${reason}`);
}

function isToolCall(body: unknown): boolean {
  return (body as { readonly method?: unknown } | null)?.method === "tools/call";
}
