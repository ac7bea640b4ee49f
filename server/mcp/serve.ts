import { serveStdio, StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { ArenaClient } from "../client/client.ts";
import { mcpServer } from "./mcp_server.ts";

/** Serves one client over standard input and output; resolves when the client closes its end. */
export async function serveMcp(arena: ArenaClient): Promise<void> {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  class Pipe extends StdioServerTransport {
    override async close(): Promise<void> {
      await super.close();
      resolve();
    }
  }
  serveStdio(() => mcpServer(arena), { transport: new Pipe() });
  await closed;
}
