/// <reference lib="deno.worker" />

import { compressNow } from "./compress.ts";
import type { Compressed, CompressJob } from "./compressor.ts";

self.onmessage = ({ data: job }: MessageEvent<CompressJob>): void => {
  const bytes = compressNow(job.bytes, job.coding);
  const message: Compressed = { id: job.id, bytes };
  self.postMessage(message, [bytes.buffer]);
};
