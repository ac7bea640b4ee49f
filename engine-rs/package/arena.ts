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

import init, {
  Arena as Engine,
  familyProfile,
  type Ledger,
  strategyCatalogue,
} from "../../pkg/arena_engine.js";
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
} from "../../server/contracts/types.ts";
import { parseColumns } from "../../server/datasets/csv.ts";
import { type Dataset, toDataset } from "../../server/datasets/dataset.ts";
import { entriesOf } from "../../server/datasets/entries.ts";
import { StartError } from "../../server/base/errors.ts";
import { withFields } from "../../server/client/client_errors.ts";

export type * from "../../server/contracts/types.ts";

declare global {
  namespace WebAssembly {
    // deno-lint-ignore no-empty-interface -- adds a name to the types of Node, and nothing elsewhere
    interface Module {}
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
  readonly window?: { readonly from: number; readonly to: number };
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
  readonly head?: { readonly index: number; readonly head: string };
  /** How many random entries of a board are run again; by default all. */
  readonly sample?: number;
}

/** A step of a verification, with a sentence. The first wrong one is the last. */
export interface Finding {
  readonly step: "signature" | "log" | "evaluation" | "season";
  readonly outcome: "holds" | "skipped" | "wrong";
  readonly text: string;
}

interface Refusal {
  readonly code: string;
  readonly detail: string;
  readonly fieldErrors?: readonly FieldError[];
}

/** Answers the engine: count, whether trials are counted, count of ratios, their variance. */
const UNCOUNTED: Ledger = { count: () => Float64Array.of(1, 0, 1, NaN) };

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A refusal with its reason. Any other exception is a bug, and the engine must not be used again. */
export class ArenaError extends Error {
  override readonly name = "ArenaError";
  /** Kind of refusal, such as `REQUEST_VALIDATION_FAILED`. */
  readonly code: string;
  /** The first 64 wrong fields; empty if the refusal is not about fields. */
  readonly fieldErrors: readonly FieldError[];

  constructor(code: string, detail: string, fieldErrors: readonly FieldError[] = []) {
    super(withFields(detail, fieldErrors));
    this.code = code;
    this.fieldErrors = fieldErrors;
  }
}

/** The engine with the markets that were added to it. */
export class Arena {
  readonly #engine = new Engine();
  readonly #columns = new Map<string, Columns>();
  #runs = 0;

  private constructor() {}

  /**
   * Loads the engine.
   *
   * @param source by default the file beside this module
   */
  static async open(
    source: EngineSource = new URL("arena_engine_bg.wasm", import.meta.url),
  ): Promise<Arena> {
    // `fetch` in Node cannot read files.
    const isFile = (source instanceof URL || typeof source === "string") &&
      String(source).startsWith("file:");
    const engine = isFile ? await readFile(new URL(source)) : source as BufferSource;
    await init({ module_or_path: engine });
    return new Arena();
  }

  /** All strategies with their parameters. */
  get strategies(): CatalogueEntry[] {
    return read<{ strategies: CatalogueEntry[] }>(strategyCatalogue()).strategies;
  }

  /** Execution policy, scoring formula, scenarios and gates, with every constant. */
  get profile(): Profile {
    return read(familyProfile());
  }

  /**
   * Adds or replaces a dataset of a market.
   *
   * @param manifest content of a `manifest.json`
   * @param file name of a dataset in the manifest
   * @param csv content of the file; the `sha256` of the manifest is not checked
   * @returns its summary
   * @throws {ArenaError} DATASET_INVALID, with the line and the column
   */
  addMarket(manifest: Manifest, file: string, csv: string): DatasetSummary {
    return this.#add({ manifest, file, csv }, { served: true });
  }

  /**
   * Adds a real maturity, one of `datasets/real` or an import with `--asset`: candidates do not run on
   * it, but evaluations of its asset's market do, as their member `real`. Like `addMarket` otherwise.
   */
  addReal(manifest: Manifest, file: string, csv: string): DatasetSummary {
    return this.#add({ manifest, file, csv }, { served: false });
  }

  #add({ manifest, file, csv }: MarketFile, role: { readonly served: boolean }): DatasetSummary {
    const { header: own, columns } = readDataset(manifest, file, csv);
    const header = { ...own, ...role };
    const summary = read<DatasetSummary>(this.#engine.addDataset(bytes(header), columns));
    this.#columns.set(file, named(header.columns, columns));
    return summary;
  }

  /**
   * Checks a candidate without running it.
   *
   * @returns the candidate with every default filled in, its hash, features and weights
   * @throws {ArenaError} REQUEST_VALIDATION_FAILED, with all wrong fields
   */
  check(candidate: Candidate): CheckedCandidate {
    return read(this.#engine.check(bytes(candidate)));
  }

  /**
   * Runs a candidate.
   *
   * @param view `summary` by default
   * @throws {ArenaError} REQUEST_VALIDATION_FAILED, with all wrong fields
   */
  simulate<V extends View = "summary">(candidate: Candidate, view?: V): Simulation<V> {
    const simulationId = `local-${++this.#runs}`;
    return read(this.#engine.simulate(bytes({ view: view ?? "summary", simulationId, candidate })));
  }

  /**
   * Runs up to 1024 candidates for their scores. A plan runs many more, and several times as fast.
   *
   * @returns in the order of the candidates
   */
  sweep(candidates: readonly Candidate[]): (SweepPoint | SweepError)[] {
    return read<{ points: (SweepPoint | SweepError)[] }>(
      this.#engine.sweep(bytes({ candidates })),
    ).points;
  }

  /**
   * Describes a plan of candidates.
   *
   * @throws {ArenaError} REQUEST_VALIDATION_FAILED, with all wrong fields
   */
  describePlan(plan: Plan): PlanDescription {
    return read(this.#engine.describePlan(bytes({ plan, numbers: [] })));
  }

  /**
   * Runs candidates of a plan by number, as fast as the engine can: candidate `i` and its figures
   * follow from the plan and `i` alone, so ranges can run anywhere.
   *
   * @param range by default all candidates
   * @returns the columns by name, each with one value per candidate; NaN marks an undefined figure
   * @throws {ArenaError} REQUEST_VALIDATION_FAILED, with all wrong fields
   */
  plan(plan: Plan, range?: { readonly from: number; readonly count: number }): Columns {
    const { columns, count: all } = this.describePlan(plan);
    const { from, count } = range ?? { from: 0, count: all };
    return named(columns, this.#engine.planColumns(bytes({ plan, from, count })));
  }

  /**
   * Returns the columns of a dataset: `timestamp` in milliseconds since 1970, and those of its file.
   *
   * @param file the name that it was added by
   */
  columns(file: string): Columns | undefined {
    return this.#columns.get(file);
  }

  /**
   * Runs a simulation again, scores it, and compares it with the better passive line on 64 fresh paths
   * of the generator; the first call on a dataset makes them. Trials are not counted here, so every
   * evaluation is judged as a first trial.
   *
   * @param simulation a result of `simulate`, or the whole answer of the service
   * @throws {ArenaError} SIMULATION_STALE, SIMULATION_MISMATCH
   */
  evaluate(simulation: EvaluationRequest): Evaluation {
    return read(this.#engine.evaluate(bytes({}), bytes(simulation), UNCOUNTED));
  }
}

/**
 * Verifies a receipt, an answer with one, or the `season.json` of a season with all its boards, as
 * `npx arena verify` does.
 *
 * @param file content of that file
 */
export async function* verify(
  file: Uint8Array,
  options: VerifyOptions,
): AsyncGenerator<Finding, void> {
  // Its own module: no other program needs it.
  const { verifyWith } = await import("./verify.ts");
  yield* verifyWith(await Arena.open(), file, options);
}

/** Reads a file in Node and Deno, without an import that a bundler would follow. */
async function readFile(file: URL): Promise<BufferSource> {
  const { readFile } = globalThis.process.getBuiltinModule("node:fs/promises");
  return new Uint8Array(await readFile(file));
}

/** Reads a dataset like the service. */
function readDataset(manifest: Manifest, file: string, csv: string): Dataset {
  try {
    const entry = entriesOf(manifest).find((one) => one.file === file);
    if (entry === undefined) {
      throw new StartError(`Cannot use ${file}: the manifest has no dataset of this name`);
    }
    return toDataset(entry, parseColumns(file, csv));
  } catch (error) {
    if (error instanceof StartError) throw new ArenaError("DATASET_INVALID", error.message);
    throw error;
  }
}

/** Returns views of columns that stand one after the other. */
function named(names: readonly (string | number)[], values: Float64Array): Columns {
  const length = values.length / names.length;
  return Object.fromEntries(
    names.map((name, at) => [name, values.subarray(at * length, (at + 1) * length)]),
  );
}

function bytes(value: unknown): Uint8Array {
  return encoder.encode(JSON.stringify(value));
}

/** Returns the value of an answer that is not an error. */
function read<T>(answer: Uint8Array): T {
  const { ok, error }: { ok: T; error?: Refusal } = JSON.parse(decoder.decode(answer));
  if (error) throw new ArenaError(error.code, error.detail, error.fieldErrors);
  return ok;
}
