// This module is browser compatible.

import type { Candidate } from "../contracts/candidate.ts";
import type { TrialCounts } from "../contracts/trial.ts";
import type { Dataset } from "../datasets/dataset.ts";
import { payloadOf } from "../engine/answer.ts";
import type { Engine } from "../engine/engine.ts";
import { type DailyReturns, dailyReturns } from "./daily_excess.ts";
import { type Evaluated, evaluated } from "./evaluated.ts";
import type { BarRange } from "./folds.ts";
import { Requests, type SharedMemory } from "./give_way.ts";
import { type RangeAnswer, type RangeTask, runRange } from "./run_range.ts";

/** What a worker of a search is asked. */
export type SearchTask =
  | {
    readonly kind: "start";
    readonly module: WebAssembly.Module;
    readonly datasets: readonly Dataset[];
    /** Of `Requests`, which come first. */
    readonly requests: SharedMemory;
  }
  | RangeTask
  | {
    readonly kind: "returns";
    readonly dataset: number;
    readonly window: BarRange | null;
    readonly candidates: readonly Candidate[];
  }
  | { readonly kind: "evaluate"; readonly candidate: Candidate; readonly tried: TrialCounts };

/** What it answers, one answer to each task and in their order. */
export type SearchAnswer =
  | { readonly kind: "ready" }
  | RangeAnswer
  | { readonly kind: "returns"; readonly returns: DailyReturns }
  | { readonly kind: "evaluate"; readonly evaluation: Evaluated }
  | { readonly kind: "failed"; readonly reason: string };

/** The worker's global scope, as far as this module uses it. */
export interface SearchScope {
  onmessage: ((event: MessageEvent<SearchTask>) => void) | null;
  postMessage(answer: SearchAnswer, transfer: Transferable[]): void;
}

interface Started {
  readonly engine: Engine;
  readonly datasets: readonly Dataset[];
  readonly requests: Requests;
}

/**
 * Makes a worker serve the ranges of searches, one task after the other.
 *
 * @param scope `self` of the worker
 * @param load makes the worker's engine
 */
export function serveRanges(
  scope: SearchScope,
  load: (module: WebAssembly.Module) => Engine,
): void {
  let started: Started | null = null;
  const answerTo = (task: SearchTask): SearchAnswer => {
    if (task.kind === "start") {
      const engine = load(task.module);
      for (const dataset of task.datasets) {
        const answer = engine.addDataset(dataset);
        if (payloadOf(answer) === null) throw new Error(new TextDecoder().decode(answer));
      }
      const requests = new Requests(task.requests);
      started = { engine, datasets: task.datasets, requests };
      return { kind: "ready" };
    }
    if (started === null) throw new Error("it has not started");
    const { engine, datasets, requests } = started;
    if (task.kind === "range") return runRange(engine, task, () => requests.giveWay());
    if (task.kind === "evaluate") {
      return { kind: "evaluate", evaluation: evaluated(engine, task.candidate, task.tried) };
    }
    const dataset = datasets[task.dataset];
    if (dataset === undefined) throw new Error(`there is no dataset ${task.dataset}`);
    return {
      kind: "returns",
      returns: dailyReturns(engine, dataset, task.window, task.candidates),
    };
  };
  scope.onmessage = ({ data: task }): void => {
    let answer: SearchAnswer;
    try {
      answer = answerTo(task);
    } catch (error) {
      answer = {
        kind: "failed",
        reason: String(error instanceof Error ? error.cause ?? error : error),
      };
    }
    scope.postMessage(answer, answer.kind === "range" ? [answer.numbers.buffer] : []);
  };
}
