/** The official client of the Model Context Protocol in a page, as a web application has it. */
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

/** Calls a tool of the server at an address with a key; returns the text of its answer. */
async function callTool(address: string, key: string, name: string): Promise<unknown> {
  const client = new Client({ name: "page", version: "1.0.0" });
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit }));
  try {
    return (await client.callTool({ name, arguments: {} })).content;
  } finally {
    await client.close();
  }
}

Object.assign(globalThis, { callTool });
