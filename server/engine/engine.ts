// This module is browser compatible.

import type { Timeframe } from "../contracts/scalar.ts";
import type { RemoteLedger, Trial, TrialLedger } from "../contracts/trial.ts";
import type { Dataset } from "../datasets/dataset.ts";
import type { Summaries } from "./summaries.ts";

/** Bytes that own their buffer, so that it can be transferred to another thread. */
export type Bytes = Uint8Array<ArrayBuffer>;

/** Views of a run, from all bars to metrics and counts. */
export const VIEWS = ["full", "summary", "trades"] as const;
export type View = typeof VIEWS[number];

/** A finished simulation. */
export interface SimulationAnswer {
  /** The engine's answer: `{"ok": ...}` or `{"error": ...}`. */
  readonly bytes: Bytes;
  /** The trial that the run is; null of an error. */
  readonly trial: Trial | null;
  /** Of a run with columns, those of `Engine.runColumns`. */
  readonly columns?: Float64Array<ArrayBuffer>;
}

/** A simulation to run. */
export interface SimulationOrder {
  /** The body as received, not validated. */
  readonly candidate: Uint8Array;
  readonly view: View;
  readonly simulationId: string;
}

/** Returns whether a candidate with this number of components may run now. */
export type Admit = (components: number) => boolean;

/**
 * One instance of the engine with its datasets. All bytes are UTF-8 JSON, and every answer is
 * `{"ok": ...}` or `{"error": ...}`; see `wire.ts` for its readers.
 *
 * Every method throws `EngineTrap` when the engine traps. The instance must not be used again.
 */
export interface Engine extends Summaries {
  versions(): Uint8Array;
  /** All strategies and their parameters. */
  strategyCatalogue(): Uint8Array;
  /** Execution policy, scoring constants, scenarios and gates. */
  familyProfile(): Uint8Array;
  /** Adds a dataset; returns the engine's summary of it. */
  addDataset(dataset: Dataset): Uint8Array;
  /**
   * Makes the sister paths that every evaluation on a dataset needs, which takes some hundredths of a
   * second; otherwise the first evaluation makes them. Does nothing for an unknown dataset.
   */
  prepare(marketId: number, timeframe: Timeframe): void;
  /**
   * Checks a candidate, the body of a simulation request: strict JSON, then its values.
   *
   * @returns a `CheckedCandidate`, or the error with every wrong field
   */
  check(candidate: Uint8Array): Uint8Array;
  /** Runs a candidate. */
  simulate(request: Uint8Array): SimulationAnswer;
  /**
   * Checks a candidate as `check` does, and runs it if it is admitted.
   *
   * @param admit asked once, about a valid candidate; its exceptions are rethrown
   * @returns the answer of `check` for an invalid candidate; null for one that is not admitted
   */
  simulateAdmitted(order: SimulationOrder, admit: Admit): SimulationAnswer | null;
  /**
   * Replays and scores the `data` of a simulation answer.
   *
   * @param ledger asked once, after the replay has proved the payload; its exceptions are rethrown
   */
  evaluate(request: Uint8Array, payload: Uint8Array, ledger: TrialLedger): Bytes;
  /**
   * Runs a candidate in every scenario: `{"scenarios": [{"id", "idle": [], "strategy": []}]}`, the
   * equity at the end of each scored day as a multiple of the capital.
   */
  scenarioPaths(candidate: Uint8Array): Bytes;
  /**
   * Generates a dataset, `{"marketKey", "timeframe", "seed"}`: `{"ok": {"csv", ...}}`, the same bytes
   * for the same request.
   */
  generateDataset(request: Uint8Array): Bytes;
  /**
   * Generates a dataset as `generateDataset` does, and returns the columns of its file one after the
   * other, timestamps first. Empty for an invalid request.
   */
  generateColumns(request: Uint8Array): Float64Array<ArrayBuffer>;
  /**
   * Returns three columns for the charts of a dataset, one after the other, each with a value for
   * every bar: the equity of Hold and of all capital left in SY, as multiples of the capital and 1
   * during the warmup, and PT's share of the pool. Empty for an unknown dataset.
   */
  chartColumns(marketId: number, timeframe: Timeframe): Float64Array<ArrayBuffer>;
  /**
   * Runs a candidate for the columns of its full view, one after the other, each with a value for
   * every bar: the columns of the portfolio, then of the ledger of each component, in the order of
   * their names and without `skipReason`. Empty for an invalid candidate.
   */
  runColumns(candidate: Uint8Array): Float64Array<ArrayBuffer>;
  /**
   * Runs a candidate once for everything that the page draws: `{"ok": {"observed", "run", "trial"}}`,
   * and columns, each with a value for every bar. `observed` has for each component the lines that its
   * strategy observes, `{"isYield", "marks": [{"compare", "name", "role", "value"}], "name", "scale",
   * "unit"}`, with the marks that each is compared with. The columns are the equity of the portfolio,
   * then each line, unless it is the yield itself, and its marks without a constant value; NaN marks an
   * undefined value. Position and target of the portfolio follow as steps: the number of changes from
   * 0, then bar and value of each. The events follow: their number, then for each its kind (0 a fill, 1
   * a skip, 2 a redemption), component, bar, and the other numbers that a page shows, in the order of
   * their names in the trades view. An invalid candidate has no columns.
   */
  show(candidate: Uint8Array): ShownRun;
  /**
   * Runs many candidates for the score of each: `{"candidates": [CANDIDATE, ...]}`, 1 to 1024 of
   * them. Returns `{"ok": {"points": [POINT, ...]}}` in the same order, each either
   * `{"dailySharpe", "fills", "intents", "probabilisticSharpe", "score"}` with the terms of the
   * utility, equal to the bit to the figures of `evaluate` for the official run (a ratio is null
   * where it is not defined), or `{"fieldErrors": [...]}`.
   */
  sweep(request: Uint8Array): Bytes;
  /**
   * Describes a plan of candidates, `{"plan", "numbers"}`: `{"ok": {"candidates", "columns",
   * "count", "statuses"}}`, the number of its candidates, the names of its columns and of its
   * status codes, and for each of the given numbers the candidate, or the name of the status of a number
   * without one. See `engine-rs/RULES.md` 7.
   */
  describePlan(request: Uint8Array): Bytes;
  /**
   * Runs candidates of a plan by number, `{"plan", "from", "count"}`, for columns one after the
   * other, each with a value per candidate: the coordinates on the axes, the figures of a sweep to
   * the bit, a status code; NaN marks an undefined value. Empty for an invalid request;
   * `describePlan` has the reason.
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
  /**
   * Runs candidates on generated paths of a dataset, one for each seed. Returns one row after the
   * other with a utility for each seed, NaN where a run has none: the rows of the candidates, then
   * of Hold and idle. Empty for an unknown dataset, one without a generator, or when a candidate is
   * invalid.
   *
   * @param candidates the JSON of each
   */
  pathUtilities(paths: GeneratedPaths, candidates: readonly string[]): Float64Array<ArrayBuffer>;
  /** Returns the seeds of the paths of a verdict on a catalogue strategy, in their order. */
  sisterSeeds(): BigUint64Array<ArrayBuffer>;
  /**
   * Ranks rows of utilities, the entries and then Hold and idle: see `readRanks`. Empty when the two
   * lines are missing.
   */
  seasonRanks(utilities: Float64Array, paths: number): Float64Array<ArrayBuffer>;
  /** Bytes of memory of this instance; WebAssembly memory never shrinks. */
  readonly memoryBytes: number;
}

/** A run with everything that the page draws of it, in one buffer; see {@linkcode Engine.show}. */
export interface ShownRun {
  readonly answer: Bytes;
  readonly columns: Float64Array<ArrayBuffer>;
}

/** Generated paths that have the clock of a dataset. */
export interface GeneratedPaths {
  readonly marketId: number;
  readonly timeframe: Timeframe;
  /** Capital of Hold and idle. */
  readonly capital: number;
  readonly seeds: BigUint64Array;
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

/** The answer of a runner. An evaluation has no trial in it: its trial was counted already. */
export interface RunAnswer extends SimulationAnswer, RunTimes {}

/**
 * Runs a candidate on the caller's thread.
 *
 * @param mayRun asked with the weight of a valid candidate
 * @returns null when the run is not allowed
 */
export type InlineRun = (mayRun: (weight: number) => boolean) => SimulationAnswer | null;

/** Runs engines, usually in workers, so that the caller's thread stays free. */
export interface EngineRunner {
  /** Whether there is an engine that can run. */
  readonly isAlive: boolean;
  /**
   * Checks that there is room for a run of a key, before units are charged: a rejection costs nothing.
   *
   * @throws {ApiError} OVERLOADED
   */
  admit(keyId: string): void;
  /**
   * Lets the caller run a light candidate on its own thread, with an engine of its own.
   *
   * @param keyId the key of the run
   * @param run checks the candidate, and runs it if its weight is allowed
   * @returns null for a valid candidate that must run in a worker
   */
  runInline(keyId: string, run: InlineRun): RunAnswer | null;
  /**
   * Runs a candidate; rejects with `EngineTrap`, with RUN_TIMEOUT when the run exceeds its deadline,
   * or with OVERLOADED when the queue is full.
   *
   * @param weight relative duration, 1 per component of a small view
   * @param keyId the key of the run
   */
  simulate(request: Bytes, weight: number, keyId: string): Promise<RunAnswer>;
  /**
   * Replays and scores a payload, whose buffer is transferred; rejects like `simulate`, and with the
   * exceptions of the ledger.
   *
   * @param request the bounds of the caller's candidates, see `services/evaluations.ts`
   * @param ledger counts the trials of the key, on the caller's thread
   */
  evaluate(
    request: Bytes,
    payload: Bytes,
    keyId: string,
    ledger: RemoteLedger,
  ): Promise<RunAnswer>;
}
