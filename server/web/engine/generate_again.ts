// This module is browser compatible.

import { payloadOf } from "../../engine/answer.ts";
import type { DatasetHeader } from "../../datasets/dataset.ts";
import type { Engine } from "../../engine/engine.ts";
import { sha256Hex } from "../../base/hash.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Returns the columns of a generated dataset as the engine's generator makes them again from the seed,
 * which is quicker than to load them. The file that it prints must have the fingerprint of the one that
 * the server has: then every number is the same to the bit. Null when it is another, and of a dataset
 * that was not generated.
 */
export async function generateAgain(
  engine: Pick<Engine, "generateDataset">,
  { marketKey, timeframe, provenance, columns, sha256 }: DatasetHeader,
): Promise<Float64Array<ArrayBuffer> | null> {
  // A page of another machine without TLS cannot take fingerprints.
  if (provenance.kind !== "synthetic" || globalThis.crypto.subtle === undefined) return null;
  const order = JSON.stringify({ marketKey, timeframe, seed: provenance.seed });
  const payload = payloadOf(engine.generateDataset(encoder.encode(order)));
  if (payload === null) return null;
  const { csv }: { readonly csv: string } = JSON.parse(decoder.decode(payload));
  return await sha256Hex(csv) === sha256 ? columnsOf(csv, columns.length) : null;
}

/** Reads lines of numbers behind an instant and a head, which have been checked. */
function columnsOf(csv: string, width: number): Float64Array<ArrayBuffer> {
  const [, ...lines] = csv.trimEnd().split("\n");
  const columns = new Float64Array(width * lines.length);
  lines.forEach((line, row) => {
    line.split(",").forEach((field, column) => {
      columns[column * lines.length + row] = column === 0 ? Date.parse(field) : Number(field);
    });
  });
  return columns;
}
