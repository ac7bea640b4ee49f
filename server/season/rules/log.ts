// This module is browser compatible.

import { canonicalJson, type JsonValue } from "../../base/canonical_json.ts";
import { sha256 } from "../../base/hash.ts";
import { joinBytes } from "../../base/join_bytes.ts";

type Bytes = Uint8Array<ArrayBuffer>;

export const EMPTY_HEAD: Bytes = new Uint8Array(32);

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
