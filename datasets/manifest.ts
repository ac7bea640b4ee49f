import type { DatasetFacts } from "./engine.ts";

/** Provenance of a dataset that the generator made; an imported one names its source. */
export const SYNTHETIC = "synthetic";

/** One dataset of `manifest.json` (`RULES.md` 1). */
export interface ManifestEntry extends DatasetFacts {
  readonly file: string;
  readonly sha256: string;
  /** The same columns as doubles (`server/datasets/column_file.ts`); imported data may have none. */
  readonly packed?: { readonly file: string; readonly sha256: string };
  readonly provenance: string;
  /** Of a synthetic dataset, as all that follow: the generator that made it. */
  readonly generatorVersion?: number;
  readonly seed?: number;
  /** Mean of U(Hold) - U(idle) over the reference paths of its market and timeframe. */
  readonly passiveGap?: number;
  /** The same over the first 64 of them. */
  readonly passiveGapHead?: number;
}

/** The content of `manifest.json`. */
export interface Manifest {
  readonly generatorVersion: number;
  readonly datasets: readonly ManifestEntry[];
}

/** Returns the manifest as it is written. */
export function printManifest(manifest: Manifest): string {
  return JSON.stringify(manifest, null, 2) + "\n";
}

/** Reads the manifest of a folder. */
export async function readManifest(folder: URL): Promise<Manifest> {
  return JSON.parse(await Deno.readTextFile(new URL("manifest.json", folder)));
}
