/** Optional programs that some tests need, with arguments that show whether they are installed. */
const QUESTIONS = {
  bash: ["bash", "--version"],
  caddy: ["caddy", "version"],
  cargo: ["cargo", "--version"],
  cryptography: ["python3", "-cimport cryptography"],
  dask: ["python3", "-cimport distributed"],
  duckdb: ["python3", "-cimport duckdb"],
  jq: ["jq", "--version"],
  pandas: ["python3", "-cimport pandas, pyarrow"],
  polars: ["python3", "-cimport polars"],
  mypy: ["python3", "-cimport mypy"],
  mkfifo: ["mkfifo", "--version"],
  node: ["node", "--version"],
  npm: ["npm", "--version"],
  "npm registry": ["npm", "ping"],
  // Any package would do.
  PyPI: ["pip", "index", "versions", "openapi-python-client"],
  prlimit: ["prlimit", "--version"],
  python3: ["python3", "--version"],
  ray: ["python3", "-cimport ray"],
  ruff: ["ruff", "--version"],
  "systemd-analyze": ["systemd-analyze", "--version"],
  wasmtime: ["python3", "-cimport hatchling, numpy, wasmtime"],
  "wasm-pack": ["wasm-pack", "--version"],
  tar: ["tar", "--version"],
} as const satisfies Record<string, readonly [string, ...string[]]>;

/** A program that the README does not ask for. */
export type Tool = keyof typeof QUESTIONS | "chromium" | "PostgreSQL" | "/dev/full" | "/proc";

const CHROMIUM_FILES = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Returns where this machine has a Chromium, the one of `CHROMIUM` first; null when it has none. */
export function findChromium(): string | null {
  return [Deno.env.get("CHROMIUM") ?? "", ...CHROMIUM_FILES].find(isFile) ?? null;
}

/**
 * Returns the folder of the programs of PostgreSQL, the newest of this machine: Debian has one for
 * each version, none of them on the path. null without PostgreSQL.
 */
export function findPostgres(): string | null {
  try {
    const versions = [...Deno.readDirSync(DEBIAN_POSTGRES)].map(({ name }) => Number(name));
    const folders = versions.toSorted((a, b) => b - a).map((v) => `${DEBIAN_POSTGRES}/${v}/bin`);
    return folders.find((folder) => isFile(`${folder}/initdb`)) ?? null;
  } catch {
    // There is no such folder.
    return null;
  }
}

const DEBIAN_POSTGRES = "/usr/lib/postgresql";

const answers = new Map<Tool, boolean>();

/** Returns whether this machine has a program; each is looked for once. */
function hasTool(tool: Tool): boolean {
  const known = answers.get(tool);
  if (known !== undefined) return known;
  const isThere = isFound(tool);
  answers.set(tool, isThere);
  return isThere;
}

/**
 * Returns name and `ignore` of a test that needs programs. Its name ends with them, so that
 * `deno test --filter "(needs "` runs these tests alone; without one of them the test is left out.
 * Steps of a test cannot be chosen like this, so a step needs nothing.
 */
export function needing(
  tools: readonly Tool[],
  name: string,
): { readonly name: string; readonly ignore: boolean } {
  const needs = tools.length === 0 ? "" : ` (needs ${tools.join(", ")})`;
  return { name: name + needs, ignore: !tools.every(hasTool) };
}

/** Defines a test that needs programs. */
export function testWith(
  tools: readonly Tool[],
  name: string,
  fn: (t: Deno.TestContext) => void | Promise<void>,
): void {
  Deno.test({ ...needing(tools, name), fn });
}

function isFound(tool: Tool): boolean {
  if (tool === "chromium") return findChromium() !== null;
  if (tool === "PostgreSQL") return findPostgres() !== null;
  if (tool === "/dev/full" || tool === "/proc") return Deno.build.os === "linux";
  return answersTo(QUESTIONS[tool]);
}

function answersTo([program, ...args]: readonly [string, ...string[]]): boolean {
  try {
    return new Deno.Command(program, { args, stdin: "null" }).outputSync().success;
  } catch (error) {
    // On Windows a program that is hidden by a permission is as good as none.
    if (error instanceof Deno.errors.NotFound) return false;
    if (error instanceof Deno.errors.PermissionDenied) return false;
    throw error;
  }
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}
