const encoder = new TextEncoder();

/** Returns a request as the engine takes it. */
export function encoded(request: unknown): Uint8Array<ArrayBuffer> {
  return encoder.encode(JSON.stringify(request));
}
