import { assertEquals } from "@std/assert";
import { EQUIVALENT } from "./equivalent.ts";
import { FOLDERS, listSources, staleOf } from "./plan.ts";

Deno.test("every entry of equivalent.ts is a mutant of a file in the mutated folders", async () => {
  const sources = (await Promise.all(FOLDERS.map(listSources))).flat();
  const paths = sources.map(({ path }) => path);
  assertEquals(staleOf(sources), []);
  assertEquals(EQUIVALENT.filter(({ path }) => !paths.includes(path)), []);
});
