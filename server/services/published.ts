// This module is browser compatible.

import { sha256Hex } from "../base/hash.ts";

const ETAG_LENGTH = 32;

/** A response body that is constant while the process runs, and its validator. */
export interface Published {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Entity tag of the bytes. */
  readonly etag: string;
  /** Whether the bytes were made for one response, so that compressing them is not worth it. */
  readonly isForOnce?: boolean;
}

export function publish(value: unknown): Promise<Published> {
  return publishText(JSON.stringify(value));
}

export async function publishText(text: string): Promise<Published> {
  const bytes = new TextEncoder().encode(text);
  return { bytes, etag: `"${(await sha256Hex(bytes)).slice(0, ETAG_LENGTH)}"` };
}
