/**
 * Compiles the single program `arena`, or OUTPUT: `deno task compile [OUTPUT]`. The program contains
 * the server, the engine and the datasets; keys and trials are in `data/` of its working directory.
 *
 * @module
 */

const ROOT = new URL("../../", import.meta.url);

/** Folders that the running server reads, in addition to the modules that it imports. */
const FOLDERS = ["pkg", "datasets", "server/web/dist"];
/** Folders of workers, which are loaded by URL and not by an import. */
const WORKERS = [
  "server/engine",
  "server/process",
  "server/process/store_thread",
  "server/search/workers",
];

/**
 * The permissions of `deno task start` for any address and folder, because the variables that name
 * them are read when the program runs.
 */
const PERMISSIONS = [
  "--no-prompt",
  "--allow-env=ARENA_*,DATABASE_URL,PG*,NODE_PG_FORCE_NATIVE,NODE_ENV,USER",
  "--allow-net",
  "--allow-read",
  "--allow-write",
];

/** The same V8 flags as in the tasks of `deno.json`: they keep the heaps of seven threads small. */
const V8_FLAGS = "--v8-flags=--max-semi-space-size=2,--heap-growing-percent=50";

/** A part of the output of `deno info`. */
interface ModuleGraph {
  readonly modules: readonly {
    readonly dependencies?: readonly {
      readonly isDynamic?: boolean;
      readonly code?: { readonly specifier?: string };
    }[];
  }[];
}

/** Returns the arguments of `deno` that compile the program. */
export async function compileArguments(output: string): Promise<readonly string[]> {
  const lists = await Promise.all([listFolders(), listWorkers(), listOnDemand()]);
  const includes = lists.flat().flatMap((path) => ["--include", path]);
  // Types are checked by `deno check`.
  return [
    "compile",
    "--no-check",
    "--exclude-unused-npm",
    V8_FLAGS,
    ...PERMISSIONS,
    ...includes,
    "--output",
    output,
    "main.ts",
  ];
}

async function listFolders(): Promise<readonly string[]> {
  const found = await Promise.all(FOLDERS.map(async (folder) => {
    return await exists(folder) ? [folder] : [];
  }));
  return found.flat();
}

async function listWorkers(): Promise<readonly string[]> {
  const found = await Promise.all(WORKERS.map(async (folder) => {
    const entries = await Array.fromAsync(Deno.readDir(new URL(folder, ROOT)));
    return entries.filter(({ name }) => /worker\.ts$/.test(name))
      .map(({ name }) => `${folder}/${name}`);
  }));
  return found.flat();
}

/** Returns the modules of `import()`, which `lazy-dynamic-imports` leaves out of the program. */
async function listOnDemand(): Promise<readonly string[]> {
  const { stdout } = await new Deno.Command("deno", {
    args: ["info", "--json", "main.ts"],
    cwd: ROOT,
  }).output();
  const { modules }: ModuleGraph = JSON.parse(new TextDecoder().decode(stdout));
  const found = modules.flatMap(({ dependencies = [] }) => dependencies)
    .filter(({ isDynamic }) => isDynamic).map(({ code }) => code?.specifier ?? "");
  return [...new Set(found)].filter((url) => url.startsWith(ROOT.href))
    .map((url) => url.slice(ROOT.href.length));
}

async function exists(path: string): Promise<boolean> {
  return await Deno.stat(new URL(path, ROOT)).then(() => true, () => false);
}

if (import.meta.main) {
  const [output = "arena"] = Deno.args;
  const { code } = await new Deno.Command("deno", {
    args: [...await compileArguments(output)],
    cwd: ROOT,
  }).spawn().status;
  Deno.exit(code);
}
