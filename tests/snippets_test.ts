import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Candidate } from "../server/contracts/candidate.ts";
import { SNIPPETS } from "../server/web/views/workbench/verify/snippets.ts";
import { FAMILY } from "../server/testing/arena.ts";
import { withFolder } from "../server/testing/folder.ts";
import { outputOf, run } from "../server/testing/programs.ts";
import { serveArena, type ServedArena } from "../server/testing/served_arena.ts";
import { testWith } from "../server/testing/tools.ts";

/** A candidate with characters that a shell, Python or TypeScript might misread. */
const CANDIDATE: Candidate = {
  marketId: 2,
  timeframe: "daily",
  capital: "2500.5",
  components: [
    { strategyId: "yield-bollinger", weightBps: 4000, strategyParams: { k: 1e-7 + 1.2 } },
    { strategyId: "yield-rsi", weightBps: 6000 },
  ],
  executionConfig: { on: true, off: false, none: null, list: [], text: `it's "$HOME" \\ ü` },
};

const PROGRAMS = {
  curl: (text: string) => ["sh", "-c", text],
  python: (text: string) => ["python3", "-c", text],
};

async function runCommand(
  [program = "", ...args]: readonly string[],
  key: string,
): Promise<string> {
  return await outputOf(program, args, { env: { ARENA_KEY: key } });
}

function textOf(id: string, origin: string): string {
  return SNIPPETS.find((snippet) => snippet.id === id)?.write(CANDIDATE, origin) ?? "";
}

/** Returns the result of hand-written requests. */
async function expected({ origin, key }: ServedArena): Promise<{ score: number; hash: string }> {
  const headers = { "content-type": "application/json", "x-api-key": key };
  const post = async (path: string, body: unknown): Promise<Record<string, unknown>> => {
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    return (await (await fetch(`${origin}${FAMILY}${path}`, init)).json()).data;
  };
  const { score, evidence } = await post(
    "/evaluations",
    await post("/simulations/summary", CANDIDATE),
  );
  return { score: score as number, hash: (evidence as { resultHash: string }).resultHash };
}

Deno.test("the snippets run unchanged and print the service's result", async (test) => {
  await using server = await serveArena();
  const { score, hash } = await expected(server);
  const { key } = server;

  await test.step("curl", async () => {
    const printed = await runCommand(PROGRAMS.curl(textOf("curl", server.origin)), key);
    const { data } = JSON.parse(printed);
    assertEquals([data.score, data.evidence.resultHash], [score, hash]);
  });
  await test.step("TypeScript", () =>
    withFolder(async (folder) => {
      const file = `${folder}/snippet.ts`;
      await Deno.writeTextFile(file, textOf("typescript", server.origin));
      const flags = ["--no-prompt", "--no-config", "--allow-net", "--allow-env", file];
      const printed = await runCommand([Deno.execPath(), "run", "--check", ...flags], key);
      assertEquals(printed.trim(), `${score} ${hash}`);
    }));
  await test.step("JSON", () => {
    assertEquals(JSON.parse(textOf("json", server.origin)), CANDIDATE);
  });
});

testWith(
  ["python3"],
  "the snippet in Python runs unchanged, and says why it is refused",
  async () => {
    await using server = await serveArena();
    const { score, hash } = await expected(server);
    const words = PROGRAMS.python(textOf("python", server.origin));
    assertEquals((await runCommand(words, server.key)).trim(), `${score} ${hash}`);
    const [program = "", ...args] = words;
    const { stderr, code } = await run(program, args, { env: { ARENA_KEY: "sa_wrong" } });
    assert(code !== 0);
    assertMatch(stderr, /^\{.*"detail":"[^"]*key/);
  },
);
