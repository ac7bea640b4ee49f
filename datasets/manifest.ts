import type { DatasetEntry, Manifest } from "../server/contracts/types.ts";
import { entriesOf } from "../server/datasets/entries.ts";
import { parseManifest } from "../server/datasets/manifest.ts";

const MANIFEST = "manifest.json";

/** A generated dataset with the facts of its market. */
export type SyntheticEntry = DatasetEntry & {
  readonly provenance: Extract<DatasetEntry["provenance"], { readonly kind: "synthetic" }>;
};

/** Returns the manifest as text. */
export function printManifest(manifest: Manifest): string {
  return JSON.stringify(manifest, null, 2) + "\n";
}

/** Returns the datasets of a folder, each with the facts of its market. */
export async function readEntries(folder: URL): Promise<readonly DatasetEntry[]> {
  const text = await Deno.readTextFile(new URL(MANIFEST, folder));
  return entriesOf(parseManifest(MANIFEST, text));
}

/** Returns the generated datasets. */
export function syntheticOf(entries: readonly DatasetEntry[]): readonly SyntheticEntry[] {
  return entries.filter((entry): entry is SyntheticEntry => entry.provenance.kind === "synthetic");
}
