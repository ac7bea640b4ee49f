/**
 * Builds `pkg/` from `engine-rs`: `deno task build:engine`. Needs the wasm32 target, wasm-pack,
 * wasm-bindgen-cli and wasm-opt in the versions that the README names.
 */
import { FINGERPRINT, PACKAGE, sourcesFingerprint } from "./sources.ts";

const { success } = await new Deno.Command("wasm-pack", {
  args: ["build", "--target", "web", "--release", "--mode", "no-install", "--out-dir", "../pkg"],
  cwd: new URL("./", import.meta.url),
}).spawn().status;
if (!success) Deno.exit(1);
// wasm-pack keeps its output out of the repository; ours belongs into it.
await Deno.remove(new URL(".gitignore", PACKAGE));
await Deno.writeTextFile(FINGERPRINT, `${await sourcesFingerprint()}\n`);
