// This module is browser compatible.

import { sha256 } from "../../base/hash.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * The chain `quicknet` of drand, whose hash is
 * `52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971`: its scheme is
 * `bls-unchained-g1-rfc9380`, with signatures on G1 and the public key on G2.
 */
const PUBLIC_KEY =
  "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451" +
  "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a";
/** Time of the first round, and between two rounds, in milliseconds. */
const GENESIS_MS = 1_692_803_367_000;
const ROUND_MS = 3_000;

/** Time after the close of a season in which everybody can note the head of the log. */
export const NOTE_MS = 3_600_000;

/** Returns the first round from an instant on. */
export function firstRound(epochMs: number): number {
  return Math.ceil((epochMs - GENESIS_MS) / ROUND_MS) + 1;
}

/** Returns the instant at which a round is published. */
export function timeOfRound(round: number): number {
  return GENESIS_MS + (round - 1) * ROUND_MS;
}

/** Returns whether drand has signed a round; rejects when the library of signatures cannot be loaded. */
export async function isSignedRound(round: number, signature: Bytes): Promise<boolean> {
  // The library is loaded here alone: neither a server nor the page's first view needs it.
  const { bls12_381: { G2, shortSignatures } } = await import("@noble/curves/bls12-381.js");
  const message = new Uint8Array(8);
  new DataView(message.buffer).setBigUint64(0, BigInt(round));
  try {
    return shortSignatures.verify(
      signature,
      shortSignatures.hash(await sha256(message)),
      G2.Point.fromHex(PUBLIC_KEY),
    );
  } catch {
    // The bytes are no point of the curve.
    return false;
  }
}
