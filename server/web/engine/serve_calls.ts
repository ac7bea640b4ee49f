// This module is browser compatible.

import type { Candidate } from "../../contracts/candidate.ts";
import { originOf } from "../../contracts/market_ids.ts";
import type { Timeframe } from "../../contracts/scalar.ts";
import type { DatasetSummary } from "../../contracts/types.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import type { Engine } from "../../engine/engine.ts";
import { buffersOf, read, timestampsOf, toMarketColumns, toRun, toSeen } from "./answers.ts";
import { curvesOf } from "./curves.ts";
import { EngineFailure, type Failure, failureOf } from "./failure.ts";
import type { Files } from "./files.ts";
import { find, missing } from "./entries.ts";
import type {
  Arena,
  CallName,
  Calls,
  Evaluation,
  FromWorker,
  MarketColumns,
  ResolvedCandidate,
  Run,
  ScenarioPath,
  Simulation,
  SimulationView,
  Sources,
  ToWorker,
  TradesSimulation,
} from "./messages.ts";

/** The worker's global scope, as far as this module uses it. */
export interface WorkerScope {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker, transfer: Transferable[]): void;
}

type Entry = Sources["datasets"][number];
type Out = Calls[CallName]["out"];

/** A dataset that the engine has, and what it says of it. */
interface Added {
  readonly dataset: Dataset;
  readonly summary: DatasetSummary;
}

const encoder = new TextEncoder();

/**
 * Makes a worker handle the calls of a client, in order.
 *
 * @param scope `self` of the worker
 */
export function serveCalls(scope: WorkerScope, files: Files): void {
  const host = new EngineHost(files);
  let last: Promise<void> = Promise.resolve();
  scope.onmessage = ({ data: message }): void => {
    last = last.then(async () => {
      try {
        const answer = await host.handle(message);
        scope.postMessage({ id: message.id, answer }, transferOf(message.call, answer));
      } catch (thrown) {
        scope.postMessage({ id: message.id, failure: failureOf(thrown) }, []);
      }
    });
  };
}

function transferOf(call: CallName, answer: Out): Transferable[] {
  return call === "run" ? buffersOf(answer as Run) : [];
}

/** The engine with the datasets that were used so far. */
class EngineHost {
  #engine: Engine | null = null;
  #sources: Sources | null = null;
  /** Datasets of the server that are loading or loaded, by URL. */
  readonly #loading = new Map<string, Promise<Dataset>>();
  /** Datasets that the engine has, by market and timeframe. */
  readonly #added = new Map<string, Added>();
  readonly #files: Files;
  #runs = 0;

  constructor(files: Files) {
    this.#files = files;
  }

  async handle(message: ToWorker): Promise<Out> {
    switch (message.call) {
      case "open":
        return await this.#open(message);
      case "columns":
        return await this.#columns(message.marketId, message.timeframe);
      case "summary":
        return await this.#summary(message.marketId, message.timeframe);
      case "check":
        return await this.#check(message.candidate);
      case "run":
        return await this.#run(message.candidate);
      case "simulate":
        return await this.#simulate(message.view, message.candidate);
      case "evaluate":
        return await this.#evaluate(message);
      case "paths":
        return await this.#paths(message.candidate);
      case "sweep":
        return await this.#sweep(message.candidates);
      case "curves":
        return await this.#curves(message.candidates);
    }
  }

  async #open({ module, sources, first }: Calls["open"]["in"]): Promise<Arena> {
    const engine = await this.#files.makeEngine(module);
    [this.#sources, this.#engine] = [sources, engine];
    const entry = first && find(sources, first.marketId, first.timeframe);
    // A failure is reported to the call that needs it.
    if (entry) this.#load(entry, engine).catch(() => {});
    const { strategies } = read<Pick<Arena, "strategies">>(engine.strategyCatalogue());
    return {
      strategies,
      markets: sources.markets,
      versions: read(engine.versions()),
      profile: read(engine.familyProfile()),
    };
  }

  async #columns(marketId: number, timeframe: Timeframe): Promise<MarketColumns> {
    const { dataset } = await this.#named(marketId, timeframe);
    const { engine } = this.#requireOpen();
    return toMarketColumns(engine, dataset);
  }

  async #summary(marketId: number, timeframe: Timeframe): Promise<DatasetSummary> {
    return (await this.#named(marketId, timeframe)).summary;
  }

  /** @throws {EngineFailure} when there is none of that name */
  async #named(marketId: number, timeframe: Timeframe): Promise<Added> {
    const added = await this.#add(marketId, timeframe);
    if (added !== null) return added;
    const advice = originOf(marketId) === "mine"
      ? "it is a reader's own, and this browser does not keep it: drop its files below"
      : "choose another above";
    const detail =
      `Cannot show market ${marketId}: there is no ${timeframe} dataset of it, ${advice}`;
    throw new EngineFailure({ kind: "rejected", code: "NOT_FOUND", detail, fieldErrors: [] });
  }

  async #check(candidate: Candidate): Promise<ResolvedCandidate> {
    return await this.#withDataset(candidate, (engine) => {
      return read(engine.check(encoder.encode(JSON.stringify(candidate))));
    });
  }

  async #run(candidate: Candidate): Promise<Run> {
    const { marketId, timeframe = "hourly" } = candidate;
    return await this.#withDataset(candidate, (engine, dataset) => {
      const trades = this.#view<TradesSimulation>(engine, "trades", candidate);
      if (dataset === null) throw missing(marketId, timeframe);
      const body = encoder.encode(JSON.stringify(candidate));
      const columns = engine.runColumns(body);
      const timestamp = timestampsOf(dataset);
      const seen = toSeen(
        read(engine.describeObserved(body)),
        engine.observedColumns(body),
        timestamp.length,
      );
      const { simulation, dailySharpe } = trades;
      return toRun(simulation, columns, { timestamp, dailySharpe, seen });
    });
  }

  async #simulate(view: SimulationView, candidate: Candidate): Promise<Calls["simulate"]["out"]> {
    return await this.#withDataset(
      candidate,
      (engine) => this.#view<Simulation>(engine, view, candidate),
    );
  }

  async #evaluate({ payload: simulation, trials }: Calls["evaluate"]["in"]): Promise<Evaluation> {
    return await this.#withDataset(simulation.candidate, (engine) => {
      const payload = encoder.encode(JSON.stringify(simulation));
      const answer = engine.evaluate(encoder.encode("{}"), payload, { count: () => trials });
      const evaluation = read<Omit<Evaluation, "requiredEdge">>(answer);
      const { edgeStandardError: error, trials: { count }, paths } = evaluation.verdict;
      const requiredEdge = error === null ? null : engine.requiredEdge(error, count, paths);
      return { ...evaluation, requiredEdge };
    });
  }

  async #paths(candidate: Candidate): Promise<readonly ScenarioPath[]> {
    return await this.#withDataset(candidate, (engine) => {
      const answer = engine.scenarioPaths(encoder.encode(JSON.stringify(candidate)));
      return read<{ scenarios: readonly ScenarioPath[] }>(answer).scenarios;
    });
  }

  async #sweep(candidates: readonly Candidate[]): Promise<Calls["sweep"]["out"]> {
    const [first] = candidates;
    if (first === undefined) return [];
    return await this.#withDataset(first, (engine) => {
      const request = encoder.encode(JSON.stringify({ candidates }));
      return read<{ points: Calls["sweep"]["out"] }>(engine.sweep(request)).points;
    });
  }

  async #curves(candidates: readonly Candidate[]): Promise<Calls["curves"]["out"]> {
    const [first] = candidates;
    if (first === undefined) return [];
    return await this.#withDataset(
      first,
      (engine, dataset) => curvesOf(engine, dataset, candidates),
    );
  }

  #view<T>(
    engine: Engine,
    view: SimulationView,
    candidate: Candidate,
  ): { simulation: T; dailySharpe: number | null } {
    const request = { view, simulationId: `page-${++this.#runs}`, candidate };
    const { bytes, trial } = engine.simulate(encoder.encode(JSON.stringify(request)));
    return { simulation: read(bytes), dailySharpe: trial?.dailySharpe ?? null };
  }

  /**
   * Calls the engine after loading the dataset of the candidate. An error message lists the loaded
   * markets; load them all and retry once, so that the list is complete.
   */
  async #withDataset<T>(
    { marketId, timeframe = "hourly" }: Candidate,
    work: (engine: Engine, dataset: Dataset | null) => T,
  ): Promise<T> {
    const dataset = await this.#dataset(marketId, timeframe);
    const engine = this.#requireOpen().engine;
    try {
      return work(engine, dataset);
    } catch (error) {
      if (failureOf(error).kind !== "rejected") throw error;
      const { datasets } = this.#requireOpen().sources;
      // The timeframe is not validated yet.
      const known = timeframe === "hourly" ? timeframe : "daily";
      const others = datasets.filter(({ header }) =>
        header.timeframe === known || header.marketId === marketId
      );
      await Promise.all(
        others.map(({ header }) => this.#dataset(header.marketId, header.timeframe)),
      );
      return work(engine, dataset);
    }
  }

  async #dataset(marketId: number, timeframe: string): Promise<Dataset | null> {
    return (await this.#add(marketId, timeframe))?.dataset ?? null;
  }

  /** Loads a dataset into the engine and returns it; null when there is none. */
  async #add(marketId: number, timeframe: string): Promise<Added | null> {
    const { engine, sources } = this.#requireOpen();
    const name = `${marketId} ${timeframe}`;
    const added = this.#added.get(name);
    if (added !== undefined) return added;
    const entry = find(sources, marketId, timeframe);
    const dataset =
      await (entry === undefined
        ? this.#loadLocal(marketId, timeframe)
        : this.#load(entry, engine));
    if (dataset === null) return null;
    const summary = read<DatasetSummary>(engine.addDataset(dataset));
    this.#added.set(name, { dataset, summary });
    return { dataset, summary };
  }

  /** The reader may have given it after the engine was opened, so it is looked for each time. */
  async #loadLocal(marketId: number, timeframe: string): Promise<Dataset | null> {
    // Of a candidate that is not checked yet.
    if (!Number.isInteger(marketId) || originOf(marketId) !== "mine") return null;
    return await this.#files.loadLocal(marketId, timeframe);
  }

  async #load(entry: Entry, engine: Engine): Promise<Dataset> {
    const loading = this.#loading.get(entry.url) ?? this.#files.loadDataset(entry, engine);
    this.#loading.set(entry.url, loading);
    try {
      return await loading;
    } catch (error) {
      // The next call tries again.
      this.#loading.delete(entry.url);
      throw error;
    }
  }

  #requireOpen(): { engine: Engine; sources: Sources } {
    if (this.#engine !== null && this.#sources !== null) {
      return { engine: this.#engine, sources: this.#sources };
    }
    const failure: Failure = { kind: "broken", detail: "Cannot answer: the engine is not open" };
    throw new EngineFailure(failure);
  }
}
