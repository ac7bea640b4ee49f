// deno-lint-ignore no-external-import -- part of the runtime
import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";
import { canonicalJson } from "../base/canonical_json.ts";
import { joinBytes } from "../base/join_bytes.ts";
import { KEY_ID_LENGTH, type SigningKey } from "../season/rules/receipt.ts";

/** The header of PKCS #8 before the 32 bytes of an Ed25519 seed (RFC 8410). */
const PKCS8_HEAD = Uint8Array.fromHex("302e020100300506032b657004220420");
/** Bytes of a public key, the last ones of its SPKI document. */
const PUBLIC_BYTES = 32;

const encoder = new TextEncoder();

/**
 * Returns the signing key of a seed of 32 bytes. It signs on the calling thread: WebCrypto hands each
 * signature to another thread, which on a busy machine takes longer than the signature.
 */
export function signingKeyOf(seed: Uint8Array): SigningKey {
  const pkcs8 = joinBytes(PKCS8_HEAD, seed).toBase64();
  const key = createPrivateKey(`-----BEGIN PRIVATE KEY-----\n${pkcs8}\n-----END PRIVATE KEY-----`);
  const spki = createPublicKey(key).export({ format: "der", type: "spki" });
  const publicKey = new Uint8Array(spki.subarray(-PUBLIC_BYTES));
  const keyId = hashNow(publicKey).slice(0, KEY_ID_LENGTH);
  return {
    keyId,
    publicKey: publicKey.toBase64(),
    sign: (statement) => {
      const payload = canonicalJson(statement);
      const signature = new Uint8Array(sign(null, encoder.encode(payload), key));
      return { payload, keyId, signature: signature.toBase64() };
    },
  };
}

/** Returns the SHA-256 of bytes or of the UTF-8 of a text, in hexadecimal digits, on this thread. */
export function hashNow(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}
