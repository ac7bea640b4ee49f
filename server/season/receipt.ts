// This module is browser compatible.

import { canonicalJson, type JsonValue } from "../base/canonical_json.ts";
import { sha256Hex } from "../base/hash.ts";
import { joinBytes } from "./log.ts";

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

/** A signing key. */
export interface SigningKey extends PublicKey {
  readonly key: CryptoKey;
}

/** Signs the statements of a server. */
export interface Signer {
  /** Public URL of the server; empty if it has none. */
  readonly issuer: string;
  sign(statement: JsonValue): Promise<Receipt>;
}

const ALGORITHM = "Ed25519";
const EXTRACTABLE = true;
/** Hexadecimal digits of the id of a key. */
const ID_LENGTH = 16;
/** Unused bits of the last digit must be 0, so that bytes have one text. */
const STRICT = { lastChunkHandling: "strict" } as const;
/** The header of PKCS #8 before the 32 bytes of an Ed25519 seed (RFC 8410). */
const PKCS8_HEAD = Uint8Array.fromHex("302e020100300506032b657004220420");

/** Returns the signing key of a seed of 32 bytes. */
export async function signingKeyOf(seed: Bytes): Promise<SigningKey> {
  const pkcs8 = joinBytes(PKCS8_HEAD, seed);
  // Only an extractable key tells its public half.
  const readable = await crypto.subtle.importKey("pkcs8", pkcs8, ALGORITHM, EXTRACTABLE, ["sign"]);
  const { x = "" } = await crypto.subtle.exportKey("jwk", readable);
  const bytes = Uint8Array.fromBase64(x, { alphabet: "base64url" });
  const key = await crypto.subtle.importKey("pkcs8", pkcs8, ALGORITHM, !EXTRACTABLE, ["sign"]);
  return { keyId: await keyIdOf(bytes), publicKey: bytes.toBase64(), key };
}

/** Returns the id of a public key. */
export async function keyIdOf(publicKey: Bytes): Promise<string> {
  return (await sha256Hex(publicKey)).slice(0, ID_LENGTH);
}

/** Signs a statement. */
export async function sign(statement: JsonValue, { key, keyId }: SigningKey): Promise<Receipt> {
  const payload = canonicalJson(statement);
  const signature = await crypto.subtle.sign(ALGORITHM, key, new TextEncoder().encode(payload));
  return { payload, keyId, signature: new Uint8Array(signature).toBase64() };
}

/** Returns whether a public key, whose id the receipt names, has signed the receipt. */
export async function isSigned(
  { payload, keyId, signature }: Receipt,
  { publicKey }: PublicKey,
): Promise<boolean> {
  const bytes = Uint8Array.fromBase64(publicKey, STRICT);
  if (await keyIdOf(bytes) !== keyId) return false;
  const key = await crypto.subtle.importKey("raw", bytes, ALGORITHM, !EXTRACTABLE, ["verify"]);
  const signed = new TextEncoder().encode(payload);
  return await crypto.subtle.verify(
    ALGORITHM,
    key,
    Uint8Array.fromBase64(signature, STRICT),
    signed,
  );
}
