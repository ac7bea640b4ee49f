import { assertEquals, assertMatch } from "@std/assert";
import { readExample } from "../../server/testing/examples.ts";
import { withFolder } from "../../server/testing/folder.ts";
import { ROOT } from "../../server/testing/root.ts";
import { ServerProcess } from "../../server/testing/server_process.ts";
import { needing } from "../../server/testing/tools.ts";
import { untilReadyz } from "../../server/testing/wire.ts";

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
}

Deno.test({
  ...needing(
    ["npm registry"],
    "the README's start downloads only the packages that every server runs",
  ),
  fn: () =>
    withFolder(async (cache) => {
      const script = await readExample("README.md", "sh");
      const [, words = ""] = /^npx \S+ \S+ deno@\S+ (.+)\n$/.exec(script) ?? [];
      assertMatch(words, /^run /);
      // The permission set has no other folder for keys.
      const folder = `data/test-${crypto.randomUUID()}`;
      const command = new Deno.Command(Deno.execPath(), {
        args: words.split(" "),
        cwd: ROOT,
        env: { DENO_DIR: cache, ARENA_PORT: "0", ARENA_KEYS: `${folder}/keys.sqlite` },
        stdout: "piped",
        stderr: "piped",
      });
      try {
        await using server = await ServerProcess.of(command.spawn());
        await untilReadyz(server, '"ready"');
      } finally {
        await Deno.remove(ROOT + folder, { recursive: true });
      }
      const [registry = ""] = await namesIn(`${cache}/npm`);
      const names = await namesIn(`${cache}/npm/${registry}`);
      assertEquals(names.toSorted(), ["@hono", "hono", "zod"]);
    }),
});
