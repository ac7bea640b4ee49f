// This module is browser compatible.

import { payloadOf } from "./answer.ts";
import { type Engine, EngineTrap, type SimulationAnswer } from "./engine.ts";
import type { FromWorker, Job, ToWorker, WorkerStart } from "./messages.ts";

/** What the inside of a worker is to this module. */
export interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker, transfer: Transferable[]): void;
}

/** A worker whose engine took more than this is replaced after its job; datasets need under 16 MB. */
const MEMORY_BYTES_MAX = 256 * 1024 * 1024;

/**
 * Makes a worker serve jobs, one at a time.
 *
 * @param scope `self` of the worker
 * @param load makes the worker's engine
 */
export function serveJobs(
  scope: WorkerScope,
  load: (module: WebAssembly.Module) => Engine,
): void {
  let engine: Engine | null = null;
  scope.onmessage = ({ data: message }): void => {
    if (message.kind === "start") {
      engine = start(message, load);
      scope.postMessage({ kind: "ready" }, []);
    } else if (engine) {
      const reply = replyTo(engine, message);
      // The bytes are moved, not copied.
      scope.postMessage(reply, reply.kind === "answer" ? [reply.answer.bytes.buffer] : []);
    }
  };
}

function start(
  { module, datasets }: WorkerStart,
  load: (module: WebAssembly.Module) => Engine,
): Engine {
  const engine = load(module);
  for (const dataset of datasets) {
    const answer = engine.addDataset(dataset);
    if (payloadOf(answer) === null) throw new Error(new TextDecoder().decode(answer));
  }
  return engine;
}

function replyTo(engine: Engine, job: Job): FromWorker {
  try {
    const answer = run(engine, job);
    return { kind: "answer", answer, isSpent: engine.memoryBytes > MEMORY_BYTES_MAX };
  } catch (error) {
    const cause = error instanceof EngineTrap ? error.cause : error;
    return { kind: "trap", reason: String(cause) };
  }
}

function run(engine: Engine, job: Job): SimulationAnswer {
  if (job.kind === "simulate") return engine.simulate(job.request);
  return { bytes: engine.evaluate(job.request, job.payload), dailySharpe: null };
}
