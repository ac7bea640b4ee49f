import ts from "typescript";
import { typesFile } from "./types.ts";

const ROOT = new URL("../../", import.meta.url);

/** A module that a program imports. */
interface Module {
  readonly name: string;
  readonly source: URL;
  /** The license of third-party code in it. */
  readonly notice: string;
}

/** The license of the code of others in modules that read CSV files. */
const NOTICE =
  "With the CSV parser of @std/csv: Copyright 2018-2026 the Deno authors. MIT license.";

const MODULES: readonly Module[] = [
  {
    name: "arena",
    source: new URL("engine-rs/package/arena.ts", ROOT),
    notice: NOTICE,
  },
  { name: "client", source: new URL("server/client/client.ts", ROOT), notice: "" },
];

/** The types of the manifest of the official datasets, which a program imports as JSON. */
const MANIFEST_TYPES = `import type { Manifest } from "./types.d.ts";

/** The manifest of the official datasets. */
declare const manifest: Manifest;
export default manifest;
`;

/** The module that `verify` of the library loads when it is called. */
const VERIFY = new URL("engine-rs/package/verify.ts", ROOT);

/** Its name in the sources. */
const VERIFY_SOURCE = "./verify.ts";

/** The program of the command line. */
const CLI = new URL("engine-rs/package/cli.ts", ROOT);

/** Its module beside it, by its source. */
const LIBRARY = "./arena.ts";

/** The engine's bindings, beside the modules. */
const BINDINGS = "../../pkg/arena_engine.js";

const DATA_TYPES = /"[^"]*\/contracts\/types\.ts"/g;
/** The bundler's comments with the source of the next lines, a path of this machine. */
const ORIGIN = /^\/\/ \S+\.[jt]s\n/gm;
/** The beginning of the name of a package's module, the place of this machine's cache of packages. */
const CACHE = /(?<=")(?:\.\.\/)+\S*?\/npm\/[\w.-]+\//g;

/**
 * Returns the modules of the package with their types, by their names in `pkg/`. Both are made from
 * the same source, and all data types are in `types.d.ts`.
 */
export async function packageModules(): Promise<ReadonlyMap<string, string>> {
  const files = new Map([
    ["types.d.ts", await formatted(typesFile())],
    ["datasets_manifest.d.ts", MANIFEST_TYPES],
  ]);
  // One after another: bundlers that start together on a new machine copy esbuild over each other.
  for (const { name, source, notice } of MODULES) {
    const heads = [`@ts-self-types="./${name}.d.ts"`, notice].filter(Boolean);
    const head = heads.map((text) => `/* ${text} */\n`).join("");
    const library = await bundled(source, "browser", `--external=${VERIFY_SOURCE}`);
    files.set(`${name}.js`, head + library);
    files.set(`${name}.d.ts`, await formatted(await readTypes(source)));
  }
  files.set("verify.js", await bundled(VERIFY, "browser"));
  files.set("cli.js", await program());
  return files;
}

/** Returns the program of the command line, with all that it needs but the module beside it. */
async function program(): Promise<string> {
  const text = await bundled(CLI, "deno", `--external=${LIBRARY}`);
  return `#!/usr/bin/env node\n/* ${NOTICE} */\n${text.replaceAll(`"${LIBRARY}"`, '"./arena.js"')}`;
}

/** @param platform of the bundler: `deno` keeps the imports of Node's modules */
async function bundled(
  source: URL,
  platform: "browser" | "deno",
  ...options: readonly string[]
): Promise<string> {
  const words = ["--quiet", "--platform", platform, `--external=${BINDINGS}`, ...options];
  const text = await output(["bundle", ...words, source.href]);
  return text.replaceAll(ORIGIN, "").replaceAll(CACHE, "")
    .replaceAll(BINDINGS, "./arena_engine.js")
    .replaceAll(`"${VERIFY_SOURCE}"`, '"./verify.js"');
}

/** A line that re-exports declarations of another file of the module. */
const HANDED_ON = /^export (?:type )?\{[^}]*\} from "(\.\/[^"]+)";\n/gm;
/** A line that imports such declarations, which stand in the same file then. */
const IMPORTED = /^import type \{[^}]*\} from "(\.\/[^"]+)";\n/gm;

/** Returns the declarations of a module, including those that it re-exports. */
async function readTypes(source: URL): Promise<string> {
  const own = keepDeclarations(await Deno.readTextFile(source));
  const paths = [...own.matchAll(HANDED_ON)].map(([, path = ""]) => path);
  const texts = await Promise.all(paths.map((path) => readTypes(new URL(path, source))));
  const rest = own.replaceAll(HANDED_ON, "")
    .replaceAll(IMPORTED, (line, path: string) => paths.includes(path) ? "" : line);
  return [rest, ...texts].join("\n");
}

/** Every public type is annotated, so the declarations of a file follow from that file alone. */
function keepDeclarations(source: string): string {
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(source, {
    reportDiagnostics: true,
    compilerOptions: { strict: true, target: ts.ScriptTarget.ESNext },
  });
  const [fault] = diagnostics;
  if (fault) throw new Error(ts.flattenDiagnosticMessageText(fault.messageText, "\n"));
  return outputText.replaceAll(DATA_TYPES, '"./types.d.ts"');
}

/** Formats with the options of this repository. */
async function formatted(text: string): Promise<string> {
  return await output(["fmt", "--quiet", "--ext", "ts", "-"], text);
}

/** Returns the output of a Deno command. */
async function output(args: readonly string[], input = ""): Promise<string> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [...args],
    cwd: new URL("./", import.meta.url),
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
  const { success, stdout, stderr } = await child.output();
  if (success) return new TextDecoder().decode(stdout);
  throw new Error(new TextDecoder().decode(stderr));
}
