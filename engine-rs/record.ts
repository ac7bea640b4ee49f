import { PACKAGE, sha256, sourcesFingerprint } from "./sources.ts";

/** How the engine in `pkg/` was built. */
export interface BuildRecord {
  /** Over everything that the WebAssembly is built from. */
  readonly sources: string;
  /** Versions of the tools, as they print them. */
  readonly toolchain: Readonly<Record<string, string>>;
  /** SHA-256 of each file that the tools wrote. */
  readonly files: Readonly<Record<string, string>>;
}

/** The engine. */
export const WASM = "arena_engine_bg.wasm";

/** Files that the tools write: the engine, its bindings and the bindings' types. */
export const BUILT = [
  "arena_engine.d.ts",
  "arena_engine.js",
  WASM,
  "arena_engine_bg.wasm.d.ts",
];

const TOOLS = ["rustc", "wasm-pack", "wasm-bindgen", "wasm-opt"];
const RECORD = new URL("build.json", PACKAGE);

/** Returns the record of `pkg/`; null if it does not exist. */
export async function readRecord(): Promise<BuildRecord | null> {
  try {
    return JSON.parse(await Deno.readTextFile(RECORD));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** Returns the SHA-256 of the files in `pkg/`, by their names. */
export async function builtFiles(): Promise<BuildRecord["files"]> {
  return Object.fromEntries(
    await Promise.all(
      BUILT.map(async (name) => [name, await sha256(await Deno.readFile(new URL(name, PACKAGE)))]),
    ),
  );
}

/**
 * Records how `pkg/` was built. Equal sources must give equal bytes, so a record of the same sources
 * with other bytes is not overwritten.
 *
 * @throws {Error} with the files and the tools that differ
 */
export async function recordBuild(): Promise<void> {
  const now: BuildRecord = {
    sources: await sourcesFingerprint(),
    toolchain: Object.fromEntries(
      await Promise.all(TOOLS.map(async (tool) => [tool, await readVersion(tool)])),
    ),
    files: await builtFiles(),
  };
  const known = await readRecord();
  // Tools that give the same bytes are not recorded: the record would differ between machines.
  if (known !== null && isReproduced(known, now)) return;
  await Deno.writeTextFile(RECORD, `${JSON.stringify(now, null, 2)}\n`);
}

/**
 * Returns whether a build reproduced the bytes of the record; false for other sources.
 *
 * @throws {Error} when the same sources gave other bytes
 */
export function isReproduced(known: BuildRecord, now: BuildRecord): boolean {
  if (known.sources !== now.sources) return false;
  const files = BUILT.filter((name) => known.files[name] !== now.files[name]);
  if (files.length === 0) return true;
  const tools = Object.keys(now.toolchain)
    .filter((tool) => known.toolchain[tool] !== now.toolchain[tool])
    .map((tool) => `${tool} "${now.toolchain[tool]}" instead of "${known.toolchain[tool]}"`);
  throw new Error(
    `Cannot reproduce pkg/ from the same sources: ${files.join(", ")} differs from build.json, ` +
      `built with ${tools.join(", ") || "the same tools"}. To record new tools, delete build.json`,
  );
}

/** Returns the version that a tool prints. On Windows some tools are scripts without a program to run. */
async function readVersion(tool: string): Promise<string> {
  try {
    // The folder selects the version of rustc.
    const cwd = new URL("./", import.meta.url);
    const { stdout } = await new Deno.Command(tool, { args: ["--version"], cwd }).output();
    return new TextDecoder().decode(stdout).trim();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "unknown";
    throw error;
  }
}
