// This module is browser compatible.

import { ByteWriter } from "hyparquet-writer";
import { release } from "../base/release.ts";

/** Values of a group of packed places. */
const GROUP = 8;

/** A page that may be used again. */
interface KnownPage {
  /** The places in the dictionary of the distinct rows, and the rows that equal them. */
  readonly places: Uint32Array<ArrayBuffer>;
  readonly rows: Uint32Array;
  readonly page: Uint8Array;
}

/**
 * Encodes the places of the columns of a row group. Several figures usually tell the same results apart,
 * and then have the same page, which is encoded once.
 */
export class PlacePages implements Disposable {
  readonly #known: KnownPage[] = [];
  readonly #pages: Uint8Array[] = [];

  /**
   * Returns the page of places in a dictionary.
   *
   * @param rows for each row the index of its place; by default each row has its own
   */
  pageOf(places: Uint32Array, entries: number, rows?: Uint32Array): Uint8Array {
    if (rows === undefined) return this.#encoded(places, entries);
    const known = this.#known.find((one) => one.rows === rows && isEqual(one.places, places));
    if (known !== undefined) return known.page;
    const expanded = new Uint32Array(rows.length);
    for (let row = 0; row < rows.length; row++) expanded[row] = places[rows[row] ?? 0] ?? 0;
    const page = this.#encoded(expanded, entries);
    release(expanded);
    this.#known.push({ places: places.slice(), rows, page });
    return page;
  }

  /** Releases the pages. */
  [Symbol.dispose](): void {
    release(...this.#pages, ...this.#known.map(({ places }) => places));
  }

  #encoded(places: Uint32Array, entries: number): Uint8Array {
    const page = placesPage(places, bitsOf(entries));
    this.#pages.push(page);
    return page;
  }
}

/** Returns the bits of a place in a dictionary. */
export function bitsOf(entries: number): number {
  return Math.ceil(Math.log2(entries));
}

function isEqual(one: Uint32Array, other: Uint32Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at++) if (one[at] !== other[at]) return false;
  return true;
}

/** Returns the page of places: runs of at least 8 equal ones, and packed groups of 8 between them. */
function placesPage(places: Uint32Array, bits: number): Uint8Array {
  const page = new ByteWriter(1 + Math.ceil(places.length / GROUP) * (bits + 2));
  page.appendUint8(bits);
  let packed = 0;
  for (let at = 0; at < places.length;) {
    const run = runAt(places, at);
    if (run < GROUP) {
      at += GROUP;
      continue;
    }
    if (packed < at) appendPacked(page, places.subarray(packed, at), bits);
    page.appendVarInt(run << 1);
    for (let bit = 0; bit < bits; bit += 8) page.appendUint8((places[at] ?? 0) >> bit & 0xff);
    packed = at += run;
  }
  if (packed < places.length) appendPacked(page, places.subarray(packed), bits);
  return page.getBytes();
}

/** Returns the number of equal places from one on. */
function runAt(places: Uint32Array, from: number): number {
  const place = places[from];
  let end = from + 1;
  while (end < places.length && places[end] === place) end++;
  return end - from;
}

/** Appends places with so many bits each; missing ones of the last group of 8 are 0. */
function appendPacked(page: ByteWriter, places: Uint32Array, bits: number): void {
  const groups = Math.ceil(places.length / GROUP);
  page.appendVarInt(groups << 1 | 1);
  const bytes = new Uint8Array(groups * bits);
  let [at, word, filled] = [0, 0, 0];
  for (let row = 0; row < places.length; row++) {
    word |= (places[row] ?? 0) << filled;
    filled += bits;
    for (; filled >= 8; filled -= 8) {
      bytes[at++] = word;
      word >>>= 8;
    }
  }
  if (filled > 0) bytes[at] = word;
  page.appendBytes(bytes);
  release(bytes);
}
