// This module is browser compatible.

import { sha256 } from "../base/hash.ts";

const ID_LENGTH = 12;
const SECRET_BYTES = 32;
const KEY_FORMAT = /^sa_([A-Za-z0-9]{12})_[A-Za-z0-9_-]{43}$/;
const ID_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** A new key. Its text exists on the server only here. */
export interface NewKey {
  readonly id: string;
  /** `sa_<12 id chars>_<43 secret chars>`; shown once and never stored. */
  readonly key: string;
  /** SHA-256 of the whole key. */
  readonly hash: Uint8Array;
}

/**
 * Makes a key from the system's random source; the secret has 256 bits.
 *
 * @param id the id of the key that it replaces; random for a new key
 */
export async function makeKey(id = randomId()): Promise<NewKey> {
  const secret = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  const key = `sa_${id}_${secret.toBase64({ alphabet: "base64url", omitPadding: true })}`;
  return { id, key, hash: await sha256(key) };
}

/** Returns the id that a well-formed key names, or null. The id is no secret. */
export function keyIdOf(key: string): string | null {
  return KEY_FORMAT.exec(key)?.[1] ?? null;
}

/** Returns a random id, uniform over 62 characters: bytes over 247 are drawn again. */
function randomId(): string {
  let id = "";
  while (id.length < ID_LENGTH) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < 4 * ID_ALPHABET.length) id += ID_ALPHABET[byte % ID_ALPHABET.length];
  }
  return id;
}
