/**
 * Makes the single program `arena`, or one of the given name: `deno task compile [OUTPUT]`. The
 * server, its engine and its datasets are inside; keys and trials stay in `data/`, where it is run.
 *
 * @module
 */

const ROOT = new URL("../../", import.meta.url);

/** What the running server reads, beside the modules that it imports. */
const FOLDERS = ["pkg", "datasets", "server/web/dist"];
/** Workers are loaded by their address, so no import leads to them. */
const WORKERS = [
  "server/engine",
  "server/process",
  "server/process/search_thread",
  "server/search",
];

/**
 * Those of `deno task start`, for any address and folder: variables are read where the program runs,
 * which is after its permissions are made.
 */
const PERMISSIONS = [
  "--no-prompt",
  "--allow-env=ARENA_*,DATABASE_URL,PG*,NODE_PG_FORCE_NATIVE,NODE_ENV,USER",
  "--allow-net",
  "--allow-read",
  "--allow-write",
];

/** Returns the arguments for `deno` that make the program. */
export async function compileArguments(output: string): Promise<readonly string[]> {
  const [folders, workers] = await Promise.all([listFolders(), listWorkers()]);
  const includes = [...folders, ...workers].flatMap((path) => ["--include", path]);
  // Types are checked by `deno check`.
  return [
    "compile",
    "--no-check",
    "--exclude-unused-npm",
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
