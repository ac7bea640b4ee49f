// This module is browser compatible.

import { canonicalJson, type JsonValue } from "../../base/canonical_json.ts";
import { sha256 } from "../../base/hash.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Head of an empty log. */
export const EMPTY_HEAD: Bytes = new Uint8Array(32);

/** Returns the leaf of a record. */
export async function leafOf(record: JsonValue): Promise<Bytes> {
  return await sha256(canonicalJson(record));
}

/** Returns the head of a log after one more leaf. */
export async function nextHead(head: Bytes, leaf: Bytes): Promise<Bytes> {
  return await sha256(joinBytes(head, leaf));
}

/** Returns the head of a log of leaves; of the entries of a season it is the root of its entries. */
export async function headOf(leaves: Iterable<Bytes>): Promise<Bytes> {
  let head = EMPTY_HEAD;
  for (const leaf of leaves) head = await nextHead(head, leaf);
  return head;
}

/** Returns texts and bytes as one run of bytes. */
export function joinBytes(...parts: readonly (string | Uint8Array)[]): Bytes {
  const encoder = new TextEncoder();
  const encoded = parts.map((part) => typeof part === "string" ? encoder.encode(part) : part);
  const joined = new Uint8Array(encoded.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of encoded) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
