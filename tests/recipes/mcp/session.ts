/**
 * A scripted session of an agent, by the official client of the Model Context Protocol: it lists,
 * describes, makes a mistake and corrects it, simulates, evaluates and searches. Prints one JSON value.
 *
 *   deno run -A session.ts URL KEY legacy|modern
 *   deno run -A session.ts stdio COMMAND WORDS... legacy|modern
 *
 * @module
 */
// deno-lint-ignore-file no-console

// Not an import statement, which would put the packages of the client among those of the arena.
const PACKAGE = "npm:@modelcontextprotocol/client@2.4.0";
const { Client, StreamableHTTPClientTransport } = await import(PACKAGE);
const { StdioClientTransport } = await import(`${PACKAGE}/stdio`);

interface Located {
  readonly uri: string;
}

const [place = "", ...words] = Deno.args;
const generation = words.pop();

const client = new Client({ name: "session", version: "1" }, {
  versionNegotiation: { mode: generation === "modern" ? { pin: "2026-07-28" } : "legacy" },
});
const [command = "", ...args] = words;
await client.connect(
  place === "stdio"
    ? new StdioClientTransport({ command, args, env: Deno.env.toObject(), stderr: "inherit" })
    : new StreamableHTTPClientTransport(new URL(place), {
      requestInit: { headers: { authorization: `Bearer ${command}` } },
    }),
);

const sizes: Record<string, number> = {};
async function call(
  name: string,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const { content, isError } = await client.callTool({ name, arguments: input });
  const [{ text }] = content as [{ readonly text: string }];
  sizes[name] = Math.max(sizes[name] ?? 0, text.length);
  return { ...JSON.parse(text), ...(isError && { isError }) };
}

const { tools } = await client.listTools();
const { resources } = await client.listResources();
const texts = await Promise.all(
  resources.map(async ({ uri }: Located) => (await client.readResource({ uri })).contents[0]),
);
const wrong = { marketId: 1, components: [{ strategyId: "yield-rsy" }] };
const right = { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] };
const session = {
  tools: tools.map(({ name }: { readonly name: string }) => name),
  schemaCharacters: JSON.stringify(tools).length,
  resources: resources.map(({ uri }: Located) => uri),
  resourceCharacters: texts.map((content) => JSON.stringify(content).length),
  markets: await call("list_markets", {}),
  strategies: await call("list_strategies", {}),
  parameters: await call("describe_strategy", { strategyId: "yield-rsi" }),
  language: await call("describe_strategy", { strategyId: "expression" }),
  refused: await call("check_candidate", { candidate: wrong }),
  simulated: await call("simulate", { candidate: right }),
  trades: await call("trades", { candidate: right, limit: 3 }),
  evaluated: await call("evaluate", { candidate: right }),
  search: await call("start_search", {
    base: right,
    axes: [{ path: "/components/0/strategyParams/period", values: [7, 14, 21] }],
    evaluate: 1,
  }),
};
let found: Record<string, unknown>;
do {
  found = await call("get_search", { searchId: session.search["searchId"] });
} while (found["status"] === "queued" || found["status"] === "running");
await client.close();
console.log(JSON.stringify({ ...session, found, sizes }));
