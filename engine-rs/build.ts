/**
 * Builds `pkg/` from `engine-rs`, and writes the files that follow from the engine's tables: `deno
 * task build:engine`. Needs cargo, the wasm32 target, wasm-pack, wasm-bindgen-cli and wasm-opt in the
 * versions that the README names.
 *
 * `--dev` builds the WebAssembly hardly optimised, to try a change with. Its bytes are not
 * those of `pkg/build.json`, so `tests/package_test.ts` fails until the engine is built without it.
 */
import { CONSTANTS, constantsModule } from "./constants.ts";
import { optimize } from "./optimize.ts";
import { BUILT, recordBuild, WASM } from "./record.ts";
import { PACKAGE } from "./sources.ts";

const CRATE = new URL("./", import.meta.url);
/** Not `pkg/`: wasm-pack would put its own manifest, and the README of the crate, over ours. */
const OUTPUT = "target/wasm-pack/";

/** Writes what `server/contracts` and `RULES.md` have of the engine's tables. */
async function writeDocuments(): Promise<void> {
  const args = ["test", "--quiet", "--test", "metric_documents"];
  await run("cargo", args, { ARENA_WRITE_DOCUMENTS: "1" });
}

/** Builds the engine into `pkg/`. */
async function buildEngine(profile: readonly string[]): Promise<void> {
  const options = ["--target", "web", "--mode", "no-install", "--no-pack", "--no-opt", ...profile];
  // The workspace has other libraries, which have no face for a host.
  const only = ["--", "--package", "arena-engine"];
  await run("wasm-pack", ["build", ".", ...options, "--out-dir", OUTPUT, ...only]);
  const folder = new URL(OUTPUT, CRATE);
  if (profile.includes("--release")) await optimize(folder, WASM);
  await Promise.all(
    BUILT.map((name) => Deno.copyFile(new URL(name, folder), new URL(name, PACKAGE))),
  );
}

async function run(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<void> {
  const { success } = await new Deno.Command(program, { args: [...args], cwd: CRATE, env })
    .spawn().status;
  if (!success) Deno.exit(1);
}

const isDev = Deno.args.includes("--dev");
await writeDocuments();
await buildEngine(isDev ? ["--profile", "wasm-dev"] : ["--release"]);
await Deno.writeTextFile(CONSTANTS, await constantsModule());
// Imported only now: its types come from the schemas, and they from the modules written above.
const { writePackage } = await import("./package/build.ts");
await writePackage();
if (!isDev) await recordBuild();
