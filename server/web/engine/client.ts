// This module is browser compatible.

import type { Candidate } from "../../contracts/candidate.ts";
import type { MarketId, Timeframe } from "../../contracts/scalar.ts";
import { EngineFailure, type Failure } from "./failure.ts";
import type {
  Arena,
  CallName,
  Calls,
  DatasetName,
  Evaluation,
  FromWorker,
  MarketColumns,
  MarketTrials,
  ResolvedCandidate,
  Run,
  ScenarioPath,
  Simulation,
  SimulationView,
  SweepFault,
  SweepPoint,
} from "./messages.ts";

/** How long a worker may take to say anything before it counts as blocked, milliseconds. */
const START_MS_MAX = 20_000;

interface Pending {
  readonly resolve: (answer: Calls[CallName]["out"]) => void;
  readonly reject: (error: EngineFailure) => void;
}

/** What the client needs of a worker. */
export type Port = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror">;

/** A worker that has been told where its files are. */
interface Opened {
  readonly worker: Port;
  readonly arena: Promise<Arena>;
}

/**
 * The engine of a worker, as the page sees it. Calls are answered one after the other, in their
 * order; every one fails with `EngineFailure` and nothing else. After a failed start or a broken
 * engine the next call starts a fresh worker.
 */
export class EngineClient {
  readonly #spawn: () => Port;
  readonly #sources: string;
  readonly #first: DatasetName | null;
  readonly #pending = new Map<number, Pending>();
  #opened: Opened | null = null;
  #lastId = 0;

  /**
   * @param spawn makes the worker
   * @param sources URL of what it runs
   * @param first a dataset that is going to be asked for, loaded beside the engine
   */
  constructor(spawn: () => Port, sources: string, first: DatasetName | null = null) {
    this.#spawn = spawn;
    this.#sources = sources;
    this.#first = first;
  }

  /** Starts the worker unless it runs; answers with catalogue, profile, versions and markets. */
  arena(): Promise<Arena> {
    return this.#open().arena;
  }

  /** Answers with the columns of an official dataset. */
  columns(marketId: MarketId, timeframe: Timeframe): Promise<MarketColumns> {
    return this.#call("columns", { marketId, timeframe });
  }

  /** Checks a candidate; answers with it, every default filled in. */
  check(candidate: Candidate): Promise<ResolvedCandidate> {
    return this.#call("check", { candidate });
  }

  /** Runs a candidate; answers with all that a page shows of it. */
  run(candidate: Candidate): Promise<Run> {
    return this.#call("run", { candidate });
  }

  /** Runs a candidate; answers with the `data` of the view, as the server would. */
  simulate(view: SimulationView, candidate: Candidate): Promise<Calls["simulate"]["out"]> {
    return this.#call("simulate", { view, candidate });
  }

  /** Scores the `data` of a simulation of any view. */
  evaluate(payload: Simulation, trials: readonly MarketTrials[] = []): Promise<Evaluation> {
    return this.#call("evaluate", { payload, trials });
  }

  /** Runs a candidate in every scenario; answers with its equity in each, day by day. */
  paths(candidate: Candidate): Promise<readonly ScenarioPath[]> {
    return this.#call("paths", { candidate });
  }

  /** Runs candidates of one market and timeframe for the little that a map shows of each. */
  sweep(candidates: readonly Candidate[]): Promise<readonly (SweepPoint | SweepFault)[]> {
    return this.#call("sweep", { candidates });
  }

  /** Ends the worker; calls under way fail. */
  close(detail = "Cannot finish: the engine was stopped"): void {
    this.#drop({ kind: "broken", detail });
  }

  async #call<N extends CallName>(call: N, input: Calls[N]["in"]): Promise<Calls[N]["out"]> {
    const { worker, arena } = this.#open();
    await arena;
    return await this.#send(worker, call, input);
  }

  #open(): Opened {
    if (this.#opened !== null) return this.#opened;
    let worker: Port;
    try {
      worker = this.#spawn();
    } catch (error) {
      const failure = blocked(error instanceof Error ? error.message : String(error));
      return { worker: NO_WORKER, arena: Promise.reject(new EngineFailure(failure)) };
    }
    const isMine = (): boolean => this.#opened?.worker === worker;
    worker.onmessage = ({ data: message }: MessageEvent<FromWorker>): void => {
      if (isMine()) this.#receive(message);
    };
    worker.onerror = (event): void => {
      event.preventDefault();
      if (isMine()) this.#drop(blocked(event.message ?? "it did not load"));
    };
    const late = setTimeout(() => {
      if (isMine()) this.#drop(blocked("it does not answer"));
    }, START_MS_MAX);
    const arena = this.#send(worker, "open", { sources: this.#sources, first: this.#first })
      .finally(() => clearTimeout(late));
    this.#opened = { worker, arena };
    // Whoever calls gets the failure; the next call starts anew.
    arena.catch(({ failure }: EngineFailure) => {
      if (isMine()) this.#drop(failure);
    });
    return this.#opened;
  }

  #send<N extends CallName>(
    worker: Port,
    call: N,
    input: Calls[N]["in"],
  ): Promise<Calls[N]["out"]> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#pending.set(id, { resolve: resolve as Pending["resolve"], reject });
      worker.postMessage({ id, call, ...input });
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
    if (message.failure.kind === "broken") this.#drop(message.failure);
  }

  /** Gives the worker up, and with it what it still had to answer. */
  #drop(failure: Failure): void {
    this.#opened?.worker.terminate();
    this.#opened = null;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(new EngineFailure(failure));
  }
}

/** Stands where no worker could be made; nobody speaks to it, for its start has failed. */
const NO_WORKER: Port = {
  postMessage: () => {},
  terminate: () => {},
  onmessage: null,
  onerror: null,
};

function blocked(reason: string): Failure {
  return { kind: "blocked", detail: `Cannot start the engine in this browser: ${reason}` };
}
