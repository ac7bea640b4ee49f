/// <reference lib="deno.worker" />

import { transfer } from "../base/remote_messages.ts";
import { serveRemote } from "../base/serve_remote.ts";
import { compressNow } from "./compress.ts";
import type { CompressService } from "./compressor.ts";

const service: CompressService = {
  compress: (bytes, coding, effort) => {
    const compressed = compressNow(bytes, coding, effort);
    return transfer(compressed, [compressed.buffer]);
  },
};

serveRemote(self, service);
