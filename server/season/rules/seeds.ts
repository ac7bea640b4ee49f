// This module is browser compatible.

import { sha256, sha256Hex } from "../../base/hash.ts";
import { joinBytes } from "../../base/join_bytes.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** Everything that decides the paths of a season. */
export interface SeasonSources {
  /** 32 bytes whose fingerprint was published before the season. */
  readonly secret: Bytes;
  /** Head of the log of its entries. */
  readonly entriesRoot: Bytes;
  /** Value of a public source of randomness; null without one. */
  readonly beacon: Bytes | null;
}

/** Returns the fingerprint of a secret, published when a season is created. */
export async function secretHashOf(secret: Bytes): Promise<string> {
  return await sha256Hex(joinBytes("arena-season-secret-1\n", secret));
}

export async function seasonSeedOf(
  { secret, entriesRoot, beacon }: SeasonSources,
): Promise<Bytes> {
  const parts = beacon === null ? [secret, entriesRoot] : [secret, entriesRoot, beacon];
  return await sha256(joinBytes("arena-season-1\n", ...parts));
}

/** Returns the seeds of paths 1 to `count` of a season, the same on all its boards. */
export async function pathSeedsOf(seasonSeed: Bytes, count: number): Promise<BigUint64Array> {
  const seeds = new BigUint64Array(count);
  for (let path = 1; path <= count; path++) {
    const number = new Uint8Array(4);
    new DataView(number.buffer).setUint32(0, path);
    const hash = await sha256(joinBytes("arena-season-path-1\n", seasonSeed, number));
    seeds[path - 1] = new DataView(hash.buffer).getBigUint64(0);
  }
  return seeds;
}
