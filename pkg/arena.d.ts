/**
 * The engine of the strategy arena for any program: a page, a Web Worker, Node, Deno.
 *
 * ```ts ignore
 * const arena = await Arena.open();
 * arena.addMarket(manifest, "susde-hourly.csv", csv);
 * const simulation = arena.simulate({ marketId: 1, components: [{ strategyId: "yield-rsi" }] });
 * const { score } = arena.evaluate(simulation);
 * ```
 *
 * @module
 */
import type {
  Candidate,
  CatalogueEntry,
  CheckedCandidate,
  DatasetSummary,
  Evaluation,
  EvaluationRequest,
  FieldError,
  FullSimulation,
  Manifest,
  Profile,
  SummarySimulation,
  SweepError,
  SweepPoint,
  TradesSimulation,
} from "./types.d.ts";
export type * from "./types.d.ts";
declare global {
  namespace WebAssembly {
    interface Module {
    }
  }
}
/** A run, by its view: `full` has all ledgers and series, `summary` none, `trades` the events. */
export interface Simulations {
  full: FullSimulation;
  summary: SummarySimulation;
  trades: TradesSimulation;
}
/** Detail of a run. */
export type View = keyof Simulations;
/** A plan of candidates, as `engine-rs/RULES.md` 7 defines it. */
export interface Plan {
  readonly base: Candidate;
  readonly axes: readonly Readonly<Record<string, unknown>>[];
  readonly method?: "grid" | "random" | "sobol" | "list";
  readonly seed?: number;
  readonly count?: number;
  readonly rows?: readonly (readonly number[])[];
  readonly window?: {
    readonly from: number;
    readonly to: number;
  };
}
/** The size of a plan and the names of its results. */
export interface PlanDescription {
  /** Names of the columns: the JSON Pointers of the axes, then the figures. */
  readonly columns: readonly string[];
  /** Number of its candidates. */
  readonly count: number;
  /** Names of the values of the column `status`; 0 is a candidate that ran. */
  readonly statuses: readonly string[];
}
/** Columns by their names. */
export type Columns = Readonly<Record<string, Float64Array>>;
/** A run. */
export type Simulation<V extends View = View> = Simulations[V];
/** Source of the engine: an address, a response, its bytes, or the compiled module. */
export type EngineSource =
  | URL
  | string
  | Response
  | ArrayBuffer
  | ArrayBufferView
  | WebAssembly.Module;
/** A dataset as it is read: a file, and the manifest that describes it. */
export interface MarketFile {
  readonly manifest: Manifest;
  readonly file: string;
  readonly csv: string;
}
/** The files and keys that a verification reads. */
export interface VerifyOptions {
  /** Returns a file of the public folder of the arena, such as `autumn-1/season.json`; null without it. */
  read(path: string): Promise<Uint8Array | null>;
  /** The datasets on which candidates are run again; the step is skipped on any other. */
  readonly markets?: readonly MarketFile[];
  /** A `keys.json` that you trust; by default that of the folder. */
  readonly keys?: Uint8Array;
  /** The head of the log that you saved after the close. */
  readonly head?: {
    readonly index: number;
    readonly head: string;
  };
  /** How many random entries of a board are run again; by default all. */
  readonly sample?: number;
}
/** A step of a verification, with a sentence. The first wrong one is the last. */
export interface Finding {
  readonly step: "signature" | "log" | "evaluation" | "season";
  readonly outcome: "holds" | "skipped" | "wrong";
  readonly text: string;
}
/** A refusal with its reason. Any other exception is a bug, and the engine must not be used again. */
export declare class ArenaError extends Error {
  readonly name = "ArenaError";
  /** Kind of refusal, such as `REQUEST_VALIDATION_FAILED`. */
  readonly code: string;
  /** The first 64 wrong fields; empty if the refusal is not about fields. */
  readonly fieldErrors: readonly FieldError[];
  constructor(code: string, detail: string, fieldErrors?: readonly FieldError[]);
}
/** The engine with the markets that were added to it. */
export declare class Arena {
  #private;
  private constructor();
  /**
   * Loads the engine.
   *
   * @param source by default the file beside this module
   */
  static open(source?: EngineSource): Promise<Arena>;
  /** All strategies with their parameters. */
  get strategies(): CatalogueEntry[];
  /** Execution policy, scoring formula, scenarios and gates, with every constant. */
  get profile(): Profile;
  /**
   * Adds or replaces a dataset of a market.
   *
   * @param manifest content of a `manifest.json`
   * @param file name of a dataset in the manifest
   * @param csv content of the file; the `sha256` of the manifest is not checked
   * @returns its summary
   * @throws {ArenaError} DATASET_INVALID, with the line and the column
   */
  addMarket(manifest: Manifest, file: string, csv: string): DatasetSummary;
  /**
   * Adds a real maturity, one of `datasets/real` or an import with `--asset`: candidates do not run on
   * it, but evaluations of its asset's market do, as their member `real`. Like `addMarket` otherwise.
   */
  addReal(manifest: Manifest, file: string, csv: string): DatasetSummary;
  /**
   * Checks a candidate without running it.
   *
   * @returns the candidate with every default filled in, its hash, features and weights
   * @throws {ArenaError} REQUEST_VALIDATION_FAILED, with all wrong fields
   */
  check(candidate: Candidate): CheckedCandidate;
  /**
   * Runs a candidate.
   *
   * @param view `summary` by default
   * @throws {ArenaError} REQUEST_VALIDATION_FAILED, with all wrong fields
   */
  simulate<V extends View = "summary">(candidate: Candidate, view?: V): Simulation<V>;
  /**
   * Runs up to 1024 candidates for their scores. A plan runs many more, and several times as fast.
   *
   * @returns in the order of the candidates
   */
  sweep(candidates: readonly Candidate[]): (SweepPoint | SweepError)[];
  /**
   * Describes a plan of candidates.
   *
   * @throws {ArenaError} REQUEST_VALIDATION_FAILED, with all wrong fields
   */
  describePlan(plan: Plan): PlanDescription;
  /**
   * Runs candidates of a plan by number, as fast as the engine can: candidate `i` and its figures
   * follow from the plan and `i` alone, so ranges can run anywhere.
   *
   * @param range by default all candidates
   * @returns the columns by name, each with one value per candidate; NaN marks an undefined figure
   * @throws {ArenaError} REQUEST_VALIDATION_FAILED, with all wrong fields
   */
  plan(plan: Plan, range?: {
    readonly from: number;
    readonly count: number;
  }): Columns;
  /**
   * Returns the columns of a dataset: `timestamp` in milliseconds since 1970, and those of its file.
   *
   * @param file the name that it was added by
   */
  columns(file: string): Columns | undefined;
  /**
   * Runs a simulation again, scores it, and compares it with the better passive line on 64 fresh paths
   * of the generator; the first call on a dataset makes them. Trials are not counted here, so every
   * evaluation is judged as a first trial.
   *
   * @param simulation a result of `simulate`, or the whole answer of the service
   * @throws {ArenaError} SIMULATION_STALE, SIMULATION_MISMATCH
   */
  evaluate(simulation: EvaluationRequest): Evaluation;
}
/**
 * Verifies a receipt, an answer with one, or the `season.json` of a season with all its boards, as
 * `npx arena verify` does.
 *
 * @param file content of that file
 */
export declare function verify(
  file: Uint8Array,
  options: VerifyOptions,
): AsyncGenerator<Finding, void>;
