/// <reference lib="deno.worker" />

/**
 * Polls `/healthz` on a separate thread, so that the load of the test does not count as latency of the
 * server. A port starts the probe; "take" returns its measurements. After the announcement of a kill
 * the probe reconnects; otherwise an unreachable server is a fault.
 *
 * @module
 */

import { Connection, toWire } from "./connection.ts";

const REQUEST = toWire("/healthz");
const EVERY_MS = 4;
let measured: number[] = [];

type Message = number | "take" | { readonly port: number; readonly isKilled: boolean };

self.onmessage = ({ data: message }: MessageEvent<Message>): void => {
  if (message === "take") {
    self.postMessage(measured);
    measured = [];
  } else if (typeof message === "number") probe(message);
  else if (message.isKilled) probeAgain(message.port);
  else probe(message.port);
};

async function probeAgain(port: number): Promise<never> {
  for (;;) {
    await probe(port).catch((error: Error) => {
      if (error.message.startsWith("Cannot probe")) throw error;
    });
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}

async function probe(port: number): Promise<never> {
  const connection = new Connection(port);
  for (;;) {
    const { status, tookMs } = await connection.ask(REQUEST);
    if (status !== 200) throw new Error(`Cannot probe: /healthz answers ${status}`);
    measured.push(tookMs);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}
