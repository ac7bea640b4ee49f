import type { Market } from "../contracts/catalog.ts";
import { readDatasetFile } from "../datasets/loader.ts";
import type { ManifestEntry } from "../contracts/types.ts";
import { parseManifest } from "../datasets/manifest.ts";
import type { Bytes } from "../engine/engine.ts";
import { StartError } from "../errors.ts";
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
 * @param folder of the datasets; null: the official ones
 * @param marketsOfDatasets the markets of the datasets, for the page
 * @throws {StartError} when the page was not built
 */
export async function openWebFiles(
  folder: string | null,
  marketsOfDatasets: Promise<readonly Market[]>,
): Promise<WebFiles> {
  const [built, glue, wasm, manifest, markets] = await Promise.all([
    openBuiltFiles(),
    openHashed(PACKAGE, "arena_engine.js"),
    openHashed(PACKAGE, "arena_engine_bg.wasm"),
    readDatasetFile(folder, "manifest.json"),
    marketsOfDatasets,
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
    // Its content changes under one path, so it is revalidated each time.
    [`${ASSETS}sources.json`, await fixedFile("sources.json", sources)],
  ]);
}

/** Opens the built files. The page gets the hashed names of the files that it loads. */
async function openBuiltFiles(): Promise<readonly (readonly [string, WebFile])[]> {
  const names = (await Array.fromAsync(listDist())).map(({ name }) => name)
    .filter((name) => name !== PAGE && !name.endsWith(".sha256"));
  const [source, ...files] = await Promise.all([
    Deno.readTextFile(new URL(PAGE, DIST)),
    ...names.map((name) => openHashed(DIST, name)),
  ]);
  const page = names.reduce(
    (text, name, index) => text.replaceAll(`"${ASSETS}${name}"`, `"${files[index]?.[0]}"`),
    source,
  );
  return [["/", await fixedFile(PAGE, new TextEncoder().encode(page))], ...files];
}

async function* listDist(): AsyncIterable<Deno.DirEntry> {
  try {
    yield* Deno.readDir(DIST);
  } catch (cause) {
    const detail = "Cannot serve the page: it was not built, run deno task build:web";
    throw new StartError(detail, { cause });
  }
}

async function openHashed(folder: URL, name: string): Promise<readonly [string, WebFile]> {
  const bytes = await Deno.readFile(new URL(name, folder));
  return [ASSETS + hashedName(name, await sha256Hex(bytes)), await immutableFile(name, bytes)];
}

/** The dataset was verified at the start; its file is read on the first request. */
function datasetFile(folder: string | null, { file, sha256 }: ManifestEntry): WebFile {
  let content: Promise<Bytes> | null = null;
  return {
    type: typeOf(file),
    etag: `W/"${sha256}"`,
    isImmutable: true,
    read: () => content ??= readDatasetFile(folder, file),
  };
}
