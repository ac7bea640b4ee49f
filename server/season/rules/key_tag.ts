// This module is browser compatible.

import { sha256Hex } from "../../base/hash.ts";
import type { Signer } from "./receipt.ts";

/** Hexadecimal digits of a tag. */
const LENGTH = 16;

/**
 * Returns the tag that marks the entries of one key in one season: entries of one key are seen as such,
 * and only whoever knows the id of the key can follow it across seasons.
 *
 * @param seasonId empty for evaluations
 * @param keyId the public id of the key, which stays when the key is rotated
 */
export async function keyTagOf(seasonId: string, keyId: string): Promise<string> {
  return tagOf(await sha256Hex(textOf(seasonId, keyId)));
}

/** Returns the tag of a key in evaluations at once. */
export function evaluationTagOf(keyId: string, { hash }: Pick<Signer, "hash">): string {
  return tagOf(hash(textOf("", keyId)));
}

function textOf(seasonId: string, keyId: string): string {
  return `arena-key-1\n${seasonId}\n${keyId}`;
}

function tagOf(digest: string): string {
  return digest.slice(0, LENGTH);
}
