// This module is browser compatible.

import type { Clock } from "../base/clock.ts";
import type { TrialLedger } from "../contracts/trial.ts";
import type { Dataset } from "../datasets/dataset.ts";
import { payloadOf } from "./answer.ts";
import { awaitCounts, makeCountCell, NotCounted } from "./count_cell.ts";
import {
  type Bytes,
  type Engine,
  EngineTrap,
  type RunAnswer,
  type SimulationAnswer,
} from "./engine.ts";
import { IdleSlices } from "./idle_slices.ts";
import {
  type Batch,
  DONE,
  type FromWorker,
  SENT,
  type ToWorker,
  type WorkerStart,
} from "./messages.ts";
import { pack, unpack } from "./packed.ts";

/** The worker's global scope, as far as this module uses it. */
export interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker, transfer: Transferable[]): void;
}

/**
 * A worker whose engine has more than this is replaced, because its memory never shrinks. All datasets with
 * their scenarios and paths take 79 MiB when strategies have read every column, a request at most 64
 * (`tests/largest_payload_test.ts`).
 */
export const MEMORY_BYTES_MAX = 160 * 1024 * 1024;

/**
 * Makes a worker serve jobs, one after the other. While there is none it makes what the first
 * evaluations need, one dataset at a time.
 *
 * @param scope `self` of the worker
 * @param load makes the worker's engine
 */
export function serveJobs(
  scope: WorkerScope,
  load: (module: WebAssembly.Module) => Engine,
  clock: Pick<Clock, "after">,
): void {
  let engine: Engine | null = null;
  let progress: Int32Array = new Int32Array(2);
  let cell = makeCountCell();
  let received = 0;
  const advance = (): number => Atomics.add(progress, DONE, 1);
  const idle = new IdleSlices(clock, () => Atomics.load(progress, SENT) !== received);
  // A trapped instance still returns values, wrong ones: never call it again.
  const abandon = (): void => {
    engine = null;
    idle.set([]);
  };
  const prepare = (made: Engine, { header }: Dataset): void => {
    try {
      made.prepare(header.marketId, header.timeframe);
    } catch (error) {
      abandon();
      scope.postMessage(toReply([], reasonOf(error)), []);
    }
  };
  const ledger: TrialLedger = {
    count: (trial) => awaitCounts(cell, () => scope.postMessage({ kind: "count", trial }, [])),
  };
  scope.onmessage = ({ data: message }): void => {
    if (message.kind === "start") {
      try {
        ({ progress, cell } = message);
        const made = start(message, load);
        engine = made;
        advance();
        scope.postMessage({ kind: "ready" }, []);
        idle.set(message.datasets.map((dataset) => () => prepare(made, dataset)));
      } catch (error) {
        scope.postMessage(toReply([], String(error)), []);
      }
      return;
    }
    received++;
    if (engine === null) return;
    const reply = replyTo(toRuns(engine, message, ledger), engine, advance);
    if (reply.end !== null) abandon();
    // The buffer is transferred, not copied.
    scope.postMessage(reply, [reply.answers.bytes.buffer]);
    idle.restart();
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

function timed(run: Run): Timed {
  const startMs = performance.now();
  return { ...run(), engineMs: performance.now() - startMs };
}

type Reply = FromWorker & { readonly kind: "answers" };

function reasonOf(error: unknown): string {
  return String(error instanceof EngineTrap ? error.cause : error);
}

type Run = () => SimulationAnswer;

function replyTo(runs: readonly Run[], engine: Engine, advance: () => void): Reply {
  const answers: Timed[] = [];
  try {
    for (const run of runs) {
      answers.push(timed(run));
      advance();
    }
  } catch (error) {
    return toReply(answers, reasonOf(error));
  }
  const isSpent = engine.memoryBytes > MEMORY_BYTES_MAX;
  return toReply(answers, isSpent ? "its memory has grown too large" : null);
}

function toRuns(engine: Engine, batch: Batch, ledger: TrialLedger): readonly Run[] {
  if (batch.kind === "simulate") {
    return unpack(batch.requests).map((request) => () => engine.simulate(request));
  }
  if (batch.kind === "plan") {
    return [
      () => ({ bytes: new Uint8Array(engine.planColumns(batch.request).buffer), trial: null }),
    ];
  }
  const { request, payload } = batch;
  return [() => ({ bytes: evaluated(engine, request, payload, ledger), trial: null })];
}

/** Returns no bytes when it was not counted: the main thread has the reason. */
function evaluated(engine: Engine, request: Bytes, payload: Bytes, ledger: TrialLedger): Bytes {
  try {
    return engine.evaluate(request, payload, ledger);
  } catch (error) {
    if (error instanceof NotCounted) return new Uint8Array();
    throw error;
  }
}

function toReply(answers: readonly Timed[], end: string | null): Reply {
  return {
    kind: "answers",
    answers: pack(answers.map(({ bytes }) => bytes)),
    trials: answers.map(({ trial }) => trial),
    engineMs: answers.map(({ engineMs }) => engineMs),
    end,
  };
}
