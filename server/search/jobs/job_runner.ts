// This module is browser compatible.

import { type Clock, systemClock } from "../../base/clock.ts";
import { messageOf, StartError } from "../../base/errors.ts";
import type { Job, JobOutcome, SearchStore, StoredSearch } from "../../store/search_store.ts";
import { asker, type AskStore, type OpenSearch, StoreFailure } from "./open_search.ts";
import { basisOf, readOrder } from "../stages/order.ts";
import { PlanSearch } from "./plan_search.ts";
import { prepare } from "../stages/prepared.ts";
import { Stopped } from "../stages/ranges.ts";
import { type SearchEngine, SearchRun } from "./search_run.ts";
import type { SharedWorkers } from "../workers/search_workers.ts";

/** Store, engine and workers of a job runner. */
export interface JobRunnerOptions extends Omit<SearchEngine, "workers"> {
  readonly store: SearchStore;
  readonly workers: SharedWorkers;
  /** Opens the searches of another kind than plans; by default there are none. */
  readonly otherKind?: OpenOtherKind;
  /** The clock of deadlines, by default that of this machine. */
  readonly clock?: Pick<Clock, "after">;
  /** Most ranges of a search that are queued at once; a number that keeps claims fast by default. */
  readonly queuedMax?: number;
  /** Whether other processes, perhaps with another engine, work on the same searches. */
  readonly isShared?: boolean;
}

/** Opens a search of another kind than plans; null when the search is of a plan. */
export type OpenOtherKind = (
  stored: StoredSearch,
  options: JobRunnerOptions,
) => Promise<OpenSearch | null>;

/** Searches that are kept in memory at once. */
const OPEN_MAX = 8;

/**
 * Runs the jobs of searches. The store holds the whole state of a search: a step runs its stages
 * again from the stored results, up to the first stage with pending ranges, and orders those. So any
 * process can resume any search, and all arrive at the same bytes.
 */
export class JobRunner {
  readonly #options: JobRunnerOptions;
  readonly #ask: AskStore;
  readonly #searches = new Map<string, OpenSearch>();

  constructor(options: JobRunnerOptions) {
    this.#options = options;
    this.#ask = asker(options.store);
  }

  /**
   * Runs a job; rejects when the store fails.
   *
   * @throws {Stopped} when the signal aborts
   */
  async run(job: Job, signal?: AbortSignal): Promise<JobOutcome> {
    try {
      const search = await this.#open(job.searchId);
      if (job.kind === "range") return { kind: "result", result: await search.range(job, signal) };
      const outcome = await search.step(signal);
      if (outcome.kind === "end") this.#searches.delete(job.searchId);
      return outcome;
    } catch (error) {
      if (error instanceof StoreFailure) throw error.cause;
      const unfinished = this.#searches.get(job.searchId)?.unfinished;
      this.#searches.delete(job.searchId);
      if (error instanceof Stopped) throw error;
      const outcome = messageOf(error);
      return { kind: "end", end: { status: "failed", outcome, ...unfinished } };
    }
  }

  async #open(id: string): Promise<OpenSearch> {
    const known = this.#searches.get(id);
    if (known) return known;
    const stored = await this.#ask((store) => store.find(id));
    if (stored === null) throw new StartError("Cannot continue: the search no longer exists");
    const other = await this.#options.otherKind?.(stored, this.#options);
    const search = other ?? this.#ofPlan(stored);
    const [oldest] = this.#searches.keys();
    if (oldest !== undefined && this.#searches.size >= OPEN_MAX) this.#searches.delete(oldest);
    this.#searches.set(id, search);
    return search;
  }

  #ofPlan({ id, keyId, order: text }: StoredSearch): OpenSearch {
    const order = readOrder(text);
    const { engine, datasets, workers, clock = systemClock, queuedMax } = this.#options;
    const prepared = prepare(order.plan, order.topMax, engine, datasets);
    if (order.basis !== basisOf(engine, prepared.datasets, datasets)) {
      throw otherBasis(this.#options, "the search began with another program, engine or datasets");
    }
    const parts = { engine, datasets, workers: workers.forKey(keyId) };
    return new PlanSearch({
      id,
      order,
      run: new SearchRun(prepared, parts, order.before),
      ask: this.#ask,
      clock,
      queuedMax,
    });
  }
}

/** Returns the error of a search that began with other parts than those of a runner. */
export function otherBasis(
  { isShared }: Pick<JobRunnerOptions, "isShared">,
  reason: string,
): Error {
  if (isShared !== true) return new StartError(`Cannot continue: ${reason}, start a new one`);
  const cause = new Error(`${reason}, which this worker lacks: it is left to other workers`);
  return new StoreFailure("", { cause });
}

/** Returns the log line of a job that was put back. */
export function putBack(reason: string): string {
  return `Cannot continue a search, it will be retried: ${reason}`;
}
