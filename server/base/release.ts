// This module is browser compatible.

/**
 * Frees the buffers of arrays at once; the arrays are empty then. The collector lets each thread hold
 * some 50 MB of unused buffers before it frees them, and new memory is slower than that just freed.
 */
export function release(...arrays: readonly ArrayBufferView[]): void {
  for (const { buffer } of arrays) {
    if (buffer instanceof ArrayBuffer && buffer.byteLength > 0) buffer.transfer(0);
  }
}
