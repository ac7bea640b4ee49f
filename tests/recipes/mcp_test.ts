import { assert, assertEquals } from "@std/assert";
import { LocalServer } from "../../server/testing/local_server.ts";
import { outputOf } from "../../server/testing/programs.ts";
import { Home } from "../../server/testing/server_process.ts";
import { ROOT } from "../../server/testing/root.ts";

const SESSION = `${ROOT}tests/recipes/mcp/session.ts`;
const TASK = ["deno", "task", "--quiet", "--cwd", ROOT, "mcp"];

interface Session {
  readonly refused: unknown;
  readonly simulated: { readonly resultHash: string };
  readonly found: { readonly status: string };
  /** Characters of the longest answer of each tool. */
  readonly sizes: Readonly<Record<string, number>>;
}

/** Runs the session of the official client; its packages are not those of the arena. */
async function runSession(words: readonly string[]): Promise<Session> {
  const flags = ["--quiet", "-A", "--no-config", "--no-lock"];
  return JSON.parse(await outputOf("deno", ["run", ...flags, SESSION, ...words]));
}

Deno.test("the official client of both generations corrects a mistake and reads a search, over HTTP and a pipe", async () => {
  await using home = await Home.make(ROOT);
  await using server = await LocalServer.in(home, { ARENA_DATASETS: "" });
  const hashes: string[] = [];
  for (const generation of ["legacy", "modern"]) {
    for (const place of [[`${server.origin}/mcp`, server.key], ["stdio", ...TASK]]) {
      const { refused, simulated, found, sizes } = await runSession([...place, generation]);
      assert(JSON.stringify(refused).includes("the nearest is yield-rsi"));
      assertEquals(found.status, "done");
      const longest = Object.entries(sizes).filter(([, size]) => size > 4_000);
      assertEquals(longest, []);
      hashes.push(simulated.resultHash);
    }
  }
  assertEquals(new Set(hashes).size, 1);
});
