// This module is browser compatible.

import type { NumberRange } from "./engine_plan.ts";
import type { AnyStage, PathStage } from "./stage.ts";
import type { Bytes } from "../../engine/engine.ts";

/** The results of a search's ranges: a store that jobs fill, or memory that fills itself. */
export interface RangeSource {
  /**
   * Resolves when every range of a stage has a result.
   *
   * @throws {PendingRanges} when other jobs must run ranges first
   * @throws {Stopped} when the search was stopped
   */
  complete(stage: AnyStage, ranges: readonly NumberRange[]): Promise<void>;
  /** Returns the results of some ranges: packed summaries, or the JSON of evaluations or runs on paths. */
  results(stage: AnyStage, ranges: readonly NumberRange[]): Promise<readonly Bytes[]>;
}

/** A stage cannot continue before its ranges have been run. */
export class PendingRanges extends Error {
  override readonly name = "PendingRanges";
  readonly stage: AnyStage;
  readonly ranges: readonly NumberRange[];
  /** Number of ranges of the stage that have been run. */
  readonly done: number;

  constructor(stage: AnyStage, ranges: readonly NumberRange[], done: number) {
    super(`Cannot continue: ${ranges.length} ranges of ${stage.name} have not been run`);
    this.stage = stage;
    this.ranges = ranges;
    this.done = done;
  }
}

/** The search was stopped before its end. Finished ranges are kept. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

/** Candidates of a chunk: a range runs, summarises and stores its candidates chunk by chunk. */
export const CHUNK = 16_384;
/** Most candidates of a chunk: a range that is a little larger than some chunks has no small one. */
export const CHUNK_MAX = CHUNK + CHUNK / 2;
/**
 * Most candidates of a range, 3 seconds of a core for light ones: a worker holds the points of a range
 * until it has written them, a hundred megabytes.
 */
const RANGE_MAX = 64 * CHUNK;
/** The least candidates of a range are between these. */
const RANGE_MIN = 256;
const RANGE_MIN_MAX = 1_024;
/**
 * Least ranges in one of the largest: each takes 3 milliseconds of a core where candidates share their
 * indicators, as long as its summary and its transaction, and ten times as long where they do not.
 */
const LEAST_PER_LARGEST = 1_200;
/** Bars of all components that a range walks: 5 to 10 seconds of a core. */
const RANGE_BARS = 1.3e10;
/** Bars that take as long as the work on a candidate that does not depend on its bars. */
const CANDIDATE_BARS = 1_000;
/**
 * Ranges of a stage of moderate size: enough that all of a hundred cores finish at about the same time,
 * and few enough that a range, which ends with a transaction, is a fair piece of work.
 */
const RANGES_MIN = 16;
const RANGES_MAX = 400;
/**
 * Ranges of a fair size in one of the largest: each takes half a second of a core, or 0.2 where candidates
 * share their indicators. However small a range is, its summary and transaction take 2 to 3 milliseconds.
 */
const FAIR_PER_LARGEST = 6;

/**
 * Returns the most candidates of a range of a plan. The work of a plan decides, and no measured rate:
 * a stored result is found by the first number of its range, so every process must cut alike.
 */
export function rangeMaxOf(components: number, bars: number): number {
  const most = Math.floor(RANGE_BARS / (components * bars + CANDIDATE_BARS));
  const whole = most > CHUNK ? most - most % CHUNK : most;
  return Math.min(RANGE_MAX, Math.max(RANGE_MIN, whole));
}

/** Splits a stage into ranges. They depend on the plan alone, so any process can resume a search. */
export function rangesOf(count: number, rangeMax: number): readonly NumberRange[] {
  const fair = Math.ceil(count * FAIR_PER_LARGEST / rangeMax);
  const ranges = Math.min(RANGES_MAX, Math.max(RANGES_MIN, fair));
  const least = Math.min(RANGE_MIN_MAX, Math.ceil(rangeMax / LEAST_PER_LARGEST));
  return split(
    count,
    Math.min(rangeMax, Math.max(RANGE_MIN, least, Math.ceil(count / ranges))),
  );
}

/** Splits a range into its chunks. */
export function chunksOf({ from, count }: NumberRange): readonly NumberRange[] {
  const chunks = Math.max(1, Math.round(count / CHUNK));
  return split(count, Math.ceil(count / chunks))
    .map((chunk) => ({ ...chunk, from: from + chunk.from }));
}

/** Most components whose evaluations are one range: 0.2 to 0.5 seconds of a core. */
const EVALUATED_MAX = 32;
const EVALUATION_RANGES = 16;

/** Splits evaluations into ranges, by the number of components of a candidate. */
export function evaluationRangesOf(count: number, components: number): readonly NumberRange[] {
  const most = Math.floor(EVALUATED_MAX / components);
  return split(count, Math.max(1, Math.min(most, Math.ceil(count / EVALUATION_RANGES))));
}

/** Runs of one component on paths that are one range: 0.1 to 0.3 seconds of a core. */
const RANGE_RUNS = 8_192;

/** Splits a rung of runs on paths into ranges, by the number of components of a candidate. */
export function pathRangesOf(
  { count, paths: { from, to } }: Pick<PathStage, "count" | "paths">,
  components: number,
): readonly NumberRange[] {
  return split(count, Math.max(1, Math.floor(RANGE_RUNS / ((to - from) * components))));
}

function split(count: number, size: number): readonly NumberRange[] {
  return Array.from({ length: Math.ceil(count / size) }, (_, at) => ({
    from: at * size,
    count: Math.min(size, count - at * size),
  }));
}
