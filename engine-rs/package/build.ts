/**
 * Writes the files of `pkg/` beside the engine: the modules that a program imports with their types,
 * the manifests, the license. `deno task build:package`, and a part of `deno task build:engine`. It does
 * not need Rust.
 */
import { PACKAGE } from "../sources.ts";
import { packageManifest, pythonManifest } from "./manifest.ts";
import { packageModules } from "./modules.ts";
import { planSchema } from "./plan_schema.ts";
import { type Parameters, pythonTypes } from "./python_types.ts";

/** Returns the catalogue of the engine in `pkg/`, which may have been built by this process. */
async function parameters(): Promise<Parameters> {
  const { compileEngine, loadEngine } = await import("../../server/engine/load.ts");
  const engine = loadEngine(await compileEngine());
  return JSON.parse(new TextDecoder().decode(engine.strategyCatalogue())).ok;
}

/** Returns the files by their names in `pkg/`. */
export async function packageFiles(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ...await packageModules(),
    ["package.json", await packageManifest()],
    ["pyproject.toml", await pythonManifest()],
    ["python/strategy_arena/types.py", pythonTypes(await parameters())],
    ["python/strategy_arena/plan_schema.json", planSchema()],
    ["LICENSE", await Deno.readTextFile(new URL("../../LICENSE", import.meta.url))],
  ]);
}

/** Writes the files into `pkg/`. */
export async function writePackage(): Promise<void> {
  const files = await packageFiles();
  await Promise.all(
    [...files].map(([name, text]) => Deno.writeTextFile(new URL(name, PACKAGE), text)),
  );
}

if (import.meta.main) await writePackage();
