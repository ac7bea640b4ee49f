import type { Dataset } from "../datasets/dataset.ts";
import { loadEngine } from "../engine/load.ts";
import { readCatalogSource } from "./catalog_source.ts";
import { openWebFiles } from "./web_files.ts";

/** The files that name others by their paths. */
const LISTS: ReadonlySet<string> = new Set(["/", "/assets/sources.json"]);
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The parts that the written page embeds. */
export interface PageParts {
  readonly module: WebAssembly.Module;
  readonly datasets: readonly Dataset[];
}

/**
 * Writes the page with its engine and data, for any folder of a static host: its files name each
 * other relative to the page.
 *
 * @returns the number of files
 */
export async function writePage(
  { module, datasets }: PageParts,
  into: string,
): Promise<number> {
  const files = await openWebFiles(readCatalogSource(loadEngine(module), datasets), datasets);
  await Deno.mkdir(`${into}/assets`, { recursive: true });
  for (const [path, file] of files) {
    const bytes = await file.read();
    const isText = LISTS.has(path);
    await Deno.writeFile(
      into + (path === "/" ? "/index.html" : path),
      isText ? encoder.encode(decoder.decode(bytes).replaceAll('"/assets/', '"assets/')) : bytes,
    );
  }
  return files.size;
}
