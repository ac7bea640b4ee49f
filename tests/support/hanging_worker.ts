/// <reference lib="deno.worker" />

/**
 * A worker whose engine answers a simulation with its own bytes, and one that says "hang" never: it
 * spins in WebAssembly, as an engine with a loop too long does.
 *
 * @module
 */

import type { Engine, SimulationAnswer } from "../../server/engine/engine.ts";
import { serveJobs } from "../../server/engine/serve_jobs.ts";

/** `(module (func (export "spin") (loop (br 0))))` */
const SPIN = new Uint8Array([
  ...[0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00, 0x01, 0x04, 0x01, 0x60, 0x00, 0x00, 0x03],
  ...[0x02, 0x01, 0x00, 0x07, 0x08, 0x01, 0x04, 0x73, 0x70, 0x69, 0x6e, 0x00, 0x00, 0x0a, 0x09],
  ...[0x01, 0x07, 0x00, 0x03, 0x40, 0x0c, 0x00, 0x0b, 0x0b],
]);

const { spin } = new WebAssembly.Instance(new WebAssembly.Module(SPIN)).exports;

const engine: Pick<Engine, "simulate" | "memoryBytes"> = {
  memoryBytes: 0,
  simulate(request): SimulationAnswer {
    if (new TextDecoder().decode(request) === "hang" && typeof spin === "function") spin();
    return { bytes: new Uint8Array(request), dailySharpe: null };
  },
};

serveJobs(self, () => engine as Engine);
