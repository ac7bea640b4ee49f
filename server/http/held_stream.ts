// This module is browser compatible.

import type { Bytes } from "../engine/engine.ts";

/**
 * Returns a stream of pieces, read at the caller's pace, that gives its place back at its end: after
 * the last piece, after an error, or when the caller leaves.
 *
 * @param release may be called more than once
 */
export function heldStream(
  pieces: AsyncIterable<Bytes>,
  release: () => void,
): ReadableStream<Bytes> {
  const iterator = pieces[Symbol.asyncIterator]();
  return new ReadableStream<Bytes>({
    async pull(controller): Promise<void> {
      try {
        const { done, value } = await iterator.next();
        if (!done) return controller.enqueue(value);
      } catch (error) {
        release();
        throw error;
      }
      release();
      controller.close();
    },
    async cancel(): Promise<void> {
      release();
      await iterator.return?.();
    },
  }, { highWaterMark: 0 });
}
