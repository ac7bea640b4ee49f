import { assert, assertEquals, assertThrows } from "@std/assert";
import { applyDiff, readRecipe } from "./recipes/recipe.ts";
import { ROOT } from "../server/testing/root.ts";

const page = await Deno.readTextFile(`${ROOT}.github/CONTRIBUTING.md`);
const RECIPES = [
  "A strategy",
  "A metric",
  "An error code",
  "An operation",
  "A view of the page",
  "A column of the search report",
];

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(ROOT + path).then(() => true, () => false);
}

for (const title of RECIPES) {
  Deno.test(`${title}: every edit of the recipe finds its place, and every new file is new`, async () => {
    const steps = readRecipe(page, title);
    assert(steps.some(({ kind }) => kind === "edit") && steps.at(-1)?.kind === "run");
    await Promise.all(steps.map(async (step) => {
      if (step.kind === "create") assert(!await exists(step.path), step.path);
      if (step.kind !== "edit") return;
      applyDiff(step.path, await Deno.readTextFile(ROOT + step.path), step.diff);
    }));
  });
}

Deno.test("readRecipe() gives the steps of one heading, each with the file that is named last", () => {
  const text = "## One\n\nIn `a/b.ts`, not `c.ts`:\n\n```ts\nx\n```\n\n" +
    "Then `d.ts`:\n\n```diff\n y\n+z\n```\n\n```sh\ngo\n```\n\n## Two\n\n```sh\nno\n```\n";
  assertEquals(readRecipe(text, "One"), [
    { kind: "create", path: "c.ts", text: "x\n" },
    { kind: "edit", path: "d.ts", diff: " y\n+z\n" },
    { kind: "run", script: "go\n" },
  ]);
  assertThrows(() => readRecipe("## One\n\nHere:\n\n```ts\nx\n```\n", "One"), Error, "no file");
});

Deno.test("applyDiff() makes each hunk where its lines are, whole and once", () => {
  const text = "a\nab\nb\nc\n";
  assertEquals(applyDiff("x", text, " b\n+$&\n@@\n-c\n+d\n"), "a\nab\nb\n$&\nd\n");
  assertEquals(applyDiff("x", text, "-a\n ab\n"), "ab\nb\nc\n");
  assertThrows(() => applyDiff("x", text, " e\n+f\n"), Error, "there 0 times");
  assertThrows(() => applyDiff("x", "a\nb\na\n", " a\n+f\n"), Error, "there 2 times");
});

Deno.test("CONTRIBUTING names the versions that the engine is built with", async () => {
  const lock = await Deno.readTextFile(`${ROOT}engine-rs/Cargo.lock`);
  const [, locked] = /name = "wasm-bindgen"\nversion = "([\d.]+)"/.exec(lock) ?? [];
  assertEquals(/wasm-bindgen-cli@([\d.]+)/.exec(page)?.[1], locked);
  const manifest = await Deno.readTextFile(`${ROOT}engine-rs/Cargo.toml`);
  const [, version] = /rust-version = "([\d.]+)"/.exec(manifest) ?? [];
  assertEquals(/Needs Rust ([\d.]+)/.exec(page)?.[1], version);
});
