// This module is browser compatible.

import { payloadOf } from "./answer.ts";
import { type Engine, EngineTrap, type RunAnswer, type SimulationAnswer } from "./engine.ts";
import type { Batch, FromWorker, ToWorker, WorkerStart } from "./messages.ts";
import { pack, unpack } from "./packed.ts";

/** The worker's global scope, as far as this module uses it. */
export interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker, transfer: Transferable[]): void;
}

/**
 * A worker whose engine has more than this is replaced, because its memory never shrinks. All datasets with
 * their scenarios take 17 MiB, a request at most 64 (`tests/largest_payload_test.ts`).
 */
export const MEMORY_BYTES_MAX = 96 * 1024 * 1024;

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
  let progress: Int32Array = new Int32Array(1);
  const advance = (): number => Atomics.add(progress, 0, 1);
  scope.onmessage = ({ data: message }): void => {
    if (message.kind === "start") {
      try {
        progress = message.progress;
        engine = start(message, load);
        advance();
        scope.postMessage({ kind: "ready" }, []);
      } catch (error) {
        scope.postMessage(toReply([], String(error)), []);
      }
      return;
    }
    if (engine === null) return;
    const reply = replyTo(engine, message, advance);
    // A trapped instance still returns values, wrong ones: never call it again.
    if (reply.end !== null) engine = null;
    // The buffer is transferred, not copied.
    scope.postMessage(reply, [reply.answers.bytes.buffer]);
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

type Timed = Omit<RunAnswer, "queueMs">;

function timed(run: () => SimulationAnswer): Timed {
  const startMs = performance.now();
  return { ...run(), engineMs: performance.now() - startMs };
}

type Reply = FromWorker & { readonly kind: "answers" };

function replyTo(engine: Engine, batch: Batch, advance: () => void): Reply {
  const answers: Timed[] = [];
  try {
    for (const run of toRuns(engine, batch)) {
      answers.push(timed(run));
      advance();
    }
  } catch (error) {
    return toReply(answers, String(error instanceof EngineTrap ? error.cause : error));
  }
  const isSpent = engine.memoryBytes > MEMORY_BYTES_MAX;
  return toReply(answers, isSpent ? "its memory has grown too large" : null);
}

function toRuns(engine: Engine, batch: Batch): readonly (() => SimulationAnswer)[] {
  if (batch.kind === "simulate") {
    return unpack(batch.requests).map((request) => () => engine.simulate(request));
  }
  const { request, payload } = batch;
  return [() => ({ bytes: engine.evaluate(request, payload), dailySharpe: null })];
}

function toReply(answers: readonly Timed[], end: string | null): Reply {
  return {
    kind: "answers",
    answers: pack(answers.map(({ bytes }) => bytes)),
    dailySharpes: answers.map(({ dailySharpe }) => dailySharpe),
    engineMs: answers.map(({ engineMs }) => engineMs),
    end,
  };
}
