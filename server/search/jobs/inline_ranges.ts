// This module is browser compatible.

import type { NumberRange } from "../stages/engine_plan.ts";
import { Points } from "../points/points.ts";
import { type RangeSource, Stopped } from "../stages/ranges.ts";
import type { SearchRun } from "./search_run.ts";
import type { EvaluatedTrial } from "../stages/evaluated.ts";
import type { PathTrial } from "../stages/path_halving.ts";
import type { AnyStage, EvaluationStage, PathStage, Stage } from "../stages/stage.ts";
import type { Bytes } from "../../engine/engine.ts";

/** How ranges are run inline. */
export interface InlineOptions {
  /** Ranges at once; workers + 1 keeps every worker busy. */
  readonly parallel: number;
  /** Stops the search; the ranges in flight are lost. */
  readonly signal: AbortSignal;
  /** Whether the points of a stage are wanted. */
  keepsPoints(stage: Stage): boolean;
  onRange(stage: Stage, range: NumberRange, points: Points | null): void;
}

/** The search whose ranges are run. */
export type InlineRun = Pick<SearchRun, "runRange" | "evaluateRange" | "pathRange" | "prepared">;

/** Runs ranges as soon as a stage needs them, and keeps their results in memory. */
export class InlineRanges implements RangeSource {
  readonly #run: InlineRun;
  readonly #options: InlineOptions;
  readonly #summaries = new Map<string, Bytes>();
  readonly #evaluations = new Map<string, readonly EvaluatedTrial[]>();
  readonly #paths = new Map<string, readonly PathTrial[]>();

  constructor(run: InlineRun, options: InlineOptions) {
    this.#run = run;
    this.#options = options;
  }

  async complete(stage: AnyStage, ranges: readonly NumberRange[]): Promise<void> {
    const { signal, parallel } = this.#options;
    const isDone = (range: NumberRange): boolean => {
      const key = keyOf(stage, range);
      return [this.#summaries, this.#evaluations, this.#paths].some((results) => results.has(key));
    };
    const pending = ranges.filter((range) => !isDone(range)).values();
    const failing = new AbortController();
    const either = AbortSignal.any([signal, failing.signal]);
    const work = async (): Promise<void> => {
      while (!either.aborted) {
        const { value: range } = pending.next();
        if (range === undefined) return;
        await this.#runRange(stage, range).catch((error) => failing.abort(error));
      }
    };
    await Promise.all(Array.from({ length: parallel }, work));
    failing.signal.throwIfAborted();
    if (!ranges.every(isDone)) throw new Stopped("Cannot continue: the search was stopped");
  }

  summaries(stage: Stage, ranges: readonly NumberRange[]): Promise<readonly Bytes[]> {
    return Promise.all(ranges.map((range) => found(this.#summaries.get(keyOf(stage, range)))));
  }

  evaluations(stage: EvaluationStage, range: NumberRange): Promise<readonly EvaluatedTrial[]> {
    return found(this.#evaluations.get(keyOf(stage, range)));
  }

  paths(stage: PathStage, range: NumberRange): Promise<readonly PathTrial[]> {
    return found(this.#paths.get(keyOf(stage, range)));
  }

  async #runRange(stage: AnyStage, range: NumberRange): Promise<void> {
    const { signal } = this.#options;
    if (stage.role === "evaluate") {
      const evaluations = await this.#run.evaluateRange(stage, range, signal);
      this.#evaluations.set(keyOf(stage, range), evaluations);
      return;
    }
    if (stage.role === "paths") {
      this.#paths.set(keyOf(stage, range), await this.#run.pathRange(stage, range, signal));
      return;
    }
    const keepsPoints = this.#options.keepsPoints(stage);
    const { summary, numbers } = await this.#run.runRange(stage, range, { keepsPoints, signal });
    const names = this.#run.prepared.description.columns;
    const points = keepsPoints ? new Points(range.from, names, numbers) : null;
    this.#summaries.set(keyOf(stage, range), summary);
    this.#options.onRange(stage, range, points);
  }
}

function keyOf({ name }: AnyStage, { from }: NumberRange): string {
  return `${name}/${from}`;
}

function found<T>(value: T | undefined): Promise<T> {
  return value === undefined
    ? Promise.reject(new Error("Cannot read a range: it has not been run"))
    : Promise.resolve(value);
}
