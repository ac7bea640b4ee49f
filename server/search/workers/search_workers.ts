// This module is browser compatible.

import type { Candidate } from "../../contracts/candidate.ts";
import type { CountsByDataset } from "../../contracts/trial.ts";
import type { WindowReturns } from "../fold/daily_excess.ts";
import type { EvaluatedTrial } from "../fold/evaluated.ts";
import type { BarRange } from "../plan/folds.ts";
import type { RangeAnswer, RangeTask } from "./run_range.ts";
import type { UtilitiesTask } from "./run_utilities.ts";

/**
 * Workers that run ranges, evaluations and daily returns. A call whose signal aborts is rejected with
 * `Stopped`: at once while it waits, and between two blocks of candidates while it runs. A worker that
 * is still in the middle of a block after `STOP_MS` ends, unless calls of other keys share it.
 */
export interface SearchWorkers {
  /** Calls that can run at once, each on a core of its own. */
  readonly size: number;
  range(task: RangeTask, signal?: AbortSignal): Promise<RangeAnswer>;
  returns(
    at: number,
    window: BarRange | null,
    candidates: readonly Candidate[],
    signal?: AbortSignal,
  ): Promise<WindowReturns>;
  evaluate(
    candidates: readonly Candidate[],
    counts: CountsByDataset,
    signal?: AbortSignal,
  ): Promise<readonly EvaluatedTrial[]>;
  /**
   * Rejects with `RunTrapped` when a candidate traps the engine.
   *
   * @param moved called when a block begins, and when it has ended
   */
  utilities(
    task: UtilitiesTask,
    signal?: AbortSignal,
    moved?: () => void,
  ): Promise<Float64Array<ArrayBuffer>>;
  /** Ranks rows of utilities, as `Engine.seasonRanks` does. */
  ranks(
    utilities: Float64Array,
    paths: number,
    signal?: AbortSignal,
  ): Promise<Float64Array<ArrayBuffer>>;
}

/** Workers that keys share. */
export interface SharedWorkers extends SearchWorkers {
  /** Returns the workers for the calls of one key. */
  forKey(keyId: string): SearchWorkers;
}
