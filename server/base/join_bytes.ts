// This module is browser compatible.

/** Returns texts and bytes as one run of bytes. */
export function joinBytes(...parts: readonly (string | Uint8Array)[]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const encoded = parts.map((part) => typeof part === "string" ? encoder.encode(part) : part);
  const joined = new Uint8Array(encoded.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of encoded) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
