import { PACKAGE } from "../sources.ts";

const CARGO = new URL("../Cargo.toml", import.meta.url);
const PYTHON = new URL("pyproject.toml", PACKAGE);
const VERSION = /^version = "(.+)"$/m;

/** The files that a program may import, and their types. */
const EXPORTS = {
  ".": { types: "./arena.d.ts", default: "./arena.js" },
  "./client": { types: "./client.d.ts", default: "./client.js" },
  "./arena_engine_bg.wasm": "./arena_engine_bg.wasm",
  // Types of its own: as JSON its choices would be any text, and no `Manifest`.
  "./datasets/manifest.json": {
    types: "./datasets_manifest.d.ts",
    default: "./datasets/manifest.json",
  },
  "./datasets/*": "./datasets/*",
  "./package.json": "./package.json",
};

/**
 * Scripts that copy files from elsewhere in the repository into the packed file. Only `npm pack` runs
 * them, in `pkg/`.
 */
const SCRIPTS = {
  prepack:
    `node -e "const fs = require('fs'); fs.cpSync('../datasets', 'datasets', { recursive: true })"`,
  postpack: `node -e "require('fs').rmSync('datasets', { recursive: true })"`,
};

/** Returns the text of `pkg/package.json`. It has the version of the crate. */
export async function packageManifest(): Promise<string> {
  const [, version] = VERSION.exec(await Deno.readTextFile(CARGO)) ?? [];
  const manifest = {
    name: "arena-engine",
    version,
    description: "Deterministic simulation and evaluation engine of the strategy arena.",
    keywords: ["backtesting", "fixed-income", "pendle", "trading-strategies", "wasm"],
    license: "MIT",
    type: "module",
    // The first with `process.getBuiltinModule`.
    engines: { node: ">=20.16" },
    exports: EXPORTS,
    types: "./arena.d.ts",
    bin: { arena: "cli.js" },
    sideEffects: false,
    files: [
      "arena.js",
      "arena.d.ts",
      "arena_engine.js",
      "arena_engine_bg.wasm",
      "cli.js",
      "client.js",
      "client.d.ts",
      "verify.js",
      "types.d.ts",
      "datasets_manifest.d.ts",
      "datasets/*.csv",
      "datasets/manifest.json",
      "datasets/real/*.csv",
      "datasets/real/LICENSE",
      "datasets/real/manifest.json",
    ],
    scripts: SCRIPTS,
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Returns the text of `pkg/pyproject.toml` with the version of the crate. */
export async function pythonManifest(): Promise<string> {
  const [line = ""] = VERSION.exec(await Deno.readTextFile(CARGO)) ?? [];
  return (await Deno.readTextFile(PYTHON)).replace(VERSION, line);
}
