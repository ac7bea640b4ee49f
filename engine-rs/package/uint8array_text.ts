/**
 * The text forms of bytes that Node has from version 25 on (`Uint8Array.fromHex` and its three
 * companions), for older ones: strict, so that bytes have exactly one text.
 */

type Coding = "base64" | "base64url" | "hex";

const BLANKS = /[\t\n\f\r ]/g;

/** Returns Node's own coder, without an import that a browser or a bundler would follow. */
function coder(): typeof globalThis.Buffer {
  return globalThis.process.getBuiltinModule("node:buffer").Buffer;
}

/** Decodes a text that is spelled as its bytes are encoded: in lower-case digits, with padding. */
function decode(text: string, coding: Coding): Uint8Array<ArrayBuffer> {
  const bytes = coder().from(text, coding);
  // `Buffer` drops what it cannot read; base64 may have blanks.
  const given = coding === "hex" ? text : text.replaceAll(BLANKS, "");
  if (bytes.toString(coding) !== given) throw new SyntaxError(`this is not ${coding}: ${text}`);
  return new Uint8Array(bytes);
}

function encode(bytes: Uint8Array, coding: Coding): string {
  return coder().from(bytes.buffer, bytes.byteOffset, bytes.length).toString(coding);
}

Uint8Array.fromHex ??= (text): Uint8Array<ArrayBuffer> => decode(text, "hex");
Uint8Array.fromBase64 ??= (text, options): Uint8Array<ArrayBuffer> =>
  decode(text, options?.alphabet ?? "base64");
Uint8Array.prototype.toHex ??= function (this: Uint8Array): string {
  return encode(this, "hex");
};
Uint8Array.prototype.toBase64 ??= function (this: Uint8Array, options): string {
  return encode(this, options?.alphabet ?? "base64");
};
