import { packColumns } from "../datasets/column_file.ts";
import type { Dataset } from "../datasets/dataset.ts";
import type { Bytes } from "../engine/engine.ts";
import type { CatalogSource } from "../services/catalog.ts";
import { StartError } from "../base/errors.ts";
import { sha256Hex } from "../base/hash.ts";
import {
  fixedFile,
  hashedName,
  immutableFile,
  typeOf,
  type WebFile,
  type WebFiles,
} from "../services/web_files.ts";

/** The name of a part of the main program, which has a hash of its content. */
const PART_NAME = /-[A-Z0-9]{8}\.js$/;
const DIST = new URL("../web/dist/", import.meta.url);
const PACKAGE = new URL("../../pkg/", import.meta.url);
const ENGINE = "arena_engine_bg.wasm";
const PAGE = "index.html";
const SERVICE_WORKER = "service_worker.js";
const ICON = "icon.svg";
const ASSETS = "/assets/";

/**
 * Returns the files of the page: the built files, the engine's package and the datasets.
 *
 * @param source the markets, which only the page runs where the server does not
 * @throws {StartError} when the page was not built
 */
export async function openWebFiles(
  { markets, pageMarkets }: Pick<CatalogSource, "markets" | "pageMarkets">,
  datasets: readonly Dataset[],
): Promise<WebFiles> {
  const listed = {
    markets: [...markets(), ...pageMarkets()],
    datasets: await Promise.all(datasets.map(async (dataset) => ({
      header: { ...dataset.header, served: true },
      url: urlOf(dataset),
      columnsSha256: await sha256Hex(dataset.columns),
    }))),
    examples: pageMarkets().map(({ id }) => id),
  };
  const sources = new TextEncoder().encode(JSON.stringify(listed));
  return new Map<string, WebFile>([
    ...await openPage(),
    ...datasets.map((dataset) => [urlOf(dataset), datasetFile(dataset)] as const),
    // Its content changes under one path, so it is revalidated each time.
    [`${ASSETS}sources.json`, await fixedFile("sources.json", sources)],
  ]);
}

/** Opens the built files and the engine. The page gets the hashed names of the files that it loads. */
async function openPage(): Promise<readonly (readonly [string, WebFile])[]> {
  const names = (await Array.fromAsync(listDist())).map(({ name }) => name)
    .filter((name) => ![PAGE, SERVICE_WORKER].includes(name) && !name.endsWith(".sha256"));
  const places = [
    ...names.map((name) => [DIST, name] as const),
    [PACKAGE, ENGINE] as const,
  ];
  const [source, worker, icon, ...files] = await Promise.all([
    Deno.readTextFile(new URL(PAGE, DIST)),
    Deno.readFile(new URL(SERVICE_WORKER, DIST)),
    Deno.readFile(new URL(ICON, DIST)),
    ...places.map(([folder, name]) => openHashed(folder, name)),
  ]);
  const page = places.reduce(
    (text, [, name], index) => text.replaceAll(`"${ASSETS}${name}"`, `"${files[index]?.[0]}"`),
    source,
  );
  return [
    ["/", await fixedFile(PAGE, new TextEncoder().encode(page))],
    // A service worker handles requests within its folder, and a browser identifies it by its path.
    [`/${SERVICE_WORKER}`, await fixedFile(SERVICE_WORKER, worker)],
    // Asked for by browsers that show a file without a page, and by the pages of the reference.
    ["/favicon.ico", await fixedFile(ICON, icon)],
    ...files,
  ];
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
  const file = await immutableFile(name, bytes);
  // Parts of the main program import each other by the names of the bundler.
  if (PART_NAME.test(name)) return [ASSETS + name, { ...file, hasContext: false }];
  return [ASSETS + hashedName(name, await sha256Hex(bytes)), file];
}

/** The name of a dataset has the fingerprint of its CSV file, which determines the columns. */
function urlOf({ header: { marketKey, timeframe, sha256 } }: Dataset): string {
  return ASSETS + hashedName(`${marketKey}-${timeframe}.f64`, sha256);
}

/** The columns of a dataset, packed on the first request, so that the page need not parse CSV. */
function datasetFile({ header: { columns: names, sha256 }, columns: values }: Dataset): WebFile {
  let content: Promise<Bytes> | null = null;
  const pack = (): Bytes =>
    packColumns({ names, rowCount: values.length / names.length, values }, sha256);
  return {
    type: typeOf("f64"),
    etag: `W/"${sha256}"`,
    isImmutable: true,
    hasContext: false,
    read: () => content ??= Promise.resolve(pack()),
  };
}
