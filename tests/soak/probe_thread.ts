/// <reference lib="deno.worker" />

/**
 * Repeats a request on a separate thread, so that the load of the test does not count as latency of the
 * server. The first message says what is asked; "take" returns the answers since the last one. Where
 * the server is killed the probe reconnects; otherwise an unreachable server is a fault.
 *
 * @module
 */

import { Connection } from "./connection.ts";
import type { ProbeRequest, Timed } from "./probe.ts";

let measured: Timed[] = [];

self.onmessage = async ({ data: message }: MessageEvent<ProbeRequest | "take">): Promise<void> => {
  if (message !== "take") return await probe(message);
  self.postMessage(measured);
  measured = [];
};

async function probe({ port, wire, pauseMs, isKilled }: ProbeRequest): Promise<never> {
  const connection = new Connection(port);
  for (;;) {
    const answer = await connection.ask(wire).catch((error: Error) => {
      if (!isKilled) throw error;
      return null;
    });
    if (answer !== null && answer.status !== 200) {
      throw new Error(`Cannot probe: the status is ${answer.status}`);
    }
    if (answer !== null) measured.push({ atMs: Date.now(), tookMs: answer.tookMs });
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
