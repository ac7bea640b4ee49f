/// <reference lib="deno.worker" />

/**
 * A worker whose engine answers a simulation with the bytes of its request. A request of "hang" makes
 * it spin in WebAssembly, like an engine in an endless loop.
 *
 * @module
 */

import { systemClock } from "../base/clock.ts";
import { serveRemote } from "../base/serve_remote.ts";
import type { Engine, SimulationAnswer } from "../engine/engine.ts";
import { JobService } from "../engine/job_service.ts";

/** `(module (func (export "spin") (loop (br 0))))` */
const SPIN = Uint8Array.fromHex(
  "0061736d0100000001040160000003020100070801047370696e00000a09010700" + "03400c000b0b",
);

const { spin } = new WebAssembly.Instance(new WebAssembly.Module(SPIN)).exports;

const engine: Pick<Engine, "simulate" | "memoryBytes"> = {
  memoryBytes: 0,
  simulate(request): SimulationAnswer {
    if (new TextDecoder().decode(request) === "hang" && typeof spin === "function") spin();
    return { bytes: new Uint8Array(request), trial: null };
  },
};

serveRemote(self, new JobService(() => engine as Engine, systemClock));
