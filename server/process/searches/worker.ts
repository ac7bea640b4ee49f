/// <reference lib="deno.worker" />

import type { SearchCall } from "./calls.ts";
import { openHost } from "./host.ts";
import type { SearchStart } from "./search_thread.ts";

self.onmessage = ({ data: start }: MessageEvent<SearchStart>): void => {
  const take = openHost(start, (reply) => self.postMessage(reply));
  self.onmessage = ({ data: call }: MessageEvent<SearchCall>): void => void take(call);
};
