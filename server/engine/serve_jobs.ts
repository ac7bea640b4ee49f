// This module is browser compatible.

import { payloadOf } from "./answer.ts";
import { type Engine, EngineTrap, type SimulationAnswer } from "./engine.ts";
import type { FromWorker, Job, ToWorker, WorkerStart } from "./messages.ts";

/** What the inside of a worker is to this module. */
export interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker, transfer: Transferable[]): void;
}

/** A worker whose engine took more than this is replaced, for memory never shrinks. */
const MEMORY_BYTES_MAX = 256 * 1024 * 1024;

/**
 * Makes a worker serve jobs, one after the other.
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
      try {
        engine = start(message, load);
        scope.postMessage({ kind: "ready" }, []);
      } catch (error) {
        scope.postMessage({ kind: "answers", answers: [], end: String(error) }, []);
      }
      return;
    }
    if (engine === null) return;
    const reply = replyTo(engine, message.jobs);
    // What broke off may still answer, wrongly: it is not asked again.
    if (reply.end !== null) engine = null;
    // The bytes are moved, not copied.
    scope.postMessage(reply, reply.answers.map(({ bytes }) => bytes.buffer));
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

function replyTo(
  engine: Engine,
  jobs: readonly Job[],
): FromWorker & { kind: "answers" } {
  const answers: SimulationAnswer[] = [];
  try {
    for (const job of jobs) answers.push(run(engine, job));
  } catch (error) {
    const cause = error instanceof EngineTrap ? error.cause : error;
    return { kind: "answers", answers, end: String(cause) };
  }
  const isSpent = engine.memoryBytes > MEMORY_BYTES_MAX;
  return { kind: "answers", answers, end: isSpent ? "its memory has grown too large" : null };
}

function run(
  engine: Engine,
  job: Job,
): SimulationAnswer {
  if (job.kind === "simulate") return engine.simulate(job.request);
  return { bytes: engine.evaluate(job.request, job.payload), dailySharpe: null };
}
