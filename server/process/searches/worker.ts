/// <reference lib="deno.worker" />

import type { SearchCall } from "./calls.ts";
import { openHost } from "./host.ts";
import type { SearchStart } from "./search_thread.ts";

self.onmessage = ({ data: start }: MessageEvent<SearchStart>): void => {
  // What it rejects with ends the thread, and the main thread is told so.
  const opened = openHost(start, (reply) => self.postMessage(reply));
  self.onmessage = async ({ data: call }: MessageEvent<SearchCall>): Promise<void> =>
    (await opened)(call);
};
