import { assert, assertEquals, assertMatch } from "@std/assert";
import { run } from "../server/testing/programs.ts";
import { ROOT } from "../server/testing/root.ts";

/** An import or export of values. Modules of `import()` are loaded later. */
const LOADED = /^(?:import|export)(?! type\b)[^;]*?from "([^"]+)";$/gm;
const TYPES_ALONE = /^(?:import|export) \{(?:\s*type \w+(?: as \w+)?,?)+\s*\} from/;

/** Adds the modules that a module loads before its first line runs. */
async function load(path: string, loaded: Set<string>): Promise<void> {
  if (loaded.has(path)) return;
  loaded.add(path);
  const text = await Deno.readTextFile(ROOT + path);
  const names = [...text.matchAll(LOADED)]
    .filter(([statement]) => !TYPES_ALONE.test(statement)).map(([, name = ""]) => name);
  await Promise.all(names.map(async (name) => {
    if (!name.startsWith(".")) loaded.add(name);
    else await load(new URL(name, `file:///${path}`).pathname.slice(1), loaded);
  }));
}

Deno.test("a start loads no slow package that the first response does not need", async () => {
  const loaded = new Set<string>();
  await load("server/process/serve.ts", loaded);
  assert(loaded.has("server/engine/pool.ts"), "modules are found");
  const packages = [...loaded].filter((name) => !/^(server|pkg)\//.test(name)).toSorted();
  // Other modules of Node take 20 ms to load; the listener loads them while the engine compiles. zod
  // takes as long, and would compile its schemas before the first response.
  assertEquals(packages, [
    "hono",
    "hono/accepts",
    "hono/cors",
    "hono/method-not-allowed",
    "hono/request-id",
    "node:sqlite",
    "node:timers",
  ]);
});

Deno.test("a search worker loads no schemas, which take a third of its memory", async () => {
  const loaded = new Set<string>();
  await load("server/search/workers/worker.ts", loaded);
  assert(loaded.has("server/search/workers/run_range.ts"), "modules are found");
  assert(!loaded.has("zod"));
});

Deno.test("a start reads no module of another command", async () => {
  // Deno reads modules of `import()` with the program unless `lazy-dynamic-imports` is set, and needs
  // no permission then.
  const args = ["run", "--quiet", "--no-prompt", "main.ts", "keys"];
  const { stderr } = await run(Deno.execPath(), args, { cwd: ROOT });
  assertMatch(stderr, /Requires read access to "[^"]*\/cli\/keys\.ts"/);
});
