// This module is browser compatible.

import type { Timeframe } from "../contracts/scalar.ts";
import type { RemoteLedger, Trial, TrialLedger } from "../contracts/trial.ts";
import type { Dataset } from "../datasets/dataset.ts";

/** Bytes that own their buffer, so that it can be transferred to another thread. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Views of a run, from all bars to metrics and counts. */
export const VIEWS = ["full", "summary", "trades"] as const;
export type View = typeof VIEWS[number];

/** A finished simulation. */
export interface SimulationAnswer {
  /** The engine's answer: `{"ok": ...}` or `{"error": ...}`. */
  readonly bytes: Bytes;
  /** The run as what counts trials sees it; null of an error. */
  readonly trial: Trial | null;
}

/** A simulation that is asked for. */
export interface SimulationOrder {
  /** The body as received, not validated. */
  readonly candidate: Uint8Array;
  readonly view: View;
  readonly simulationId: string;
}

/** Returns whether a candidate of so many components may run now. */
export type Admit = (components: number) => boolean;

/**
 * One instance of the engine with its datasets. All bytes are UTF-8 JSON, and every answer is
 * `{"ok": ...}` or `{"error": ...}`; see `wire.ts` for its readers.
 *
 * Every method throws `EngineTrap` when the engine traps. The instance must not be used again.
 */
export interface Engine {
  /** Versions of the engine. */
  versions(): Uint8Array;
  /** All strategies and their parameters. */
  strategyCatalogue(): Uint8Array;
  /** Execution policy, scoring constants, scenarios and gates. */
  familyProfile(): Uint8Array;
  /** Adds a dataset; returns the engine's summary of it. */
  addDataset(dataset: Dataset): Uint8Array;
  /**
   * Makes what every evaluation on a dataset needs and the first would make; some hundredths of a
   * second. Without a dataset of this name it does nothing.
   */
  prepare(marketId: number, timeframe: Timeframe): void;
  /** Checks a candidate, the body of a simulation request: strict JSON, then its values. */
  check(candidate: Uint8Array): Uint8Array;
  /** Runs a candidate. */
  simulate(request: Uint8Array): SimulationAnswer;
  /**
   * Checks a candidate as `check` does, and runs it when it is let in.
   *
   * @param admit asked once, about a candidate that is valid; what it throws is thrown
   * @returns null when it is not let in, what `check` answers when it is refused
   */
  simulateAdmitted(order: SimulationOrder, admit: Admit): SimulationAnswer | null;
  /**
   * Replays and scores the `data` of a simulation answer.
   *
   * @param ledger asked once, about a payload that the replay has proved; what it throws is thrown
   */
  evaluate(request: Uint8Array, payload: Uint8Array, ledger: TrialLedger): Bytes;
  /**
   * Runs a candidate in every scenario: `{"scenarios": [{"id", "idle": [], "strategy": []}]}`, the
   * equity at the end of each scored day as a multiple of the capital.
   */
  scenarioPaths(candidate: Uint8Array): Bytes;
  /**
   * Generates a dataset, `{"marketKey", "timeframe", "seed"}`: `{"ok": {"csv", ...}}`, the same bytes
   * for the same order.
   */
  generateDataset(request: Uint8Array): Bytes;
  /**
   * Returns columns for the charts of a dataset that was taken, three one after the other, each with
   * a value for every bar: the equity of Hold and of all capital left in SY, as multiples of the
   * capital and 1 during the warmup, and PT's share of the pool. Empty when there is no such dataset.
   */
  chartColumns(marketId: number, timeframe: Timeframe): Float64Array<ArrayBuffer>;
  /**
   * Runs a candidate for the columns of its full view, one after the other and each with a value for
   * every bar: those of the portfolio, then those of the ledger of each component, in the order of
   * their names and without `skipReason`. Empty when the candidate is refused.
   */
  runColumns(candidate: Uint8Array): Float64Array<ArrayBuffer>;
  /**
   * Says what the strategies of a candidate look at: `{"ok": {"components": [[{"marks": [{"compare",
   * "name", "role", "value"}], "name", "scale", "unit"}, ...], ...]}}`, for each component its lines
   * and what each is compared with. The targets of a strategy follow from them.
   */
  describeObserved(candidate: Uint8Array): Bytes;
  /**
   * Returns the columns of `describeObserved`, one after the other and each with a value for every
   * bar, NaN where there is none: each line, and then its marks without a value. Empty when the
   * candidate is refused.
   */
  observedColumns(candidate: Uint8Array): Float64Array<ArrayBuffer>;
  /**
   * Runs many candidates for the score of each: `{"candidates": [CANDIDATE, ...]}`, 1 to 1024 of
   * them. Returns `{"ok": {"points": [POINT, ...]}}`, in their order, each either
   * `{"dailySharpe", "fills", "intents", "probabilisticSharpe", "score"}` with the terms of the
   * utility, equal to the bit to the figures of `evaluate` for the official run (a ratio is null
   * where it is not defined), or `{"fieldErrors": [...]}`.
   */
  sweep(request: Uint8Array): Bytes;
  /**
   * Says what a plan of candidates is, `{"plan", "numbers"}`: `{"ok": {"candidates", "columns",
   * "count", "statuses"}}`, how many candidates it has, the names of its columns and of its status
   * codes, and of each of the asked numbers the candidate, or the name of why there is none. See
   * `engine-rs/RULES.md` 7.
   */
  describePlan(request: Uint8Array): Bytes;
  /**
   * Runs candidates of a plan by number, `{"plan", "from", "count"}`, for columns one after the
   * other, each with a value per candidate: the coordinates on the axes, the figures of a sweep to
   * the bit, a status code; NaN where there is none. Empty when the request is refused;
   * `describePlan` says why.
   */
  planColumns(request: Uint8Array): Float64Array<ArrayBuffer>;
  /**
   * Judges daily excess returns by what luck gives: see `engine-rs/RULES.md` 6.5.
   *
   * @param trials distinct candidates that were tried, and the sample variance of their daily ratios;
   * null takes the variance of ratios without skill
   */
  sharpeLuck(excess: Float64Array, trials?: SharpeTrials): SharpeLuck;
  /**
   * Returns the probability of backtest overfitting by combinatorially symmetric cross-validation
   * (Bailey, Borwein, Lopez de Prado and Zhu, 2015); null with fewer than two candidates or too few
   * days.
   *
   * @param excess daily excess returns of each candidate, all over the same days
   */
  overfitting(excess: readonly Float64Array[]): Overfitting | null;
  /**
   * Returns about the edge that passes the EDGE gate: where the p-value, adjusted for the trials, is
   * the largest that passes (`engine-rs/RULES.md` 6.3).
   *
   * @param paths sister paths behind the standard error
   */
  requiredEdge(standardError: number, trials: number, paths: number): number;
  /** Bytes of memory that this instance has; WebAssembly memory never shrinks. */
  readonly memoryBytes: number;
}

/** Trials that a Sharpe ratio is deflated by. */
export interface SharpeTrials {
  readonly count: number;
  /** Sample variance of their daily ratios; null: unknown. */
  readonly variance: number | null;
}

/** A daily Sharpe ratio, and how far it is from luck. */
export interface SharpeLuck {
  /** Mean over sample deviation, not annualised; null under two days or without deviation. */
  readonly sharpe: number | null;
  /**
   * Deflated Sharpe ratio: the probability that the true ratio is above the best that the trials give
   * by luck. For one trial it is the probabilistic Sharpe ratio. Null where it is undefined.
   */
  readonly deflated: number | null;
}

/** Performance of a selection on days that it was not made on. */
export interface Overfitting {
  /** Share of splits in which the best candidate of one half ranks in the lower half on the other. */
  readonly probability: number;
  /** Splits of the parts into halves. */
  readonly splits: number;
  /** Parts that the days are cut into. */
  readonly parts: number;
  /** Candidates that were compared. */
  readonly candidates: number;
  /** Share of splits in which the chosen candidate loses on the other half. */
  readonly lossShare: number;
}

/** The engine trapped during a call: a bug of the engine. Its instance must not be used again. */
export class EngineTrap extends Error {
  override readonly name = "EngineTrap";
}

/** Where the time of a run went, in milliseconds. */
export interface RunTimes {
  /** Waiting for a free engine, and the messages to it and back. */
  readonly queueMs: number;
  /** In the engine. */
  readonly engineMs: number;
}

/** The answer of a runner; an evaluation was counted already, so it has no trial. */
export interface RunAnswer extends SimulationAnswer, RunTimes {}

/** The columns of a range of a plan. */
export interface PlanAnswer extends RunTimes {
  readonly columns: Float64Array<ArrayBuffer>;
}

/** A run on the caller's thread; null when it is not allowed. */
export type RunHere = (mayRun: (weight: number) => boolean) => SimulationAnswer | null;

/** Runs engines, usually in workers, so that the caller's thread stays free. */
export interface EngineRunner {
  /** Whether there is an engine that can run. */
  readonly isAlive: boolean;
  /**
   * Checks that there is room for a run of a key. It is called before units are charged, so that a
   * rejection costs nothing.
   *
   * @throws {ApiError} OVERLOADED
   */
  admit(keyId: string): void;
  /**
   * Lets the caller run a light candidate on its own thread, by an engine that it has.
   *
   * @param keyId the key whose run it is
   * @param run checks the candidate, asks by its weight whether it may run, and runs it if so
   * @returns null when it was valid and may not run here
   */
  runHere(keyId: string, run: RunHere): RunAnswer | null;
  /**
   * Runs a candidate; rejects with `EngineTrap`, with RUN_TIMEOUT when the run exceeds its deadline,
   * or with OVERLOADED when the queue is full.
   *
   * @param weight relative duration, 1 per component of a small view
   * @param keyId the key whose turn the run takes
   */
  simulate(request: Bytes, weight: number, keyId: string): Promise<RunAnswer>;
  /**
   * Replays and scores a payload, whose buffer is transferred; rejects like `simulate`, and with
   * what the ledger throws.
   *
   * @param request what the caller may evaluate, see `services/evaluations.ts`
   * @param ledger counts the trials of the key, on the caller's thread
   */
  evaluate(
    request: Bytes,
    payload: Bytes,
    keyId: string,
    ledger: RemoteLedger,
  ): Promise<RunAnswer>;
  /**
   * Runs a range of a plan, see `Engine.planColumns`; rejects like `simulate`. The engine is taken for
   * as long as the range takes, so that what else waits for it should wait little.
   */
  planColumns(request: Bytes, keyId: string): Promise<PlanAnswer>;
}
