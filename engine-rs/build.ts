/**
 * Builds `pkg/` from `engine-rs`: `deno task build:engine`. Needs the wasm32 target, wasm-pack,
 * wasm-bindgen-cli and wasm-opt in the versions that the README names.
 */
import { CONSTANTS, constantsModule } from "./constants.ts";
import { FINGERPRINT, PACKAGE, sourcesFingerprint } from "./sources.ts";

const FACE = ["arena.js", "arena.d.ts"];

const { success } = await new Deno.Command("wasm-pack", {
  args: ["build", "--target", "web", "--release", "--mode", "no-install", "--out-dir", "../pkg"],
  cwd: new URL("./", import.meta.url),
}).spawn().status;
if (!success) Deno.exit(1);
// wasm-pack keeps its output out of the repository; ours belongs into it.
await Deno.remove(new URL(".gitignore", PACKAGE));
// The typed face over the bindings is written by hand and is what a program imports.
const manifest = new URL("package.json", PACKAGE);
const { files, ...facts } = JSON.parse(await Deno.readTextFile(manifest));
const whole = { ...facts, main: "arena.js", types: "arena.d.ts", files: [...files, ...FACE] };
await Deno.writeTextFile(manifest, `${JSON.stringify(whole, null, 2)}\n`);
await Deno.writeTextFile(CONSTANTS, await constantsModule());
await Deno.writeTextFile(FINGERPRINT, `${await sourcesFingerprint()}\n`);
