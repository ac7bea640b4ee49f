// deno-lint-ignore no-external-import -- part of the runtime
import { readFile as readBytes, stat } from "node:fs/promises";
import { messageOf, StartError } from "../../base/errors.ts";
import type { ArenaFiles } from "../../season/verify/ports.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Largest file that is read over the network: a matrix of 10,000 rows has 164 MB. */
const BYTES_MAX = 400_000_000;
const TIMEOUT_MS = 60_000;
/** A file of every public folder of an arena. */
const OF_EVERY_ARENA = "log.json";
const SEASON = "season.json";
/** Codes of a path without a file. */
const MISSING: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR"]);

/** Something to verify, and the public folder around it. */
export interface Found {
  readonly bytes: Bytes;
  readonly files: ArenaFiles;
}

/**
 * Reads what FILE or URL names: a file, or a season's folder.
 *
 * @throws {StartError} when it cannot be read
 */
export async function findSubject(given: string): Promise<Found> {
  const place = /^https?:\/\//.test(given) ? await findUrl(given) : await findFile(given);
  if (place !== null) return place;
  throw new StartError(`Cannot verify ${given}: there is no such file`);
}

/** Returns the public folder of an arena by its address. */
export function filesAt(root: string): ArenaFiles {
  return { place: root, read: (path) => fetchFile(`${root}${path}`) };
}

/** Returns files of a folder, and those that it lacks from another. */
export function orFrom(files: ArenaFiles, other: ArenaFiles): ArenaFiles {
  return {
    place: `${files.place} or ${other.place}`,
    read: async (path) => await files.read(path) ?? await other.read(path),
  };
}

async function findUrl(url: string): Promise<Found | null> {
  const address = url.endsWith("/") ? url + SEASON : url;
  const bytes = await fetchFile(address);
  if (bytes === null) return null;
  const root = /^(.*\/arena\/)/.exec(address)?.[1] ?? new URL("..", address).href;
  return { bytes, files: filesAt(root) };
}

async function findFile(path: string): Promise<Found | null> {
  const isFolder = await stat(path).then((found) => found.isDirectory(), () => false);
  const file = isFolder ? `${path.replace(/\/+$/, "")}/${SEASON}` : path;
  const bytes = await readFile(file);
  if (bytes === null) return null;
  const folder = file.includes("/") ? file.slice(0, file.lastIndexOf("/") + 1) : "./";
  for (const root of [folder, `${folder}../`]) {
    if (await readFile(root + OF_EVERY_ARENA) !== null) {
      return { bytes, files: { place: root, read: (name) => readFile(root + name) } };
    }
  }
  return { bytes, files: { place: folder, read: (name) => readFile(folder + name) } };
}

async function readFile(path: string): Promise<Bytes | null> {
  try {
    return new Uint8Array(await readBytes(path));
  } catch (cause) {
    if (MISSING.has(Object(cause).code)) return null;
    throw new StartError(`Cannot read ${path}: ${messageOf(cause)}`, { cause });
  }
}

/** @throws {StartError} when the address does not answer */
async function fetchFile(url: string): Promise<Bytes | null> {
  try {
    const response = await fetch(url, {
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (response.status === 404) {
      await response.body?.cancel();
      return null;
    }
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`the status is ${response.status}`);
    }
    return await bounded(response);
  } catch (cause) {
    throw new StartError(`Cannot read ${url}: ${reasonOf(cause)}`, { cause });
  }
}

/** Returns why a request failed; Node says it in the cause alone. */
function reasonOf(thrown: unknown): string {
  const { message, cause } = Object(thrown);
  return message === "fetch failed" && cause instanceof Error ? cause.message : messageOf(thrown);
}

async function bounded(response: Response): Promise<Bytes> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > BYTES_MAX) throw new Error(`it has more than ${BYTES_MAX} bytes`);
    parts.push(part);
  }
  return await new Blob(parts).bytes();
}
