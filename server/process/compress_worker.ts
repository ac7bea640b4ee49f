/// <reference lib="deno.worker" />

import { compressNow } from "./compress.ts";
import type { CompressJob, CompressResult } from "./compressor.ts";

self.onmessage = ({ data: job }: MessageEvent<CompressJob>): void => {
  const bytes = compressNow(job.bytes, job.coding, job.effort);
  const message: CompressResult = { id: job.id, bytes };
  self.postMessage(message, [bytes.buffer]);
};
