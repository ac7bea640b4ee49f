/**
 * Builds `pkg/` from `engine-rs`, and writes the files that follow from the engine's tables: `deno
 * task build:engine`. Needs cargo, the wasm32 target, wasm-pack, wasm-bindgen-cli and wasm-opt in the
 * versions that the README names.
 *
 * `--dev` builds the WebAssembly alone and hardly optimised, to try a change with. Its bytes are not
 * those of `pkg/build.json`, so `tests/package_test.ts` fails until the engine is built without it.
 */
import { CONSTANTS, constantsModule } from "./constants.ts";
import { optimize } from "./optimize.ts";
import { BUILT, PAGE_ENGINE, recordBuild, WASM } from "./record.ts";
import { PACKAGE } from "./sources.ts";

const CRATE = new URL("./", import.meta.url);
/** Not `pkg/`: wasm-pack would put its own manifest, and the README of the crate, over ours. */
const OUTPUT = "target/wasm-pack/";
const PAGE_OUTPUT = "target/wasm-pack-page/";
/** The engine of the page's first load lacks the exports for searches (`src/wasm/search.rs`). */
const OF_PAGE = ["--no-default-features"];

/** Writes what `server/contracts` and `RULES.md` have of the engine's tables. */
async function writeDocuments(): Promise<void> {
  const args = ["test", "--quiet", "--test", "metric_documents"];
  await run("cargo", args, { ARENA_WRITE_DOCUMENTS: "1" });
}

/** Builds an engine into a folder, and returns the folder. */
async function buildEngine(
  output: string,
  quality: readonly string[],
  features: readonly string[] = [],
): Promise<URL> {
  const options = ["--target", "web", "--mode", "no-install", "--no-pack", "--no-opt", ...quality];
  // The workspace has other libraries, which have no face for a host.
  const only = ["--", "--package", "arena-engine", ...features];
  await run("wasm-pack", ["build", ".", ...options, "--out-dir", output, ...only]);
  const folder = new URL(output, CRATE);
  if (quality.includes("--release")) await optimize(folder, WASM);
  return folder;
}

/** Copies the built files to `pkg/`; both engines have the same bindings, those of `whole`. */
async function keep(whole: URL, page: URL): Promise<void> {
  await Promise.all(BUILT.map((name) => {
    const built = name === PAGE_ENGINE ? new URL(WASM, page) : new URL(name, whole);
    return Deno.copyFile(built, new URL(name, PACKAGE));
  }));
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

if (Deno.args.includes("--dev")) {
  const built = await buildEngine(OUTPUT, ["--profile", "wasm-dev"]);
  // The whole engine does everything that the page's does.
  await keep(built, built);
  Deno.exit();
}
await writeDocuments();
const whole = await buildEngine(OUTPUT, ["--release"]);
await keep(whole, await buildEngine(PAGE_OUTPUT, ["--release"], OF_PAGE));
await Deno.writeTextFile(CONSTANTS, await constantsModule());
// Imported only now: its types come from the schemas, and they from the modules written above.
const { writePackage } = await import("./package/build.ts");
await writePackage();
await recordBuild();
