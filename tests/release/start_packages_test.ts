import { assert, assertEquals, assertMatch } from "@std/assert";
import { readExample } from "../../server/testing/examples.ts";
import { withFolder } from "../../server/testing/folder.ts";
import { ROOT } from "../../server/testing/root.ts";
import { needing } from "../../server/testing/tools.ts";

/** Packages of tests, builds and the page, which no server runs. */
const OF_OTHERS = /^(axe-core|fast-check|playwright-core|preact|typescript|uplot|zod-to-ts)$/;

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name);
}

Deno.test({
  ...needing(["npm registry"], "the README's start downloads only the packages that a server runs"),
  fn: () =>
    withFolder(async (cache) => {
      const script = await readExample("README.md", "sh");
      const [, words = ""] = /^npx \S+ \S+ deno@\S+ (.+)\n$/.exec(script) ?? [];
      assertMatch(words, /^run /);
      // The help has the modules of every command in its graph, as the server has.
      const { success, stderr } = await new Deno.Command(Deno.execPath(), {
        args: [...words.split(" "), "help"],
        cwd: ROOT,
        env: { DENO_DIR: cache },
      }).output();
      assert(success, new TextDecoder().decode(stderr));
      const [registry = ""] = await namesIn(`${cache}/npm`);
      const names = await namesIn(`${cache}/npm/${registry}`);
      assert(names.includes("hono") && names.includes("pg"), "packages of the server are there");
      assertEquals(names.filter((name) => OF_OTHERS.test(name)), []);
    }),
});
