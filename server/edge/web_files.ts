import type { Market } from "../contracts/catalog.ts";
import { readDatasetFile } from "../datasets/loader.ts";
import { type ManifestEntry, parseManifest } from "../datasets/manifest.ts";
import type { Bytes } from "../engine/engine.ts";
import { StartError } from "../errors/start_error.ts";
import { sha256Hex } from "../hash.ts";
import {
  fixedFile,
  hashedName,
  immutableFile,
  typeOf,
  type WebFile,
  type WebFiles,
} from "../services/web_files.ts";

const DIST = new URL("../web/dist/", import.meta.url);
const PACKAGE = new URL("../../pkg/", import.meta.url);
const PAGE = "index.html";
const ASSETS = "/assets/";

/**
 * Returns the files of the page: what was built, the engine's package and the official datasets.
 *
 * @param folder where the datasets are; null: the official ones
 * @param markets what the engine found in them
 * @throws {StartError} when the page was not built
 */
export async function openWebFiles(
  folder: string | null,
  markets: readonly Market[],
): Promise<WebFiles> {
  const [built, glue, wasm, manifest] = await Promise.all([
    openDist(),
    openHashed("arena_engine.js"),
    openHashed("arena_engine_bg.wasm"),
    readDatasetFile(folder, "manifest.json"),
  ]);
  const datasets = parseManifest(new TextDecoder().decode(manifest)).map((entry) => {
    return { ...entry, url: ASSETS + hashedName(entry.file, entry.sha256) };
  });
  const engine = { glue: glue[0], wasm: wasm[0] };
  const sources = new TextEncoder().encode(JSON.stringify({ engine, markets, datasets }));
  return new Map<string, WebFile>([
    ...built,
    glue,
    wasm,
    ...datasets.map((entry) => [entry.url, datasetFile(folder, entry)] as const),
    // Its content changes under one path: it is asked for each time.
    [`${ASSETS}sources.json`, await fixedFile("sources.json", sources)],
  ]);
}

async function openDist(): Promise<readonly (readonly [string, WebFile])[]> {
  const names = (await Array.fromAsync(listDist())).map(({ name }) => name)
    .filter((name) => !name.endsWith(".sha256"));
  return await Promise.all(names.map(async (name) => {
    const bytes = await Deno.readFile(new URL(name, DIST));
    if (name === PAGE) return ["/", await fixedFile(name, bytes)] as const;
    return [ASSETS + name, await immutableFile(name, bytes)] as const;
  }));
}

async function* listDist(): AsyncIterable<Deno.DirEntry> {
  try {
    yield* Deno.readDir(DIST);
  } catch (cause) {
    const detail = "Cannot serve the page: it was not built, run deno task build:web";
    throw new StartError(detail, { cause });
  }
}

async function openHashed(name: string): Promise<readonly [string, WebFile]> {
  const bytes = await Deno.readFile(new URL(name, PACKAGE));
  return [ASSETS + hashedName(name, await sha256Hex(bytes)), await immutableFile(name, bytes)];
}

/** A dataset was verified at the start; its file is read when a page first asks for it. */
function datasetFile(folder: string | null, { file, sha256 }: ManifestEntry): WebFile {
  let content: Promise<Bytes> | null = null;
  return {
    type: typeOf(file),
    etag: `W/"${sha256}"`,
    isImmutable: true,
    read: () => content ??= readDatasetFile(folder, file),
  };
}
