// This module is browser compatible.

import type { NumberRange } from "../stages/engine_plan.ts";
import { Points } from "../points/points.ts";
import { type RangeSource, Stopped } from "../stages/ranges.ts";
import type { SearchRun } from "./search_run.ts";
import type { AnyStage, Stage } from "../stages/stage.ts";
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
export type InlineRun = Pick<SearchRun, "runRange" | "runListed" | "prepared">;

/** Runs ranges as soon as a stage needs them, and keeps their results in memory. */
export class InlineRanges implements RangeSource {
  readonly #run: InlineRun;
  readonly #options: InlineOptions;
  readonly #results = new Map<string, Bytes>();

  constructor(run: InlineRun, options: InlineOptions) {
    this.#run = run;
    this.#options = options;
  }

  async complete(stage: AnyStage, ranges: readonly NumberRange[]): Promise<void> {
    const { signal, parallel } = this.#options;
    const isDone = (range: NumberRange): boolean => this.#results.has(keyOf(stage, range));
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

  results(stage: AnyStage, ranges: readonly NumberRange[]): Promise<readonly Bytes[]> {
    return Promise.try(() =>
      ranges.map((range) => {
        const found = this.#results.get(keyOf(stage, range));
        if (found === undefined) throw new Error("Cannot read a range: it has not been run");
        return found;
      })
    );
  }

  async #runRange(stage: AnyStage, range: NumberRange): Promise<void> {
    const { signal } = this.#options;
    const keep = (result: Bytes): void => void this.#results.set(keyOf(stage, range), result);
    if (stage.role === "evaluate" || stage.role === "paths") {
      return keep((await this.#run.runListed(stage, range, signal)).found);
    }
    const keepsPoints = this.#options.keepsPoints(stage);
    const { summary, numbers } = await this.#run.runRange(stage, range, { keepsPoints, signal });
    const names = this.#run.prepared.description.columns;
    const points = keepsPoints ? new Points(range.from, names, numbers) : null;
    keep(summary);
    this.#options.onRange(stage, range, points);
  }
}

function keyOf({ name }: AnyStage, { from }: NumberRange): string {
  return `${name}/${from}`;
}
