/// <reference lib="deno.worker" />

/**
 * Sends requests on a separate thread, so that their cost does not count as the server's time.
 *
 * @module
 */

import { type Asking, askUntil, Tally } from "./asking.ts";

/** The greedy clients; each asks over a connection of its own. */
export interface Greed {
  readonly port: number;
  readonly durationMs: number;
  readonly askings: readonly Asking[];
}

self.onmessage = async ({ data: { port, durationMs, askings } }: MessageEvent<Greed>) => {
  const endMs = performance.now() + durationMs;
  const tally = new Tally();
  await Promise.all(askings.map((asking) => askUntil(port, endMs, asking, tally)));
  self.postMessage(tally.statuses);
};
