// deno-lint-ignore no-external-import -- part of the runtime; WebCrypto is asynchronous and 20 times slower
import { createHash, timingSafeEqual } from "node:crypto";

/** Returns the SHA-256 of a text or of bytes. */
export function sha256(content: string | Uint8Array): Uint8Array {
  return createHash("sha256").update(content).digest();
}

/** Returns the SHA-256 in hexadecimal digits. */
export function sha256Hex(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/** Compares two hashes in constant time. */
export function equalHashes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}
