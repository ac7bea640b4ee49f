// This module is browser compatible.

import type { Dataset } from "../datasets/dataset.ts";
import type { Engine } from "../engine/engine.ts";
import { okValue } from "../engine/wire.ts";
import { EngineVersionsSchema } from "../engine/wire_schemas.ts";
import { messageOf, StartError } from "../base/errors.ts";
import type { Job, JobOutcome, NewRange, SearchStore } from "../store/search_store.ts";
import type { Crew } from "./crew.ts";
import { type NumberRange, partOf } from "./engine_plan.ts";
import { makeReport } from "./make_report.ts";
import { basisOf, readOrder, type SearchOrder } from "./order.ts";
import { Points } from "./points.ts";
import { prepare, type PreparedSearch, runStages } from "./prepared.ts";
import { rangesOf } from "./run_stage.ts";
import type { Stage, StageOutcome } from "./stage.ts";
import { mergeSummaries, NO_SUMMARY, type Summary } from "./summary.ts";

/** What jobs are done with. */
export interface ReplayOptions {
  readonly store: SearchStore;
  /** Of this thread, with all datasets, which `crew` has too. */
  readonly engine: Engine;
  readonly datasets: readonly Dataset[];
  readonly crew: Pick<Crew, "run" | "size">;
  /** Others work on the same searches, perhaps with another engine: theirs are left to them. */
  readonly isShared?: boolean;
}

type RangeJob = Extract<Job, { kind: "range" }>;

/** A search of which something is in memory. */
interface Replayed {
  readonly order: SearchOrder;
  readonly prepared: PreparedSearch;
  /** Stages that are complete, by name: the same whenever they are read again. */
  readonly stages: Map<string, StageOutcome>;
}

/** Searches in memory. */
const REPLAYED_MAX = 8;

/** A stage is not complete. */
class Missing extends Error {
  readonly stage: Stage;
  readonly ranges: readonly NumberRange[];

  constructor(stage: Stage, ranges: readonly NumberRange[]) {
    super();
    this.stage = stage;
    this.ranges = ranges;
  }
}

/** The store failed, or this worker is the wrong one: no fault of the search. */
class StoreFailure extends Error {}

/**
 * Does the jobs of searches. All that a search is stands in the store: a step runs its stages anew
 * from what is there, up to the first that is not complete, and gives the ranges that it lacks. So
 * any process goes on with any search, and all come to the same bytes.
 */
export class Replay {
  readonly #options: ReplayOptions;
  readonly #replayed = new Map<string, Replayed>();

  constructor(options: ReplayOptions) {
    this.#options = options;
  }

  /** Does a job; rejects when the store fails. */
  async run(job: Job): Promise<JobOutcome> {
    try {
      const search = await this.#search(job.searchId);
      return job.kind === "range"
        ? await this.#range(job, search)
        : await this.#step(job.searchId, search);
    } catch (error) {
      if (error instanceof StoreFailure) throw error.cause;
      this.#replayed.delete(job.searchId);
      return { kind: "end", end: { status: "failed", outcome: messageOf(error) } };
    }
  }

  async #search(id: string): Promise<Replayed> {
    const known = this.#replayed.get(id);
    if (known) return known;
    const { engine, datasets } = this.#options;
    const stored = await this.#ask((store) => store.find(id));
    if (stored === null) throw new StartError("Cannot go on: the search is not there any more");
    const order = readOrder(stored.order);
    const prepared = prepare(order.plan, order.topMax, engine, datasets);
    if (order.basis !== basisOf(engine, prepared.datasets)) {
      const began = "the search began with another engine or other datasets";
      if (this.#options.isShared !== true) {
        throw new StartError(`Cannot go on: ${began}, order it anew`);
      }
      const cause = new Error(`${began}, which this worker must have: it is left to others`);
      throw new StoreFailure("", { cause });
    }
    const search = { order, prepared, stages: new Map<string, StageOutcome>() };
    const [oldest] = this.#replayed.keys();
    if (oldest !== undefined && this.#replayed.size >= REPLAYED_MAX) this.#replayed.delete(oldest);
    this.#replayed.set(id, search);
    return search;
  }

  async #range(
    { stage: name, from, count, task }: RangeJob,
    { order, prepared }: Replayed,
  ): Promise<JobOutcome> {
    const stage: Stage = JSON.parse(task);
    const { plan, description: { columns: names } } = prepared;
    const range = { from, count };
    const keepsPoints = stage.needsPoints || order.keepsPoints;
    const { summary, numbers } = await this.#options.crew.run({
      kind: "range",
      plan,
      stage,
      range,
      names,
      keepsPoints,
    });
    if (summary.count !== count) throw new StartError(`Cannot run ${name}: the range is not whole`);
    const best = stage.role === "search" ? summary.top[0] : undefined;
    return {
      kind: "result",
      result: {
        count,
        summary: JSON.stringify(summary),
        merit: best?.merit ?? null,
        best: best === undefined ? null : JSON.stringify(best),
        points: keepsPoints ? new Uint8Array(numbers.buffer) : null,
      },
    };
  }

  async #step(id: string, { order, prepared, stages }: Replayed): Promise<JobOutcome> {
    const { engine, datasets, crew } = this.#options;
    const { plan, description } = prepared;
    const run = async (stage: Stage): Promise<StageOutcome> => {
      const outcome = stages.get(stage.name) ??
        await this.#outcomeOf(id, stage, description.columns);
      stages.set(stage.name, outcome);
      return outcome;
    };
    try {
      const { folds } = await runStages(prepared, run);
      const report = await makeReport(folds, {
        plan,
        engine,
        datasets,
        crew,
        versions: okValue(EngineVersionsSchema, engine.versions()),
        statusNames: description.statuses,
        topMax: order.topMax,
        run,
      });
      this.#replayed.delete(id);
      return { kind: "end", end: { status: "done", outcome: JSON.stringify(report) } };
    } catch (error) {
      if (error instanceof Missing) return { kind: "ranges", ranges: tasksOf(error) };
      throw error;
    }
  }

  /** @throws {Missing} with the ranges that are not there */
  async #outcomeOf(id: string, stage: Stage, names: readonly string[]): Promise<StageOutcome> {
    const ranges = rangesOf(stage.count);
    const there = new Set(await this.#ask((store) => store.ranges(id, stage.name)));
    const missing = ranges.filter(({ from }) => !there.has(from));
    if (missing.length > 0) throw new Missing(stage, missing);
    let summary = NO_SUMMARY;
    const points: Points[] = [];
    for (const { from } of ranges) {
      const text = await this.#ask((store) => store.summary(id, stage.name, from));
      const found: Summary = JSON.parse(text ?? "null");
      summary = mergeSummaries(summary, found, stage.topMax);
      if (!stage.needsPoints) continue;
      const bytes = await this.#ask((store) => store.points(id, stage.name, from));
      if (bytes) points.push(new Points(from, names, new Float64Array(bytes.buffer)));
    }
    return { stage, summary, points };
  }

  async #ask<T>(question: (store: SearchStore) => Promise<T>): Promise<T> {
    try {
      return await question(this.#options.store);
    } catch (cause) {
      throw new StoreFailure("", { cause });
    }
  }
}

function tasksOf({ stage, ranges }: Missing): readonly NewRange[] {
  return ranges.map((range, priority) => ({
    stage: stage.name,
    ...range,
    priority,
    task: JSON.stringify({ ...stage, draw: partOf(stage.draw, range) }),
  }));
}
