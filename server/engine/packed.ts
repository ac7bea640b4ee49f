// This module is browser compatible.

import type { Bytes } from "./engine.ts";

/**
 * Pieces of bytes in one buffer. Sending one buffer to another thread takes half as long as sending
 * eight.
 */
export interface Packed {
  readonly bytes: Bytes;
  /** Where each piece ends. */
  readonly ends: readonly number[];
}

/**
 * Joins pieces; a single one is not copied.
 *
 * @example
 * ```ts
 * import { assertEquals } from "@std/assert";
 *
 * const packed = pack([new Uint8Array([1, 2]), new Uint8Array(), new Uint8Array([3])]);
 * assertEquals(packed, { bytes: new Uint8Array([1, 2, 3]), ends: [2, 2, 3] });
 * assertEquals(unpack(packed).map(({ length }) => length), [2, 0, 1]);
 * ```
 */
export function pack(pieces: readonly Bytes[]): Packed {
  const [only] = pieces;
  if (only && pieces.length === 1) return { bytes: only, ends: [only.length] };
  let length = 0;
  const ends = pieces.map((piece) => length += piece.length);
  const bytes = new Uint8Array(length);
  pieces.forEach((piece, index) => bytes.set(piece, (ends[index] ?? 0) - piece.length));
  return { bytes, ends };
}

/** Returns the pieces, as views. */
export function unpack({ bytes, ends }: Packed): readonly Bytes[] {
  return ends.map((end, index) => bytes.subarray(ends[index - 1] ?? 0, end));
}
