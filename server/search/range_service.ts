// This module is browser compatible.

import { transfer } from "../base/remote_messages.ts";
import type { Candidate } from "../contracts/candidate.ts";
import type { SearchPlan } from "../contracts/plan.ts";
import type { TrialCounts } from "../contracts/trial.ts";
import type { Dataset } from "../datasets/dataset.ts";
import { payloadOf } from "../engine/answer.ts";
import type { Engine } from "../engine/engine.ts";
import { dailyReturns, type WindowReturns } from "./daily_excess.ts";
import { evaluated, type EvaluatedTrial } from "./evaluated.ts";
import type { BarRange } from "./folds.ts";
import { type RangeAnswer, type RangeTask, runRange } from "./run_range.ts";
import { BlockPace } from "./block_pace.ts";
import { Stopped } from "./ranges.ts";
import { StopFlag } from "./stop_flag.ts";
import { Requests, type SharedMemory } from "./yield_to_requests.ts";

/** Everything that a worker of a search needs before its first call. */
export interface RangeStart {
  readonly module: WebAssembly.Module;
  readonly datasets: readonly Dataset[];
  /** Memory of the `Requests` that come before searches. */
  readonly requests: SharedMemory;
  /** Memory of the `StopFlag` of this worker. */
  readonly stop: SharedMemory;
}

interface Started {
  readonly engine: Engine;
  readonly datasets: readonly Dataset[];
  readonly requests: Requests;
  readonly stop: StopFlag;
}

/** The service of a worker of searches. */
export class RangeService {
  readonly #load: (module: WebAssembly.Module) => Engine;
  #started: Started | null = null;
  /** The last plan, and the size of its blocks. */
  #paced = { plan: "", pace: new BlockPace() };

  /** @param load makes the worker's engine */
  constructor(load: (module: WebAssembly.Module) => Engine) {
    this.#load = load;
  }

  /** Makes the engine; comes before all other calls. */
  start({ module, datasets, requests, stop }: RangeStart): void {
    const engine = this.#load(module);
    for (const dataset of datasets) {
      const answer = engine.addDataset(dataset);
      if (payloadOf(answer) === null) throw new Error(new TextDecoder().decode(answer));
    }
    this.#started = {
      engine,
      datasets,
      requests: new Requests(requests),
      stop: new StopFlag(stop),
    };
  }

  /**
   * Runs a range of a stage.
   *
   * @throws {Stopped} between two blocks, after the flag of this worker was raised
   */
  range(task: RangeTask): RangeAnswer {
    const { engine } = this.#require();
    const pace = this.#paceOf(task.plan);
    const next = (at: number): number => {
      if (at > 0) pace.end();
      const most = this.#pause();
      return Math.min(most, pace.begin());
    };
    const answer = runRange(engine, task, next);
    return transfer(answer, [answer.numbers.buffer]);
  }

  /** Returns daily returns of candidates on the dataset at a place of the start's list. */
  returns(at: number, window: BarRange | null, candidates: readonly Candidate[]): WindowReturns {
    const { engine, datasets } = this.#require();
    const dataset = datasets[at];
    if (dataset === undefined) throw new Error(`there is no dataset ${at}`);
    return dailyReturns(engine, dataset, window, candidates);
  }

  /**
   * Evaluates candidates, one after the other.
   *
   * @throws {Stopped} between two candidates, after the flag of this worker was raised
   */
  evaluate(candidates: readonly Candidate[], counts: TrialCounts): readonly EvaluatedTrial[] {
    const { engine } = this.#require();
    return candidates.map((candidate) => {
      this.#pause();
      return evaluated(engine, candidate, counts);
    });
  }

  /**
   * Yields to requests.
   *
   * @returns the most candidates of the next block
   * @throws {Stopped} after the flag of this worker was raised
   */
  #pause(): number {
    const { requests, stop } = this.#require();
    if (stop.isRaised) throw new Stopped("Cannot continue: the search was stopped");
    return requests.yieldTo();
  }

  /** Ranges of one plan continue with the size of its last block. */
  #paceOf(searched: SearchPlan): BlockPace {
    const plan = JSON.stringify(searched);
    if (plan !== this.#paced.plan) this.#paced = { plan, pace: new BlockPace() };
    return this.#paced.pace;
  }

  #require(): Started {
    if (this.#started === null) throw new Error("it has not started");
    return this.#started;
  }
}
