// deno-lint-ignore-file no-external-import -- a program for Node
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { StartError } from "../../server/base/errors.ts";
import type { Manifest, MarketFile } from "./arena.ts";

/** A file of a market, or of a real maturity that is no market of its own. */
export interface ReadFile extends MarketFile {
  readonly served: boolean;
}

/** Beside this module in the package; in a checkout beside its folder. */
const OFFICIAL = ["datasets/", "../datasets/"].map((path) => new URL(path, import.meta.url));

/**
 * Reads the official datasets, the real maturities beside them, and folders that `datasets import`
 * writes.
 *
 * @throws {StartError} when a folder has no manifest, or a file is missing
 */
export async function readMarkets(folders: readonly string[]): Promise<readonly ReadFile[]> {
  const official = OFFICIAL.find((folder) => existsSync(new URL("manifest.json", folder)));
  const given = folders.map((folder) => pathToFileURL(`${folder}/`));
  const real = official && new URL("real/", official);
  const files: ReadFile[] = [];
  for (const folder of [official, ...given, real]) {
    if (folder === undefined) continue;
    const served = folder !== real;
    const manifest: Manifest = JSON.parse(await readText("manifest.json", folder));
    for (const { file } of manifest.datasets) {
      files.push({ manifest, file, csv: await readText(file, folder), served });
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
