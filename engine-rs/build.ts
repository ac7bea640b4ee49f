/**
 * Builds `pkg/` from `engine-rs`: `deno task build:engine`. Needs the wasm32 target, wasm-pack,
 * wasm-bindgen-cli and wasm-opt in the versions that the README names.
 */
import { writePackage } from "./package/build.ts";
import { BUILT, recordBuild } from "./record.ts";
import { PACKAGE } from "./sources.ts";

const CRATE = new URL("./", import.meta.url);
/** Not `pkg/`: wasm-pack would put its own manifest, and the README of the crate, over ours. */
const OUTPUT = new URL("target/wasm-pack/", CRATE);

async function buildEngine(): Promise<void> {
  const options = ["--target", "web", "--release", "--mode", "no-install"];
  const { success } = await new Deno.Command("wasm-pack", {
    args: ["build", ...options, "--no-pack", "--out-dir", "target/wasm-pack"],
    cwd: CRATE,
  }).spawn().status;
  if (!success) Deno.exit(1);
  await Promise.all(
    BUILT.map((name) => Deno.copyFile(new URL(name, OUTPUT), new URL(name, PACKAGE))),
  );
}

await buildEngine();
await writePackage();
await recordBuild();
