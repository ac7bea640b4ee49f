// Starts a server process: it downloads its packages into an empty cache.
import { assertEquals, assertMatch } from "@std/assert";
import { readExample } from "../../server/testing/examples.ts";
import { withFolder } from "../../server/testing/folder.ts";
import { withStarted } from "../../server/testing/server_process.ts";
import { testWith } from "../../server/testing/tools.ts";
import { until } from "../../server/testing/until.ts";
import { untilReadyz } from "../../server/testing/wire.ts";

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
}

async function packagesIn(cache: string): Promise<readonly string[]> {
  const [registry = ""] = await namesIn(`${cache}/npm`);
  return await namesIn(`${cache}/npm/${registry}`);
}

testWith(
  ["npm registry"],
  "the README's start downloads only the packages that every server runs",
  () =>
    withFolder(async (cache) => {
      const script = await readExample("README.md", "sh");
      const [, words = ""] = /^npx \S+ \S+ deno@\S+ (.+)\n$/.exec(script) ?? [];
      assertMatch(words, /^run /);
      await withStarted(words.split(" "), async (server) => {
        await untilReadyz(server, '"ready"');
        // The texts for agents, which are read with zod, are loaded after the port is open.
        await until(async () => (await packagesIn(cache)).includes("zod"));
      }, { env: { DENO_DIR: cache } });
      assertEquals((await packagesIn(cache)).toSorted(), ["@hono", "hono", "zod"]);
    }),
);
