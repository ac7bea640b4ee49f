/**
 * Builds `pkg/` from `engine-rs`, and writes what others have of its tables: `deno task
 * build:engine`. Needs cargo, the wasm32 target, wasm-pack, wasm-bindgen-cli and wasm-opt in the
 * versions that the README names.
 */
import { CONSTANTS, constantsModule } from "./constants.ts";
import { FINGERPRINT, PACKAGE, sourcesFingerprint } from "./sources.ts";

const FACE = ["arena.js", "arena.d.ts"];

await run("cargo", ["test", "--quiet", "--test", "metric_documents"], {
  ARENA_WRITE_DOCUMENTS: "1",
});
const target = ["--target", "web", "--out-dir", "../pkg"];
await run("wasm-pack", ["build", "--release", "--mode", "no-install", ...target]);
// wasm-pack keeps its output out of the repository; ours belongs into it.
await Deno.remove(new URL(".gitignore", PACKAGE));
// The typed face over the bindings is written by hand and is what a program imports.
const manifest = new URL("package.json", PACKAGE);
const { files, ...facts } = JSON.parse(await Deno.readTextFile(manifest));
const whole = { ...facts, main: "arena.js", types: "arena.d.ts", files: [...files, ...FACE] };
await Deno.writeTextFile(manifest, `${JSON.stringify(whole, null, 2)}\n`);
await Deno.writeTextFile(CONSTANTS, await constantsModule());
await Deno.writeTextFile(FINGERPRINT, `${await sourcesFingerprint()}\n`);

async function run(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<void> {
  const cwd = new URL("./", import.meta.url);
  const { success } = await new Deno.Command(program, { args: [...args], cwd, env }).spawn().status;
  if (!success) Deno.exit(1);
}
