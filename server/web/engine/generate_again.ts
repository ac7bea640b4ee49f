// This module is browser compatible.

import { payloadOf } from "../../engine/answer.ts";
import type { DatasetHeader } from "../../datasets/dataset.ts";
import type { Engine } from "../../engine/engine.ts";
import { sha256Hex } from "../../base/hash.ts";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Generates the columns of a synthetic dataset from its seed, which is faster than loading them. The
 * generated file must have the fingerprint of the server's file: then every number is equal to the bit.
 * Returns null if the fingerprints differ, and for a dataset that is not synthetic.
 */
export async function generateAgain(
  engine: Pick<Engine, "generateDataset">,
  { marketKey, timeframe, provenance, columns, sha256 }: DatasetHeader,
): Promise<Float64Array<ArrayBuffer> | null> {
  // A page that another machine serves without TLS cannot compute fingerprints.
  if (provenance.kind !== "synthetic" || globalThis.crypto.subtle === undefined) return null;
  const order = JSON.stringify({ marketKey, timeframe, seed: provenance.seed });
  const payload = payloadOf(engine.generateDataset(encoder.encode(order)));
  if (payload === null) return null;
  const { csv }: { readonly csv: string } = JSON.parse(decoder.decode(payload));
  return await sha256Hex(csv) === sha256 ? columnsOf(csv, columns.length) : null;
}

/** Parses generated CSV: a header, and lines of an instant and numbers. */
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
