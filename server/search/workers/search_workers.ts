// This module is browser compatible.

import type { Candidate } from "../../contracts/candidate.ts";
import type { CountsByDataset } from "../../contracts/trial.ts";
import type { Bytes } from "../../engine/engine.ts";
import type { EvaluatedTrial } from "../stages/evaluated.ts";
import type { RangeAnswer, RangeTask } from "./run_range.ts";
import type { UtilitiesTask } from "./run_utilities.ts";

/** The engine's answer to the results of a search, and the rows of the next stage if it has a list. */
export interface ReportStep {
  readonly answer: Bytes;
  readonly rows: Float64Array<ArrayBuffer>;
}

/**
 * Workers that run ranges, evaluations and reports. A call whose signal aborts is rejected with
 * `Stopped`: at once while it waits, and between two blocks of candidates while it runs. A worker that
 * is still in the middle of a block after `STOP_MS` ends, unless calls of other keys share it.
 */
export interface SearchWorkers {
  /** Calls that can run at once, each on a core of its own. */
  readonly size: number;
  range(task: RangeTask, signal?: AbortSignal): Promise<RangeAnswer>;
  /** Returns the next stage of a search or its report, as `Engine.report` does, and the rows of a list. */
  report(request: Bytes, results: Bytes, signal?: AbortSignal): Promise<ReportStep>;
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
export interface SharedWorkers extends Pick<SearchWorkers, "size"> {
  /** Returns the workers for the calls of one key. */
  forKey(keyId: string): SearchWorkers;
}
