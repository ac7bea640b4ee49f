// This module is browser compatible.

import type { Clock } from "../base/clock.ts";
import { transfer } from "../base/remote_messages.ts";
import type { Trial, TrialLedger } from "../contracts/trial.ts";
import type { Dataset } from "../datasets/dataset.ts";
import { payloadOf } from "./answer.ts";
import { runRequest } from "./columns.ts";
import { awaitCounts, type CountCell, NotCounted } from "./count_cell.ts";
import { type Bytes, type Engine, EngineTrap, type SimulationAnswer } from "./engine.ts";
import { pack, type Packed, unpack } from "./packed.ts";

/** Everything that a worker needs before its first job. */
export interface WorkerStart {
  readonly module: WebAssembly.Module;
  readonly datasets: readonly Dataset[];
}

/** Memory that a worker shares with its slot. */
export interface SlotMemory {
  /** At `DONE` the work done: the worker adds 1 when it is ready, and after every job. */
  readonly progress: Int32Array;
  /** Where the worker reads the counts of an evaluation. */
  readonly cell: CountCell;
}

/** Place in `progress`. */
export const DONE = 0;

/** Answers of a batch, in the order of its jobs; fewer than the jobs when the engine trapped. */
export interface BatchAnswers {
  readonly answers: Packed;
  /** One per answer, see `SimulationAnswer`. */
  readonly trials: readonly (Trial | null)[];
  /** One per answer where a run has columns; null of one without. */
  readonly columns?: readonly (Float64Array<ArrayBuffer> | null)[];
  /** Milliseconds of engine time, one per answer. */
  readonly engineMs: readonly number[];
  /** Why the worker must be replaced: its engine trapped, or grew too large. */
  readonly end: string | null;
}

/**
 * A worker whose engine has more than this is replaced, because its memory never shrinks. All datasets with
 * their scenarios and paths take 79 MiB when strategies have read every column, a request at most 64
 * (`tests/largest_payload_test.ts`).
 */
export const MEMORY_BYTES_MAX = 160 * 1024 * 1024;

/** Idle time before a dataset is prepared, which takes a tenth of a second. */
const IDLE_MS = 50;

type Load = (module: WebAssembly.Module) => Engine;
type Run = () => SimulationAnswer;

/**
 * The service of an engine worker: batches of jobs, one batch after the other. While it idles, it makes
 * what the first evaluations need, one dataset at a time.
 */
export class JobService {
  readonly #load: Load;
  readonly #clock: Pick<Clock, "after">;
  readonly #lost = Promise.withResolvers<never>();
  #engine: Engine | null = null;
  #progress: Int32Array = new Int32Array(1);
  #cell: CountCell | null = null;
  #unprepared: readonly Dataset[] = [];
  #cancelPrepare: () => void = () => {};

  /** @param load makes the worker's engine */
  constructor(load: Load, clock: Pick<Clock, "after">) {
    this.#load = load;
    this.#clock = clock;
    // `run` returns the same promise.
    this.#lost.promise.catch(() => {});
  }

  /**
   * Starts the engine. Never resolves: it rejects when the worker must be replaced because its engine
   * did not start, or trapped between two batches.
   */
  run({ module, datasets }: WorkerStart, memory: SlotMemory, onReady: () => void): Promise<never> {
    ({ progress: this.#progress, cell: this.#cell } = memory);
    const engine = this.#load(module);
    for (const dataset of datasets) {
      const answer = engine.addDataset(dataset);
      if (payloadOf(answer) === null) throw new Error(new TextDecoder().decode(answer));
    }
    this.#engine = engine;
    this.#advance();
    onReady();
    this.#unprepared = datasets;
    this.#prepareLater();
    return this.#lost.promise;
  }

  /** Runs simulations. */
  simulate(requests: Packed): BatchAnswers {
    return this.#answer((engine) =>
      unpack(requests).map((request) => () => runRequest(engine, request))
    );
  }

  /**
   * Evaluates a payload.
   *
   * @param onTrial tells the slot of the trial; this thread then waits for the counts in shared memory
   */
  evaluate(request: Bytes, payload: Bytes, onTrial: (trial: Trial) => void): BatchAnswers {
    const cell = this.#cell;
    const ledger: TrialLedger = {
      count: (trial) => {
        if (cell === null) throw new NotCounted("Cannot evaluate: the worker was not started");
        return awaitCounts(cell, () => onTrial(trial));
      },
    };
    return this.#answer((engine) => [
      () => ({ bytes: evaluated(engine, request, payload, ledger), trial: null }),
    ]);
  }

  #answer(toRuns: (engine: Engine) => readonly Run[]): BatchAnswers {
    const engine = this.#engine;
    if (engine === null) throw new Error("Cannot run a batch: the engine is lost");
    const answers = this.#runAll(toRuns(engine), engine);
    if (answers.end !== null) this.#abandon();
    this.#prepareLater();
    const columns = (answers.columns ?? []).flatMap((own) => own === null ? [] : [own.buffer]);
    return transfer(answers, [answers.answers.bytes.buffer, ...columns]);
  }

  #runAll(runs: readonly Run[], engine: Engine): BatchAnswers {
    const answers: SimulationAnswer[] = [];
    const engineMs: number[] = [];
    const toBatch = (end: string | null): BatchAnswers => ({
      answers: pack(answers.map(({ bytes }) => bytes)),
      trials: answers.map(({ trial }) => trial),
      ...answers.some(({ columns }) => columns) &&
        { columns: answers.map(({ columns = null }) => columns) },
      engineMs,
      end,
    });
    try {
      for (const run of runs) {
        const startMs = performance.now();
        answers.push(run());
        engineMs.push(performance.now() - startMs);
        this.#advance();
      }
    } catch (error) {
      return toBatch(reasonOf(error));
    }
    const isSpent = engine.memoryBytes > MEMORY_BYTES_MAX;
    return toBatch(isSpent ? "its memory has grown too large" : null);
  }

  #prepareLater(): void {
    this.#cancelPrepare();
    const [dataset, ...others] = this.#unprepared;
    if (dataset === undefined) return;
    this.#cancelPrepare = this.#clock.after(IDLE_MS, () => {
      this.#unprepared = others;
      const { marketId, timeframe } = dataset.header;
      try {
        this.#engine?.prepare(marketId, timeframe);
      } catch (error) {
        this.#abandon();
        this.#lost.reject(new Error(reasonOf(error)));
      }
      this.#prepareLater();
    });
  }

  #advance(): void {
    Atomics.add(this.#progress, DONE, 1);
  }

  /** A trapped instance still returns values, wrong ones: it is never called again. */
  #abandon(): void {
    this.#engine = null;
    this.#unprepared = [];
  }
}

function reasonOf(error: unknown): string {
  return String(error instanceof EngineTrap ? error.cause : error);
}

/** Returns no bytes when the trial was not counted: the slot has the reason. */
function evaluated(engine: Engine, request: Bytes, payload: Bytes, ledger: TrialLedger): Bytes {
  try {
    return engine.evaluate(request, payload, ledger);
  } catch (error) {
    if (error instanceof NotCounted) return new Uint8Array();
    throw error;
  }
}
