// deno-lint-ignore no-external-import -- part of the runtime
import { readFile as readBytes, stat } from "node:fs/promises";
import { messageOf, StartError } from "../../../base/errors.ts";
import type { ArenaFiles } from "../../verify/ports.ts";
import type { Bytes, Download } from "./download.ts";

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
export async function findSubject(given: string, download: Download): Promise<Found> {
  const isUrl = /^https?:\/\//.test(given);
  const place = isUrl ? await findUrl(given, download) : await findFile(given);
  if (place !== null) return place;
  throw new StartError(`Cannot verify ${given}: there is no such file`);
}

/** Returns the public folder of an arena by its address. */
export function filesAt(root: string, download: Download): ArenaFiles {
  return { place: root, read: (path) => download(`${root}${path}`) };
}

/** Returns files of a folder, and those that it lacks from another. */
export function orFrom(files: ArenaFiles, other: ArenaFiles): ArenaFiles {
  return {
    place: `${files.place} or ${other.place}`,
    read: async (path) => await files.read(path) ?? await other.read(path),
  };
}

async function findUrl(url: string, download: Download): Promise<Found | null> {
  const address = url.endsWith("/") ? url + SEASON : url;
  const bytes = await download(address);
  if (bytes === null) return null;
  const root = /^(.*\/arena\/)/.exec(address)?.[1] ?? new URL("..", address).href;
  return { bytes, files: filesAt(root, download) };
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
