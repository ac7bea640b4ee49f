// This module is browser compatible.

import type { Candidate } from "../../contracts/candidate.ts";
import type { Timeframe } from "../../contracts/scalar.ts";
import type { TrialCounts } from "../../contracts/trial.ts";
import type { DatasetSummary } from "../../contracts/types.ts";
import { EngineFailure, type Failure, failureOf } from "./failure.ts";
import type {
  Arena,
  CallName,
  Calls,
  DatasetName,
  Evaluation,
  FromWorker,
  MarketColumns,
  Program,
  ResolvedCandidate,
  Run,
  ScenarioPath,
  Simulation,
  SimulationView,
  SweepError,
  SweepPoint,
} from "./messages.ts";
import { messageOf } from "../../base/errors.ts";

/** How long a worker may take to respond before it counts as blocked, milliseconds. */
const START_TIMEOUT_MS = 20_000;

const STOPPED: Failure = { kind: "broken", detail: "Cannot finish: the engine was stopped" };

interface Pending {
  readonly resolve: (answer: Calls[CallName]["out"]) => void;
  readonly reject: (error: EngineFailure) => void;
}

/** The part of `Worker` that the client uses. */
export type Port = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">;

/** A worker that was opened. */
interface Connection {
  readonly worker: Port;
  readonly arena: Promise<Arena>;
}

/**
 * The page's client of an engine in a worker. Calls are handled one after the other, in order; they
 * reject only with `EngineFailure`. After a failed start or an engine trap the next call starts a new
 * worker.
 */
export class EngineClient {
  readonly #spawn: () => Port;
  readonly #program: () => Promise<Program>;
  readonly #first: DatasetName | null;
  readonly #pending = new Map<number, Pending>();
  #connection: Connection | null = null;
  #lastId = 0;

  /**
   * @param spawn makes the worker
   * @param program what its engine is made of; what it throws fails the start
   * @param first a dataset to load as soon as there is an engine
   */
  constructor(
    spawn: () => Port,
    program: () => Promise<Program>,
    first: DatasetName | null = null,
  ) {
    this.#spawn = spawn;
    this.#program = program;
    this.#first = first;
  }

  /** Starts the worker unless it runs; returns catalogue, profile, versions and markets. */
  arena(): Promise<Arena> {
    return this.#open().arena;
  }

  /** Returns the columns of an official dataset. */
  columns(marketId: number, timeframe: Timeframe): Promise<MarketColumns> {
    return this.#call("columns", { marketId, timeframe });
  }

  /** Returns the engine's summary of a dataset. */
  summary(marketId: number, timeframe: Timeframe): Promise<DatasetSummary> {
    return this.#call("summary", { marketId, timeframe });
  }

  /** Checks a candidate; returns it with all defaults filled in. */
  check(candidate: Candidate): Promise<ResolvedCandidate> {
    return this.#call("check", { candidate });
  }

  /** Runs a candidate; returns everything that the page shows of the run. */
  run(candidate: Candidate): Promise<Run> {
    return this.#call("run", { candidate });
  }

  /** Runs a candidate; returns the same `data` of the view as the server. */
  simulate(view: SimulationView, candidate: Candidate): Promise<Calls["simulate"]["out"]> {
    return this.#call("simulate", { view, candidate });
  }

  /**
   * Scores the `data` of a simulation of any view.
   *
   * @param trials what was tried on its dataset, this candidate included
   */
  evaluate(payload: Simulation, trials: TrialCounts): Promise<Evaluation> {
    return this.#call("evaluate", { payload, trials });
  }

  /** Runs a candidate in every scenario; returns its daily equity in each. */
  paths(candidate: Candidate): Promise<readonly ScenarioPath[]> {
    return this.#call("paths", { candidate });
  }

  /** Runs candidates of one market and timeframe; returns the figures of a map for each. */
  sweep(candidates: readonly Candidate[]): Promise<readonly (SweepPoint | SweepError)[]> {
    return this.#call("sweep", { candidates });
  }

  /** Runs candidates of one market and timeframe; returns the small curve of each. */
  curves(candidates: readonly Candidate[]): Promise<readonly (Float64Array | null)[]> {
    return this.#call("curves", { candidates });
  }

  /** Terminates the worker; pending calls reject. */
  close(): void {
    this.#terminate(STOPPED);
  }

  async #call<N extends CallName>(call: N, input: Calls[N]["in"]): Promise<Calls[N]["out"]> {
    const { worker, arena } = this.#open();
    await arena;
    // A worker that was stopped meanwhile would never answer.
    if (this.#connection?.worker !== worker) throw new EngineFailure(STOPPED);
    return await this.#send(worker, call, input);
  }

  #open(): Connection {
    if (this.#connection !== null) return this.#connection;
    let worker: Port;
    try {
      worker = this.#spawn();
    } catch (error) {
      const failure = blocked(messageOf(error));
      return { worker: NO_WORKER, arena: Promise.reject(new EngineFailure(failure)) };
    }
    const isMine = (): boolean => this.#connection?.worker === worker;
    worker.onmessage = ({ data: message }: MessageEvent<FromWorker>): void => {
      if (isMine()) this.#receive(message);
    };
    worker.onerror = (event): void => {
      event.preventDefault();
      if (isMine()) this.#terminate(blocked(event.message ?? "it did not load"));
    };
    const arena = this.#start(worker, isMine);
    this.#connection = { worker, arena };
    // The caller gets the failure; the next call starts a new worker.
    arena.catch(({ failure }: EngineFailure) => {
      if (isMine()) this.#terminate(failure);
    });
    return this.#connection;
  }

  /** The worker loads while its program does. */
  #start(worker: Port, isMine: () => boolean): Promise<Arena> {
    const id = ++this.#lastId;
    let late: ReturnType<typeof setTimeout> | undefined;
    this.#program().then((program) => {
      if (!isMine()) return;
      late = setTimeout(() => {
        if (isMine()) this.#terminate(blocked("it does not answer"));
      }, START_TIMEOUT_MS);
      worker.postMessage({ id, call: "open", ...program, first: this.#first });
    }).catch((thrown: unknown) => {
      if (isMine()) this.#terminate(failureOf(thrown));
    });
    return this.#answerOf<"open">(id).finally(() => clearTimeout(late));
  }

  #send<N extends CallName>(
    worker: Port,
    call: N,
    input: Calls[N]["in"],
  ): Promise<Calls[N]["out"]> {
    const id = ++this.#lastId;
    const answer = this.#answerOf<N>(id);
    worker.postMessage({ id, call, ...input });
    return answer;
  }

  #answerOf<N extends CallName>(id: number): Promise<Calls[N]["out"]> {
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve: resolve as Pending["resolve"], reject });
    });
  }

  #receive(message: FromWorker): void {
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if ("answer" in message) {
      pending?.resolve(message.answer);
      return;
    }
    pending?.reject(new EngineFailure(message.failure));
    if (message.failure.kind === "broken") this.#terminate(message.failure);
  }

  /** Terminates the worker and rejects its pending calls. */
  #terminate(failure: Failure): void {
    this.#connection?.worker.terminate();
    this.#connection = null;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(new EngineFailure(failure));
  }
}

/** Placeholder for a worker that could not be created; it receives no message. */
const NO_WORKER: Port = {
  postMessage: () => {},
  terminate: () => {},
  onmessage: null,
  onerror: null,
};

function blocked(reason: string): Failure {
  return { kind: "blocked", detail: `Cannot start the engine in this browser: ${reason}` };
}
