// This module is browser compatible.

import type { Candidate } from "../../contracts/candidate.ts";
import type { Trial, TrialsBefore } from "../../contracts/trial.ts";
import type { SearchPlan } from "../../contracts/plan.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import type { Engine } from "../../engine/engine.ts";
import { okValue } from "../../engine/wire.ts";
import { EngineVersionsSchema } from "../../engine/wire_schemas.ts";
import { describePlan } from "../stages/describe_plan.ts";
import { type NumberRange, partOf } from "../stages/engine_plan.ts";
import { makeReport } from "../report/make_report.ts";
import { joinEvaluated, marketIdsOf, onMarkets, runsPerCandidate } from "../fold/markets.ts";
import type { Points } from "../points/points.ts";
import { type PreparedSearch, runStages } from "../stages/prepared.ts";
import { evaluationRangesOf, rangesOf, type RangeSource } from "../stages/ranges.ts";
import type { SearchReport } from "../report/report.ts";
import type { SearchedOn } from "../../store/search_store.ts";
import type { KeyTrials } from "../fold/key_trials.ts";
import type { RangeAnswer } from "../workers/run_range.ts";
import type { Evaluated, EvaluatedTrial } from "../fold/evaluated.ts";
import { pathRanges, type PathRun, type PathTrial } from "../stages/path_halving.ts";
import { runPaths } from "../workers/run_paths.ts";
import type { EvaluationStage, PathStage, Stage, StageOutcome } from "../stages/stage.ts";
import { mergeAll } from "../stages/joined.ts";
import { NO_BYTES, readSummary } from "../fold/summary.ts";
import type { SearchWorkers } from "../workers/search_workers.ts";

/** An engine, its datasets, and workers that have both as well. */
export interface SearchEngine {
  /** The engine of this thread. */
  readonly engine: Engine;
  readonly datasets: readonly Dataset[];
  readonly workers: SearchWorkers;
}

/** How a report is made. */
export interface ReportOptions {
  /** Called after the last stage of the plan; the report takes a moment longer. */
  onSearched?(): void;
  /** Stops the computation of daily returns. */
  readonly signal?: AbortSignal;
}

/** How a range is run. */
export interface RangeOptions {
  /** Whether the answer has the points as numbers. */
  readonly keepsPoints: boolean;
  /** Whether the answer has the points as a Parquet file. */
  readonly writesFile?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * A search from its plan to its report, the same for the command, the service and the page. A
 * `RangeSource` decides where ranges run and where their results are kept. Finished stages stay in
 * memory, so `report` can be called again after it was rejected with `PendingRanges`.
 */
export class SearchRun {
  readonly prepared: PreparedSearch;
  readonly #parts: SearchEngine;
  readonly #before: readonly TrialsBefore[];
  readonly #outcomes = new Map<string, StageOutcome>();
  #evaluations: readonly Evaluated[] | null = null;
  readonly #paths = new Map<string, readonly (readonly PathRun[])[]>();
  #trials: Pick<KeyTrials, "searched" | "judged"> = { searched: [], judged: [] };

  /** @param before the trials that the key had made before the search */
  constructor(
    prepared: PreparedSearch,
    parts: SearchEngine,
    before: readonly TrialsBefore[] = [],
  ) {
    this.prepared = prepared;
    this.#parts = parts;
    this.#before = before;
  }

  /** The candidates that the last report is about, which become trials of the key. */
  get searched(): readonly SearchedOn[] {
    return this.#trials.searched;
  }

  /** The candidates of which the last report shows a verdict, or has seen a path. */
  get judged(): readonly Trial[] {
    return this.#trials.judged;
  }

  /**
   * Runs one range of a stage on a worker.
   *
   * @throws {Stopped} when the signal aborts
   */
  async runRange(
    stage: Stage,
    range: NumberRange,
    { keepsPoints, writesFile = false, signal }: RangeOptions,
  ): Promise<RangeAnswer> {
    const { plan, description: { columns: names, statuses: statusNames } } = this.prepared;
    const part = { ...stage, draw: partOf(stage.draw, range) };
    const file = writesFile ? { axes: plan.axes, names, statusNames, stage: stage.name } : null;
    const task = { plan, stage: part, range, names, keepsPoints, file };
    return await this.#parts.workers.range(task, signal);
  }

  /**
   * Evaluates the candidates of one range on a worker.
   *
   * @throws {Stopped} when the signal aborts
   */
  async evaluateRange(
    stage: EvaluationStage,
    range: NumberRange,
    signal?: AbortSignal,
  ): Promise<readonly EvaluatedTrial[]> {
    const found = this.#candidatesOf(stage, range)
      .flatMap((each) => onMarkets(this.prepared.plan, each));
    return await this.#parts.workers.evaluate(found, stage.trials, signal);
  }

  /**
   * Runs the candidates of one range on paths.
   *
   * @throws {Stopped} when the signal aborts
   */
  async pathRange(
    stage: PathStage,
    range: NumberRange,
    signal?: AbortSignal,
  ): Promise<readonly PathTrial[]> {
    const candidates = this.#candidatesOf(stage, range);
    return await runPaths(this.#parts, this.prepared.plan, candidates, stage.paths, signal);
  }

  #candidatesOf(
    { draw, window }: EvaluationStage | PathStage,
    range: NumberRange,
  ): readonly Candidate[] {
    const { plan } = this.prepared;
    const numbers = Array.from({ length: range.count }, (_, row) => row);
    const part = { draw: partOf(draw, range), window };
    return describePlan(this.#parts.engine, plan, part, numbers).candidates
      .map((each) => typeof each === "string" ? plan.base : each);
  }

  /**
   * Runs all stages in order and judges what they found.
   *
   * @throws {PendingRanges} when the source needs ranges to be run first
   * @throws {Stopped} when the search was stopped
   */
  async report(
    source: RangeSource,
    { onSearched = () => {}, signal }: ReportOptions = {},
  ): Promise<SearchReport> {
    const { engine, datasets, workers } = this.#parts;
    const { plan, topMax, rangeMax, description: { statuses: statusNames } } = this.prepared;
    const run = async (stage: Stage): Promise<StageOutcome> => {
      const outcome = this.#outcomes.get(stage.name) ??
        await outcomeOf(engine, stage, source, rangeMax);
      this.#outcomes.set(stage.name, outcome);
      // The stages of one call share their windows, by which the report tells them apart.
      return { ...outcome, stage };
    };
    const { stages, folds } = await runStages(engine, this.prepared, run);
    onSearched();
    return await makeReport(folds, {
      plan,
      engine,
      datasets,
      stages,
      workers: {
        returns: (at, window, candidates) => workers.returns(at, window, candidates, signal),
      },
      versions: okValue(EngineVersionsSchema, engine.versions()),
      statusNames,
      topMax,
      choosesOnPaths: this.prepared.pathRuns > 0,
      before: this.#before,
      onTrials: (trials) => {
        this.#trials = trials;
      },
      run,
      onPaths: async (stage) => {
        const found = this.#paths.get(stage.name) ?? await pathsOf(stage, source, plan);
        this.#paths.set(stage.name, found);
        return found;
      },
      evaluate: async (stage) => this.#evaluations ??= await evaluationsOf(stage, source, plan),
    });
  }
}

/** Summaries that one call of the source returns: a rung of halving has some with megabytes. */
const READ_AT_ONCE = 8;

/** Joins the ranges of a stage. */
export async function outcomeOf(
  engine: Pick<Engine, "mergeSummaries">,
  stage: Stage,
  source: RangeSource,
  rangeMax: number,
): Promise<StageOutcome> {
  const ranges = rangesOf(stage.count, rangeMax);
  await source.complete(stage, ranges);
  let packed = NO_BYTES;
  const points: Points[] = [];
  for (let at = 0; at < ranges.length; at += READ_AT_ONCE) {
    const some = ranges.slice(at, at + READ_AT_ONCE);
    const own = mergeAll(engine, await source.summaries(stage, some));
    packed = mergeAll(engine, [packed, own]);
    for (const range of some) {
      if (stage.needsPoints) points.push(await source.points(stage, range));
    }
  }
  return { stage, packed, summary: readSummary(packed), points };
}

/** Returns the runs of all candidates of a rung. */
async function pathsOf(
  stage: PathStage,
  source: RangeSource,
  plan: SearchPlan,
): Promise<readonly (readonly PathRun[])[]> {
  const ranges = pathRanges(stage, runsPerCandidate(plan));
  await source.complete(stage, ranges);
  const found = await Promise.all(ranges.map((range) => source.paths(stage, range)));
  return found.flat().map(({ runs }) => runs);
}

/** Joins the evaluations of all ranges. */
async function evaluationsOf(
  stage: EvaluationStage,
  source: RangeSource,
  plan: SearchPlan,
): Promise<readonly Evaluated[]> {
  const ranges = evaluationRangesOf(stage.count, runsPerCandidate(plan));
  await source.complete(stage, ranges);
  const found = await Promise.all(ranges.map((range) => source.evaluations(stage, range)));
  const all = found.flat().map(({ evaluation }) => evaluation);
  const ids = marketIdsOf(plan);
  return Array.from({ length: all.length / ids.length }, (_, at) => {
    const each = all.slice(at * ids.length, (at + 1) * ids.length);
    return joinEvaluated(each, ids, plan.markets?.by ?? "mean");
  });
}
