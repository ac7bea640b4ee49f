// This module is browser compatible.

import type { JsonValue } from "../../base/canonical_json.ts";
import { sha256Hex } from "../../base/hash.ts";
import { SIGNATURE_TEXT } from "../../contracts/signature_text.ts";

type Bytes = Uint8Array<ArrayBuffer>;

/** A signed statement of an arena. The bytes of the payload are signed as they stand. */
export interface Receipt {
  /** Canonical JSON. */
  readonly payload: string;
  readonly keyId: string;
  /** Ed25519 over the UTF-8 of the payload, base64. */
  readonly signature: string;
}

/** The public half of a signing key. */
export interface PublicKey {
  readonly keyId: string;
  /** 32 bytes, base64. */
  readonly publicKey: string;
}

export interface SigningKey extends PublicKey {
  /** Signs the canonical JSON of a statement. */
  sign(statement: JsonValue): Receipt;
}

/** Signs the statements of a server. */
export interface Signer {
  /** Public URL of the server; empty if it has none. */
  readonly issuer: string;
  sign(statement: JsonValue): Promise<Receipt>;
  /** Returns the SHA-256 of a text, in hexadecimal digits, without waiting for another thread. */
  hash(text: string): string;
}

const ALGORITHM = "Ed25519";
const EXTRACTABLE = false;
/** Hexadecimal digits of the id of a key. */
export const KEY_ID_LENGTH = 16;
/** Unused bits of the last digit must be 0, so that bytes have one text. */
const STRICT = { lastChunkHandling: "strict" } as const;
export async function keyIdOf(publicKey: Bytes): Promise<string> {
  return (await sha256Hex(publicKey)).slice(0, KEY_ID_LENGTH);
}

/** Returns whether a public key, whose id the receipt names, has signed the receipt. */
export async function isSigned(
  { payload, keyId, signature }: Receipt,
  { publicKey }: PublicKey,
): Promise<boolean> {
  if (!SIGNATURE_TEXT.test(signature)) return false;
  const bytes = Uint8Array.fromBase64(publicKey, STRICT);
  if (await keyIdOf(bytes) !== keyId) return false;
  const key = await crypto.subtle.importKey("raw", bytes, ALGORITHM, EXTRACTABLE, ["verify"]);
  const signed = new TextEncoder().encode(payload);
  return await crypto.subtle.verify(
    ALGORITHM,
    key,
    Uint8Array.fromBase64(signature, STRICT),
    signed,
  );
}
