import { McpServer } from "@modelcontextprotocol/server";
import type { ArenaClient } from "../client/client.ts";
import { shownArguments } from "./arguments.ts";
import { ANSWER_MAX, answerOf, refusalOf } from "./answer.ts";
import { API_VERSION } from "../contracts/api_version.ts";
import { GUIDE, INSTRUCTIONS } from "./guide.ts";
import { ARENA_TOOLS } from "./arena_tools.ts";
import { READ_TOOLS } from "./read_tools.ts";
import { RUN_TOOLS } from "./run_tools.ts";
import { SEARCH_TOOLS } from "./search_tools.ts";
import type { Tool } from "./tool.ts";

export const TOOLS: readonly Tool[] = [
  ...READ_TOOLS,
  ...RUN_TOOLS,
  ...SEARCH_TOOLS,
  ...ARENA_TOOLS,
];

/**
 * Makes a server of the Model Context Protocol over a client of the arena: each tool is one or two
 * requests, so that keys, limits, prices and tries are those of the API.
 */
export function mcpServer(arena: ArenaClient): McpServer {
  const server = new McpServer(
    { name: "strategy-arena", version: API_VERSION },
    { instructions: INSTRUCTIONS },
  );
  for (const tool of TOOLS) {
    const { name, title, description, input, isReadOnly: readOnlyHint } = tool;
    const inputSchema = shownArguments(input);
    const annotations = { readOnlyHint, openWorldHint: false, destructiveHint: false };
    server.registerTool(
      name,
      { title, description, inputSchema, annotations },
      async (given: unknown) => {
        try {
          return answerOf(await tool.run(arena, given), ANSWER_MAX, tool.more ?? "left out");
        } catch (error) {
          return refusalOf(error);
        }
      },
    );
  }
  addResource(server, "guide", "How to find a strategy that can be trusted", {
    mimeType: "text/markdown",
    read: () => Promise.resolve(GUIDE),
  });
  addResource(server, "rules", "Execution policy, scoring and gates of the arena", {
    mimeType: "application/json",
    read: async () => JSON.stringify(await arena.getFamily()),
  });
  return server;
}

interface Text {
  readonly mimeType: string;
  read(): Promise<string>;
}

function addResource(
  server: McpServer,
  name: string,
  title: string,
  { mimeType, read }: Text,
): void {
  const uri = `arena://${name}`;
  server.registerResource(
    name,
    uri,
    { title, mimeType },
    async () => ({ contents: [{ uri, mimeType, text: await read() }] }),
  );
}
