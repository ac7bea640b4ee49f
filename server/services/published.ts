// This module is browser compatible.

import { sha256Hex } from "../hash.ts";

const ETAG_LENGTH = 32;

/** What never changes while the process runs: finished bytes and their validator. */
export interface Published {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /**
   * Weak: two answers with it say the same, but each has its own requestId. Its value is of the
   * bytes alone.
   */
  readonly etag: string;
}

/** Returns a value as published JSON. */
export async function publish(value: unknown): Promise<Published> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return { bytes, etag: `W/"${(await sha256Hex(bytes)).slice(0, ETAG_LENGTH)}"` };
}
