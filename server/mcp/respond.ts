import { createMcpHandler } from "@modelcontextprotocol/server";
import type { ArenaClient } from "../client/client.ts";
import { mcpServer } from "./mcp_server.ts";

/** One message of a client, already read. */
export interface McpMessage {
  readonly request: Request;
  readonly body: unknown;
}

/**
 * Answers one message over HTTP with one JSON value; nothing is kept between two messages. Clients of
 * 2025, which begin with `initialize`, and of 2026 are answered alike.
 */
export async function respondMcp(
  arena: ArenaClient,
  { request, body }: McpMessage,
): Promise<Response> {
  const handler = createMcpHandler(() => mcpServer(arena), {
    // No stream of changes: nothing that is listed changes while a server runs.
    maxSubscriptions: 0,
  });
  return await handler.fetch(request, { parsedBody: body });
}
