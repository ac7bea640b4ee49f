/**
 * The arena as tools of the Model Context Protocol. The room is loaded when the first agent calls.
 *
 * @module
 */
export { mcpServer, TOOLS } from "./mcp_server.ts";
export { patient } from "./patience.ts";
export { respondMcp } from "./respond.ts";
export { serveMcp } from "./serve.ts";
