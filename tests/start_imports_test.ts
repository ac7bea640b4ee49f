import { assert, assertEquals } from "@std/assert";
import { ROOT } from "../server/testing/root.ts";

/** An import or export of more than types; what is asked for by `import()` is not loaded at once. */
const LOADED = /^(?:import|export)(?! type\b)[^;]*?from "([^"]+)";$/gm;
const TYPES_ALONE = /^(?:import|export) \{(?:\s*type \w+(?: as \w+)?,?)+\s*\} from/;

/** Adds what a module loads before its first line runs. */
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

Deno.test("a start loads no package that is slow to load and not needed for the first answer", async () => {
  const loaded = new Set<string>();
  await load("server/process/serve.ts", loaded);
  assert(loaded.has("server/engine/pool.ts"), "modules are found");
  const packages = [...loaded].filter((name) => !/^(server|pkg)\//.test(name)).toSorted();
  // Of Node only what is in the runtime itself: the rest of it takes 20 ms. With zod, which takes
  // as long, its schemas would be made, and compiled for what they check, before the first answer.
  assertEquals(packages, [
    "hono",
    "hono/cors",
    "hono/method-not-allowed",
    "hono/request-id",
    "node:sqlite",
  ]);
});
