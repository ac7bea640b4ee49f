// This module is browser compatible.

import { type Clock, systemClock } from "../base/clock.ts";
import { messageOf, StartError } from "../base/errors.ts";
import type { SearchPlan } from "../contracts/plan.ts";
import { searchCost } from "../limits/cost.ts";
import type { Job, JobOutcome, NewRange, RangeResult, SearchStore } from "../store/search_store.ts";
import { type NumberRange, partOf } from "./engine_plan.ts";
import { runsPerCandidate } from "./markets.ts";
import { basisOf, datasetsIn, readOrder, type SearchOrder } from "./order.ts";
import { prepare } from "./prepared.ts";
import { withinDeadline } from "./range_deadline.ts";
import { unitsPerSecond } from "./rate.ts";
import { PendingRanges, Stopped } from "./ranges.ts";
import { type SearchEngine, SearchRun } from "./search_run.ts";
import type { SharedWorkers } from "./worker_pool.ts";
import type { AnyStage, EvaluationStage, Stage } from "./stage.ts";
import { StoredRanges } from "./stored_ranges.ts";
import { toText } from "./summary.ts";

/** Store, engine and workers of a job runner. */
export interface JobRunnerOptions extends SearchEngine {
  readonly store: SearchStore;
  readonly workers: SharedWorkers;
  /** The clock of deadlines, by default that of this machine. */
  readonly clock?: Pick<Clock, "after">;
  /** Whether other processes, perhaps with another engine, work on the same searches. */
  readonly isShared?: boolean;
}

type RangeJob = Extract<Job, { kind: "range" }>;

/** A search in memory. */
interface OpenSearch {
  readonly order: SearchOrder;
  readonly run: SearchRun;
  /** Measured for deadlines. */
  readonly unitsPerSecond: number;
}

/** Searches that are kept in memory at once. */
const OPEN_MAX = 8;
/** Duration of the measurement for deadlines, when a process meets a search. */
const PROBE_MS = 5;

/** The store failed, or the job is for another worker: the search itself is not at fault. */
class StoreFailure extends Error {}

/**
 * Runs the jobs of searches. The store holds the whole state of a search: a step runs its stages
 * again from the stored results, up to the first stage with pending ranges, and orders those. So any
 * process can resume any search, and all arrive at the same bytes.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #searches = new Map<string, OpenSearch>();

  constructor(options: JobRunnerOptions) {
    this.#options = options;
  }

  /**
   * Runs a job; rejects when the store fails.
   *
   * @throws {Stopped} when the signal aborts
   */
  async run(job: Job, signal?: AbortSignal): Promise<JobOutcome> {
    try {
      const search = await this.#open(job.searchId);
      return job.kind === "range"
        ? await this.#range(job, search, signal)
        : await this.#step(job.searchId, search, signal);
    } catch (error) {
      if (error instanceof StoreFailure) throw error.cause;
      const order = this.#searches.get(job.searchId)?.order;
      this.#searches.delete(job.searchId);
      if (error instanceof Stopped) throw error;
      const searched = { datasetHashes: order ? datasetsIn(order) : [], hashes: null };
      return { kind: "end", end: { status: "failed", outcome: messageOf(error), searched } };
    }
  }

  async #open(id: string): Promise<OpenSearch> {
    const known = this.#searches.get(id);
    if (known) return known;
    const stored = await this.#ask((store) => store.find(id));
    if (stored === null) throw new StartError("Cannot continue: the search no longer exists");
    const order = readOrder(stored.order);
    const { engine, datasets, workers } = this.#options;
    const prepared = prepare(order.plan, order.topMax, engine, datasets);
    if (order.basis !== basisOf(engine, prepared.datasets)) {
      const began = "the search began with another program, engine or datasets";
      if (this.#options.isShared !== true) {
        throw new StartError(`Cannot continue: ${began}, start a new one`);
      }
      const cause = new Error(`${began}, which this worker lacks: it is left to other workers`);
      throw new StoreFailure("", { cause });
    }
    const parts = { engine, datasets, workers: workers.forKey(stored.keyId) };
    const search = {
      order,
      run: new SearchRun(prepared, parts, order.before),
      unitsPerSecond: await unitsPerSecond(engine, prepared, PROBE_MS),
    };
    const [oldest] = this.#searches.keys();
    if (oldest !== undefined && this.#searches.size >= OPEN_MAX) this.#searches.delete(oldest);
    this.#searches.set(id, search);
    return search;
  }

  async #range(
    { searchId, stage: name, from, count, units, task }: RangeJob,
    search: OpenSearch,
    signal?: AbortSignal,
  ): Promise<JobOutcome> {
    const stage: AnyStage = JSON.parse(task);
    const range = { from, count };
    const timed = { stage: name, count, units, unitsPerSecond: search.unitsPerSecond };
    const { clock = systemClock } = this.#options;
    return {
      kind: "result",
      result: await withinDeadline(
        clock,
        timed,
        signal,
        (either) =>
          stage.role === "evaluate"
            ? evaluateRange(search, stage, range, either)
            : runRange(search, stage, range, {
              signal: either,
              keep: (part) => this.#ask((store) => store.putPart(searchId, part)),
            }),
      ),
    };
  }

  async #step(id: string, { order, run }: OpenSearch, signal?: AbortSignal): Promise<JobOutcome> {
    const { columns } = run.prepared.description;
    const source = new StoredRanges((question) => this.#ask(question), id, columns);
    try {
      const report = await run.report(source, signal && { signal });
      this.#searches.delete(id);
      const outcome = JSON.stringify(report);
      const searched = { datasetHashes: datasetsIn(order), hashes: run.distinct };
      return { kind: "end", end: { status: "done", outcome, searched } };
    } catch (error) {
      if (error instanceof PendingRanges) {
        return { kind: "ranges", ranges: jobsOf(error, run.prepared.plan) };
      }
      throw error;
    }
  }

  async #ask<T>(question: (store: SearchStore) => Promise<T>): Promise<T> {
    try {
      return await question(this.#options.store);
    } catch (cause) {
      throw new StoreFailure("", { cause });
    }
  }
}

/** Returns the compute units of a range. The neighbours of the best are not part of the plan. */
function unitsOf(
  { role }: AnyStage,
  { count }: NumberRange,
  plan: SearchPlan,
): number {
  if (role === "neighbours") return 0;
  const [candidates, evaluations] = role === "evaluate" ? [0, count] : [count, 0];
  return searchCost({ candidates, evaluations, components: runsPerCandidate(plan) });
}

async function runRange(
  { order, run }: OpenSearch,
  stage: Stage,
  range: NumberRange,
  { signal, keep }: {
    readonly signal?: AbortSignal | undefined;
    /** Stores a file of points; returns its key. */
    readonly keep: (part: Uint8Array<ArrayBuffer>) => Promise<string>;
  },
): Promise<RangeResult> {
  const keepsPoints = stage.needsPoints;
  // The neighbours of the best are not candidates of the plan, so no file has them.
  const writesFile = order.keepsPoints && stage.role !== "neighbours";
  const options = { keepsPoints, writesFile, signal };
  const { summary, numbers, part } = await run.runRange(stage, range, options);
  if (summary.count !== range.count) {
    throw new StartError(`Cannot run ${stage.name}: the range is not whole`);
  }
  const best = stage.role === "search" ? summary.top[0] : undefined;
  return {
    count: stage.role === "neighbours" ? 0 : range.count,
    summary: toText(summary),
    merit: best?.merit ?? null,
    best: best === undefined ? null : JSON.stringify(best),
    points: keepsPoints ? new Uint8Array(numbers.buffer) : null,
    part: part && { key: await keep(part), rows: range.count, bytes: part.length },
  };
}

async function evaluateRange(
  { run }: OpenSearch,
  stage: EvaluationStage,
  range: NumberRange,
  signal?: AbortSignal,
): Promise<RangeResult> {
  const evaluations = await run.evaluateRange(stage, range, signal);
  const summary = JSON.stringify(evaluations);
  const trials = evaluations.map(({ trial }) => trial);
  return { count: 0, summary, merit: null, best: null, points: null, part: null, trials };
}

/** Returns the log line of a job that was put back. */
export function putBack(reason: string): string {
  return `Cannot continue a search, it will be retried: ${reason}`;
}

function jobsOf({ stage, ranges }: PendingRanges, plan: SearchPlan): readonly NewRange[] {
  return ranges.map((range, priority) => ({
    stage: stage.name,
    ...range,
    units: unitsOf(stage, range, plan),
    priority,
    task: JSON.stringify({ ...stage, draw: partOf(stage.draw, range) }),
  }));
}
