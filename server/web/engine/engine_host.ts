import type { Candidate } from "../../contracts/candidate.ts";
import { originOf } from "../../contracts/market_ids.ts";
import type { TrialCounts } from "../../contracts/trial.ts";
import type { Timeframe } from "../../contracts/scalar.ts";
import type { CheckedCandidate, DatasetSummary } from "../../contracts/types.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import type { Engine, ShownRun } from "../../engine/engine.ts";
import { describeArena, read, showRun, toBytes, toMarketColumns } from "./answers.ts";
import { transfer } from "../../base/remote_messages.ts";
import { EngineFailure, type Failure, isAboutTexts, toFailure } from "./failure.ts";
import type { Files } from "./files.ts";
import { HalfYears, type Loaded } from "./half_years.ts";
import { find, inPanel, realOf } from "./program.ts";
import type {
  Arena,
  EngineOrder,
  Evaluation,
  First,
  HalfYear,
  MarketColumns,
  Program,
  ShownHalfYear,
  Simulated,
  Simulation,
  SimulationView,
  Sources,
  SweepError,
  SweepPoint,
} from "./messages.ts";

/** A dataset in the engine with its summary. */
interface Added {
  readonly dataset: Dataset;
  readonly summary: DatasetSummary;
}

/**
 * The service of an engine worker of the page: an engine with the datasets that were used so far. Calls
 * come one after the other. Every error but an `EngineFailure` means that the engine is broken.
 */
export class EngineHost {
  #engine: Engine | null = null;
  #sources: Sources | null = null;
  #opening: Promise<Arena> | null = null;
  /** Datasets in the engine, or on their way to it, by market and timeframe. */
  readonly #adding = new Map<string, Promise<Added | null>>();
  /** The first run, until a call asks for it or for another. */
  #begun: { readonly candidate: string; readonly shown: Promise<ShownRun> } | null = null;
  readonly #files: Files;
  readonly #order: EngineOrder;
  #runs = 0;
  #halves: HalfYears | null = null;

  constructor(files: Files, order: EngineOrder) {
    this.#files = files;
    this.#order = order;
  }

  /**
   * Loads and makes the engine, once. Every call waits for the engine, and rejects when loading fails.
   *
   * @param started called at once: the worker runs
   */
  async open(started = (): void => {}): Promise<Arena> {
    started();
    this.#opening ??= this.#load();
    return await this.#opening;
  }

  async #load(): Promise<Arena> {
    const { urls, first } = this.#order;
    return await this.#open(await this.#files.loadProgram(urls), first);
  }

  async #open({ module, sources }: Program, first: First | null): Promise<Arena> {
    const engine = await this.#files.makeEngine(module);
    [this.#sources, this.#engine] = [sources, engine];
    this.#halves = new HalfYears(() => this.#files.makeEngine(module));
    if (first !== null) this.#begin(first);
    return describeArena(engine, sources);
  }

  /** A failure is reported to the call that asks for the same. */
  #begin({ candidate, isRun }: First): void {
    const { marketId, timeframe = "hourly" } = candidate;
    if (!isRun) {
      this.#dataset(marketId, timeframe).catch(() => {});
      return;
    }
    const shown = this.#shownOf(candidate);
    shown.catch(() => {});
    this.#begun = { candidate: JSON.stringify(candidate), shown };
  }

  /** Returns the columns of a dataset, for charts. */
  async columns(marketId: number, timeframe: Timeframe): Promise<MarketColumns> {
    const { dataset } = await this.#named(marketId, timeframe);
    const { engine } = this.#requireOpen();
    return toMarketColumns(engine, dataset);
  }

  /** Returns the engine's summary of a dataset; a refused dataset is a failure. */
  async summary(marketId: number, timeframe: Timeframe): Promise<DatasetSummary> {
    return (await this.#named(marketId, timeframe)).summary;
  }

  /** @throws {EngineFailure} for an unknown dataset */
  async #named(marketId: number, timeframe: Timeframe): Promise<Added> {
    await this.open();
    const added = await this.#add(marketId, timeframe);
    if (added !== null) return added;
    const advice = originOf(marketId) === "mine"
      ? "it is a reader's own, and this browser does not keep it: drop its files below"
      : "choose another above";
    const detail =
      `Cannot show market ${marketId}: there is no ${timeframe} dataset of it, ${advice}`;
    throw new EngineFailure({ kind: "rejected", code: "NOT_FOUND", detail, fieldErrors: [] });
  }

  /** Checks a candidate; returns it with all defaults filled in, its hash and its weights. */
  async check(candidate: Candidate): Promise<CheckedCandidate> {
    return await this.#withDataset(candidate, (engine) => {
      return read(engine.check(toBytes(candidate)));
    });
  }

  /** Runs a candidate; returns everything that the page draws of the run, see `runs.ts`. */
  async show(candidate: Candidate): Promise<ShownRun> {
    const begun = this.#begun;
    this.#begun = null;
    const isBegun = begun?.candidate === JSON.stringify(candidate);
    const shown = await (isBegun ? begun.shown : this.#shownOf(candidate));
    return transfer(shown, [shown.columns.buffer]);
  }

  async #shownOf(candidate: Candidate): Promise<ShownRun> {
    return await this.#withDataset(candidate, (engine) => showRun(engine, candidate));
  }

  /**
   * Runs a candidate; returns the columns of its full view, see `Engine.runColumns`.
   *
   * @param half where it runs; null: on the dataset of its market
   */
  async runColumns(candidate: Candidate, half: HalfYear | null = null): Promise<Float64Array> {
    const run = (engine: Engine): Float64Array => engine.runColumns(toBytes(candidate));
    const columns = half === null
      ? await this.#withDataset(candidate, run)
      : run((await this.#halfYear(candidate, half)).engine);
    return transfer(columns, [columns.buffer]);
  }

  /** Runs a candidate on a half-year behind its verdict. */
  async showHalfYear(candidate: Candidate, half: HalfYear): Promise<ShownHalfYear> {
    const { engine, dataset, summary } = await this.#halfYear(candidate, half);
    const shown = showRun(engine, candidate);
    return { shown, dataset: toMarketColumns(engine, dataset), summary };
  }

  async #halfYear({ marketId, timeframe = "hourly" }: Candidate, half: HalfYear): Promise<Loaded> {
    const { dataset: { header } } = await this.#named(marketId, timeframe);
    return await (this.#halves as HalfYears).load(header, half);
  }

  /** Runs a candidate; returns the same `data` of the view as the server. */
  async simulate(view: SimulationView, candidate: Candidate): Promise<Simulated> {
    return await this.#withDataset(candidate, (engine) => this.#view(engine, view, candidate));
  }

  /**
   * Scores the `data` of a simulation of any view.
   *
   * @param trials of its dataset, this candidate included
   */
  async evaluate(simulation: Simulation, trials: TrialCounts): Promise<Evaluation> {
    await this.open();
    const { candidate } = simulation;
    const { sources } = this.#requireOpen();
    const real = realOf(sources, await this.#files.listLocal(), candidate.marketId);
    // A page without its server may have stored none of them; the rows say which there are.
    await Promise.allSettled(
      real.map(({ marketId, timeframe }) => this.#add(marketId, timeframe)),
    );
    return await this.#withDataset(candidate, (engine) => {
      const payload = toBytes(simulation);
      const answer = engine.evaluate(toBytes({}), payload, { count: () => trials });
      const evaluation = read<Omit<Evaluation, "requiredEdge">>(answer);
      const { edgeStandardError: error, trials: { count }, paths } = evaluation.verdict;
      const requiredEdge = error === null ? null : engine.requiredEdge(error, count, paths);
      return { ...evaluation, requiredEdge };
    });
  }

  /** Runs candidates of one market and timeframe; returns the figures of a map for each. */
  async sweep(candidates: readonly Candidate[]): Promise<readonly (SweepPoint | SweepError)[]> {
    const [first] = candidates;
    if (first === undefined) return [];
    return await this.#withDataset(first, (engine) => {
      const request = toBytes({ candidates });
      return read<{ points: readonly (SweepPoint | SweepError)[] }>(engine.sweep(request)).points;
    });
  }

  #view(engine: Engine, view: SimulationView, candidate: Candidate): Simulated {
    const request = { view, simulationId: `page-${++this.#runs}`, candidate };
    const { bytes, trial } = engine.simulate(toBytes(request));
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
    await this.open();
    const dataset = await this.#dataset(marketId, timeframe);
    const engine = this.#requireOpen().engine;
    try {
      return work(engine, dataset);
    } catch (error) {
      const failure = toFailure(error);
      if (failure.kind !== "rejected" || isAboutTexts(failure)) throw error;
      const { datasets } = this.#requireOpen().sources;
      // The timeframe has not been validated yet.
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

  /** Loads a dataset into the engine once and returns it; null for an unknown dataset. */
  async #add(marketId: number, timeframe: string): Promise<Added | null> {
    const name = `${marketId} ${timeframe}`;
    const adding = this.#adding.get(name) ?? this.#addNow(marketId, timeframe);
    this.#adding.set(name, adding);
    let added: Added | null = null;
    try {
      return added = await adding;
    } finally {
      // The next call tries again.
      if (added === null) this.#adding.delete(name);
    }
  }

  async #addNow(marketId: number, timeframe: string): Promise<Added | null> {
    const { engine, sources } = this.#requireOpen();
    const source = find(sources, marketId, timeframe);
    const dataset =
      await (source === undefined
        ? this.#loadLocal(marketId, timeframe)
        : this.#files.loadDataset(source, engine));
    if (dataset === null) return null;
    return { dataset, summary: read<DatasetSummary>(engine.addDataset(dataset)) };
  }

  /** Looks in the browser each time: the dataset may have been added after the engine was opened. */
  async #loadLocal(marketId: number, timeframe: string): Promise<Dataset | null> {
    // The candidate has not been checked yet.
    if (!Number.isInteger(marketId) || originOf(marketId) !== "mine") return null;
    const dataset = await this.#files.loadLocal(marketId, timeframe);
    if (dataset === null) return null;
    return inPanel(dataset, this.#requireOpen().sources, await this.#files.listLocal());
  }

  #requireOpen(): { engine: Engine; sources: Sources } {
    if (this.#engine !== null && this.#sources !== null) {
      return { engine: this.#engine, sources: this.#sources };
    }
    const failure: Failure = { kind: "broken", detail: "Cannot answer: the engine is not open" };
    throw new EngineFailure(failure);
  }
}
