// This module is browser compatible.

import type { Candidate } from "../../contracts/candidate.ts";
import type { Trial, TrialsBefore } from "../../contracts/trial.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import type { Bytes, Engine } from "../../engine/engine.ts";
import { okJson } from "../../engine/wire.ts";
import { describePlan } from "../stages/describe_plan.ts";
import { encode, type NumberRange, partOf } from "../stages/engine_plan.ts";
import { onMarkets, runsPerCandidate } from "../plan/markets.ts";
import type { PreparedSearch } from "../stages/prepared.ts";
import { evaluationRangesOf, pathRangesOf, rangesOf, type RangeSource } from "../stages/ranges.ts";
import { datasetReport } from "../report/dataset_report.ts";
import type { SearchReport } from "../report/report.ts";
import type { SearchedOn } from "../../store/search_store.ts";
import type { RangeAnswer } from "../workers/run_range.ts";
import type { EvaluatedTrial } from "../stages/evaluated.ts";
import type { PathTrial } from "../stages/path_halving.ts";
import { runPaths } from "../workers/run_paths.ts";
import {
  type AnyStage,
  type EvaluationStage,
  type PathStage,
  rowList,
  type Stage,
} from "../stages/stage.ts";
import { mergeAll, NO_BYTES } from "../stages/summary.ts";
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
  /** Called after the last stage of the plan. */
  onSearched?(): void;
  /** Stops the search. */
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

/** The result of a range of listed candidates. */
export interface ListedAnswer {
  /** The evaluations or runs on paths as JSON. */
  readonly found: Bytes;
  /** The trials of the key that the candidates are. */
  readonly trials: readonly Trial[];
}

/** The engine's answer to the results so far: the next stage, or the report. */
interface Answer {
  readonly stage?: Omit<AnyStage, "draw"> & { readonly draw: { readonly method: string } };
  readonly report: SearchReport;
  /** The candidates that become searched ones of the key, with their ratios in base64. */
  readonly searched: readonly { readonly datasetHash: string; readonly ratios: string }[];
  readonly judged: readonly Trial[];
}

/** How far a search has come: the results of its stages, and what the engine says to them. */
interface Reached {
  readonly results: Bytes;
  readonly answer: { readonly next: AnyStage | null; readonly last: Answer } | null;
}

/** The report of a search, and the candidates that it makes trials of the key. */
export interface Reported {
  readonly report: SearchReport;
  /** The candidates that the report is about, which become trials of the key. */
  readonly searched: readonly SearchedOn[];
  /** The candidates of which the report shows a verdict, or has seen a path. */
  readonly judged: readonly Trial[];
}

/**
 * A search from its plan to its report, the same for the command, the service and the page. A
 * `RangeSource` decides where ranges run and where their results are kept; the engine decides which
 * stage is next, and makes the report. Results of finished stages stay in memory, so `report` can be
 * called again after it was rejected with `PendingRanges`.
 */
export class SearchRun {
  readonly prepared: PreparedSearch;
  readonly #parts: SearchEngine;
  readonly #request: Bytes;
  #reached: Reached = { results: NO_BYTES, answer: null };

  /** @param before the trials that the key had made before the search */
  constructor(
    prepared: PreparedSearch,
    parts: SearchEngine,
    before: readonly TrialsBefore[] = [],
  ) {
    this.prepared = prepared;
    this.#parts = parts;
    const { plan, topMax, enqueued } = prepared;
    const datasets = prepared.datasets.map(datasetReport);
    this.#request = encode({ plan, topMax, enqueued, datasets, before });
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
   * Evaluates the listed candidates of one range, or runs them on paths.
   *
   * @throws {Stopped} when the signal aborts
   */
  async runListed(
    stage: EvaluationStage | PathStage,
    range: NumberRange,
    signal?: AbortSignal,
  ): Promise<ListedAnswer> {
    const { plan } = this.prepared;
    const candidates = this.#candidatesOf(stage, range);
    if (stage.role === "paths") {
      const found = await runPaths(this.#parts, plan, candidates, stage.paths, signal);
      return { found: encode(found), trials: found.flatMap(({ trials }) => trials) };
    }
    const runs = candidates.flatMap((each) => onMarkets(plan, each));
    const found = await this.#parts.workers.evaluate(runs, stage.trials, signal);
    return { found: encode(found), trials: found.map(({ trial }) => trial) };
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
   * Runs all stages in order and judges what they found. Two calls may overlap, as when the job of a
   * worker that seemed to be gone runs twice: each goes its own way to the same report.
   *
   * @throws {PendingRanges} when the source needs ranges to be run first
   * @throws {Stopped} when the search was stopped
   */
  async report(
    source: RangeSource,
    { onSearched, signal }: ReportOptions = {},
  ): Promise<Reported> {
    for (let { results, answer } = this.#reached;;) {
      answer ??= await this.#ask(results, signal);
      this.#reached = { results, answer };
      const { next, last } = answer;
      if (next === null || next.role === "evaluate" || next.role === "paths") {
        onSearched?.();
        onSearched = undefined;
      }
      if (next === null) return reportedBy(last);
      const { plan, rangeMax } = this.prepared;
      results = joined(
        results,
        await resultOf(this.#parts.engine, next, source, { plan, rangeMax }),
      );
      answer = null;
    }
  }

  /** Asks the engine for the next stage, or for the report, on a worker: a report takes a while. */
  async #ask(results: Bytes, signal?: AbortSignal): Promise<NonNullable<Reached["answer"]>> {
    const { answer, rows } = await this.#parts.workers.report(this.#request, results, signal);
    const last = okJson(answer) as Answer;
    if (last.stage === undefined) return { next: null, last };
    const { draw } = last.stage;
    const list = draw.method === "list"
      ? { ...draw, rows: rowList(rows, this.prepared.plan.axes.length) }
      : draw;
    return { next: { ...last.stage, draw: list } as AnyStage, last };
  }
}

function reportedBy({ report, searched, judged }: Answer): Reported {
  return {
    report,
    searched: searched.map(({ datasetHash, ratios }) => (
      { datasetHash, ratios: Uint8Array.fromBase64(ratios) }
    )),
    judged,
  };
}

/** Summaries that one call of the source returns: a rung of halving has some with megabytes. */
const READ_AT_ONCE = 8;

/** Runs the ranges of a stage, and returns its result as the engine reads it. */
async function resultOf(
  engine: Pick<Engine, "mergeSummaries">,
  stage: AnyStage,
  source: RangeSource,
  { plan, rangeMax }: Pick<PreparedSearch, "plan" | "rangeMax">,
): Promise<Bytes> {
  const runs = runsPerCandidate(plan);
  if (stage.role === "evaluate") {
    const ranges = evaluationRangesOf(stage.count, runs);
    return encode(await listed<EvaluatedTrial>(stage, source, ranges));
  }
  if (stage.role === "paths") {
    const found = await listed<PathTrial>(stage, source, pathRangesOf(stage, runs));
    const all = found.flatMap((trial) => trial.runs.flatMap(({ utilities }) => utilities));
    return new Uint8Array(Float64Array.from(all, (one) => one ?? NaN).buffer);
  }
  return await mergedSummary(engine, stage, source, rangesOf(stage.count, rangeMax));
}

/** Runs the ranges of listed candidates, and returns what was found of each. */
async function listed<T>(
  stage: EvaluationStage | PathStage,
  source: RangeSource,
  ranges: readonly NumberRange[],
): Promise<readonly T[]> {
  await source.complete(stage, ranges);
  const found = await source.results(stage, ranges);
  return found.flatMap((bytes) => JSON.parse(new TextDecoder().decode(bytes)));
}

/** Merges the summaries of the ranges of a stage. */
export async function mergedSummary(
  engine: Pick<Engine, "mergeSummaries">,
  stage: Stage,
  source: RangeSource,
  ranges: readonly NumberRange[],
): Promise<Bytes> {
  await source.complete(stage, ranges);
  let packed = NO_BYTES;
  for (let at = 0; at < ranges.length; at += READ_AT_ONCE) {
    const some = ranges.slice(at, at + READ_AT_ONCE);
    packed = mergeAll(engine, [packed, ...await source.results(stage, some)]);
  }
  return packed;
}

/** Returns results with another one: the number of its bytes, then the bytes. */
function joined(results: Bytes, result: Bytes): Bytes {
  const all = new Uint8Array(results.length + 8 + result.length);
  all.set(results);
  all.set(new Uint8Array(BigUint64Array.of(BigInt(result.length)).buffer), results.length);
  all.set(result, results.length + 8);
  return all;
}
