// This module is browser compatible.

const encoder = new TextEncoder();

/** Returns the SHA-256 of bytes, or of the UTF-8 of a text. */
export async function sha256(content: string | BufferSource): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = typeof content === "string" ? encoder.encode(content) : content;
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

/** Returns the SHA-256 in hexadecimal digits. */
export async function sha256Hex(content: string | BufferSource): Promise<string> {
  return (await sha256(content)).toHex();
}
