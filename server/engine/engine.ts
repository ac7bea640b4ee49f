// This module is browser compatible.

import type { Timeframe } from "../contracts/scalar.ts";
import type { Dataset } from "../datasets/dataset.ts";

/** Bytes that own their buffer, so that it can be moved to another thread. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** A finished simulation. */
export interface SimulationAnswer {
  /** The engine's answer: `{"ok": ...}` or `{"error": ...}`. */
  readonly bytes: Bytes;
  /** Daily Sharpe ratio of the run, not annualised; null where there is none. */
  readonly dailySharpe: number | null;
}

/**
 * One instance of the engine with its datasets. All bytes are UTF-8 JSON, and every answer is
 * `{"ok": ...}` or `{"error": ...}`; see `wire.ts` for its readers.
 *
 * Every method throws `EngineTrap` when the engine broke off. The instance is dead then.
 */
export interface Engine {
  /** Versions of the engine. */
  facts(): Uint8Array;
  /** All strategies and their parameters. */
  strategyCatalogue(): Uint8Array;
  /** Execution policy, scoring constants, scenarios and gates. */
  familyProfile(): Uint8Array;
  /** Takes a dataset; answers what the engine found in it. */
  addDataset(dataset: Dataset): Uint8Array;
  /** Checks a candidate, the body of a simulation request, as strict JSON and in meaning. */
  check(candidate: Uint8Array): Uint8Array;
  /** Runs a candidate. */
  simulate(request: Uint8Array): SimulationAnswer;
  /** Replays and scores the `data` of a simulation answer. */
  evaluate(request: Uint8Array, payload: Uint8Array): Bytes;
  /**
   * Runs a candidate in every scenario: `{"scenarios": [{"id", "idle": [], "strategy": []}]}`, the
   * equity at the end of each scored day as a multiple of the capital.
   */
  scenarioPaths(candidate: Uint8Array): Bytes;
  /**
   * Returns columns for the charts of a dataset that was taken, three one after the other, each with
   * a value for every bar: the equity of Hold and of all capital left in SY, as multiples of the
   * capital and 1 during the warmup, and PT's share of the pool. Empty when there is no such dataset.
   */
  chartColumns(marketId: number, timeframe: Timeframe): Float64Array<ArrayBuffer>;
  /**
   * Runs many candidates for the score of each: `{"candidates": [CANDIDATE, ...]}`, 1 to 1024 of
   * them. Answers with `{"ok": {"points": [POINT, ...]}}`, in their order, each either
   * `{"annualizedMeanReturn", "cvar", "dailySharpe", "executionCost", "fills", "intents",
   * "maxDrawdown", "probabilisticSharpe", "score", "turnover"}`, to the bit what `evaluate` says of
   * the official run (the two ratios null where there is none), or `{"fieldErrors": [...]}`.
   */
  sweep(request: Uint8Array): Bytes;
  /** Bytes of memory that this instance has taken; it never gives any back. */
  readonly memoryBytes: number;
}

/** The engine broke off in the middle of a call: a bug of the engine, and its instance is lost. */
export class EngineTrap extends Error {
  override readonly name = "EngineTrap";
}

/** Where the time of a run went, in milliseconds. */
export interface RunTimes {
  /** Waiting for a free engine, the way there and the way back. */
  readonly queueMs: number;
  /** In the engine. */
  readonly engineMs: number;
}

/** A run that is done elsewhere; an evaluation has no Sharpe ratio of its own. */
export interface RunAnswer extends SimulationAnswer, RunTimes {}

/** Engines that run elsewhere, so that the caller's thread stays free. */
export interface EngineRunner {
  /** Says whether an engine is there and can run. */
  readonly isAlive: boolean;
  /**
   * Lets a run of a key pass when there is room for it. Asked before units are charged, so that a
   * refusal costs nothing.
   *
   * @throws {ApiError} OVERLOADED
   */
  admit(keyId: string): void;
  /**
   * Runs a candidate; fails with `EngineTrap`, with RUN_TIMEOUT when it does not come to an end, or
   * with OVERLOADED when there is no room to wait.
   *
   * @param weight how long it takes, one for each component of a small view
   * @param keyId whose turn it takes
   */
  simulate(request: Bytes, weight: number, keyId: string): Promise<RunAnswer>;
  /**
   * Replays and scores a payload, whose buffer is moved away; fails like `simulate`.
   *
   * @param request what the key has tried, see `services/evaluations.ts`
   */
  evaluate(request: Bytes, payload: Bytes, keyId: string): Promise<RunAnswer>;
}
