// deno-lint-ignore-file no-external-import -- a program for Node
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { StartError } from "../../server/base/errors.ts";
import type { Manifest, MarketFile } from "./arena.ts";

/** Beside this module in the package; in a checkout beside its folder. */
const OFFICIAL = ["datasets/", "../datasets/"].map((path) => new URL(path, import.meta.url));

/**
 * Reads the official datasets, and those of folders that `datasets:import` writes.
 *
 * @throws {StartError} when a folder has no manifest, or a file is missing
 */
export async function readMarkets(folders: readonly string[]): Promise<readonly MarketFile[]> {
  const official = OFFICIAL.find((folder) => existsSync(new URL("manifest.json", folder)));
  const given = folders.map((folder) => pathToFileURL(`${folder}/`));
  const files: MarketFile[] = [];
  for (const folder of official === undefined ? given : [official, ...given]) {
    const manifest: Manifest = JSON.parse(await readText("manifest.json", folder));
    for (const { file } of manifest.datasets) {
      files.push({ manifest, file, csv: await readText(file, folder) });
    }
  }
  return files;
}

async function readText(file: string, folder: URL): Promise<string> {
  try {
    return await readFile(new URL(file, folder), "utf8");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`Cannot read the datasets: ${reason}`, { cause });
  }
}
