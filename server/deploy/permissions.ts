/**
 * Prints the least permissions that a command needs, as flags of `deno run`: the address that it
 * listens on and its files. The tasks of `deno.json` put them on their command line,
 * because the shell of `deno task` knows no default values, and a port or a folder is a variable.
 *
 * @module
 */

import { datasetFolders, IMPORTS_FOLDER, OFFICIAL_FOLDER } from "./dataset_folders.ts";

/** A task of `deno.json` that runs `main.ts`. */
export type Task = "start" | "keys" | "backup" | "restore" | "simulate" | "evaluate" | "worker";

/** Reads a variable of the environment. */
export type ReadVariable = (name: string) => string | undefined;

/** The defaults of `server/process/config.ts`, which takes too long to load; a test holds them together. */
const HOST = "127.0.0.1";
const PORT = "8080";
const KEYS = "data/keys.sqlite";
const BACKUPS = "backups";
const DATABASE_PORT = "5432";

/** What the libraries for a database ask for. */
const ENVIRONMENT_OF_DATABASE = "--allow-env=PG*,NODE_PG_FORCE_NATIVE,NODE_ENV,USER";

/** Names of one address: node:http asks for the permission of the last that it comes to. */
const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  "localhost": ["localhost", "127.0.0.1", "[::1]"],
  "0.0.0.0": ["0.0.0.0", "127.0.0.1"],
  "[::]": ["[::]", "[::1]"],
};

/**
 * Returns the flags for a task.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const flags = permissionsOf("simulate", () => undefined);
 * assertEquals(flags, ["--allow-read=pkg,datasets,data/datasets"]);
 * ```
 */
export function permissionsOf(task: Task, read: ReadVariable): readonly string[] {
  const keysFolder = folderOf(pathIn("ARENA_KEYS", read) ?? KEYS);
  const datasets = datasetFolders(read("ARENA_DATASETS")) ?? [OFFICIAL_FOLDER, IMPORTS_FOLDER];
  const database = databaseOf(read);
  if (task === "keys") {
    if (database !== null) return [allow("net", [database]), ENVIRONMENT_OF_DATABASE];
    return [allow("read", [keysFolder]), allow("write", [keysFolder])];
  }
  if (task === "backup" || task === "restore") {
    const folders = [keysFolder, BACKUPS];
    return [allow("read", folders), allow("write", task === "backup" ? folders : [keysFolder])];
  }
  if (task === "worker") {
    const net = database === null ? [] : [allow("net", [database]), ENVIRONMENT_OF_DATABASE];
    return [...net, allow("read", ["server", "pkg", ...datasets])];
  }
  if (task !== "start") return [allow("read", ["pkg", ...datasets])];
  const searches = pathIn("ARENA_SEARCHES", read);
  const stores = [...new Set([keysFolder, ...searches === null ? [] : [folderOf(searches)]])];
  const metrics = read("ARENA_METRICS_PORT") || "0";
  const ports = [
    ...addresses(read("ARENA_HOST") || HOST, read("ARENA_PORT") || PORT),
    ...(metrics === "0" ? [] : addresses(read("ARENA_METRICS_HOST") || HOST, metrics)),
  ];
  const files = ["server", "pkg", ...datasets];
  if (database !== null) {
    const net = allow("net", [...new Set([...ports, database])]);
    return [net, allow("read", files), ENVIRONMENT_OF_DATABASE];
  }
  return [
    allow("net", [...new Set(ports)]),
    allow("read", [...files, ...stores]),
    allow("write", stores),
  ];
}

/** Returns the address of the database, without what must not be printed; null: there is none. */
function databaseOf(read: ReadVariable): string | null {
  const url = URL.parse(read("DATABASE_URL") ?? "");
  // The program says what is wrong with an address.
  if (url === null || !/^[\w.:[\]-]+$/.test(url.hostname)) return null;
  return `${url.hostname}:${url.port || DATABASE_PORT}`;
}

function allow(kind: string, names: readonly string[]): string {
  return `--allow-${kind}=${names.map((name) => name.replaceAll(",", ",,")).join(",")}`;
}

/** A free port is not known before it is open, so then all ports of the address are. */
function addresses(given: string, port: string): readonly string[] {
  // The server says what is wrong with an address, Deno only that a flag is.
  const isAddress = /^[\w.:-]+$/.test(given) && /^\d{1,5}$/.test(port) && Number(port) < 65_536;
  if (!isAddress) return [`${HOST}:${PORT}`];
  const host = given.includes(":") ? `[${given}]` : given;
  return (SYNONYMS[host] ?? [host]).map((name) => Number(port) === 0 ? name : `${name}:${port}`);
}

function pathIn(name: string, read: ReadVariable): string | null {
  return read(name) || null;
}

function folderOf(path: string): string {
  const end = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  if (end < 0) return ".";
  return path.slice(0, Math.max(1, end));
}

if (import.meta.main) {
  const [task = "start"] = Deno.args;
  const flags = permissionsOf(task as Task, (name) => Deno.env.get(name));
  const passed = flags.filter((flag) => !/\s/.test(flag));
  if (passed.length < flags.length) {
    const quoted = ["--allow-env=ARENA_*,DATABASE_URL", ...flags].map((flag) => `"${flag}"`).join(
      " ",
    );
    const command = `deno run --no-prompt ${quoted} main.ts ${task === "start" ? "serve" : task}`;
    // deno-lint-ignore no-console -- what the command is for
    console.error(`Cannot pass on a folder with a space through deno task: run ${command}`);
  }
  // deno-lint-ignore no-console -- what the command is for
  console.log(passed.join(" "));
}
