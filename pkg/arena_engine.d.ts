/* tslint:disable */
/* eslint-disable */

/** Admits runs. */
export interface Gate {
    admit(components: number): boolean;
}



/** Counts trials: returns evaluated, whether trials are counted (1 or 0), searched, variance. */
export interface Ledger {
    count(candidateHash: string, datasetHash: string, dailySharpe: number): Float64Array;
}



/**
 * Official datasets with the operations on them.
 */
export class Arena {
    free(): void;
    [Symbol.dispose](): void;
    /**
     * Adds a dataset; answers with the facts of the market.
     */
    addDataset(header: Uint8Array | number[], columns: Float64Array | number[]): Uint8Array;
    /**
     * Returns columns for the charts of a dataset.
     */
    chartColumns(market_id: number, bars_per_day: number): Float64Array;
    /**
     * Checks a candidate; answers with it, its fingerprint, features and weights.
     */
    check(candidate: Uint8Array | number[]): Uint8Array;
    /**
     * Describes a plan of candidates.
     */
    describePlan(request: Uint8Array | number[]): Uint8Array;
    /**
     * Evaluates the `data` of a simulation; answers with the `data` of the evaluation.
     */
    evaluate(request: Uint8Array | number[], payload: Uint8Array | number[], ledger: Ledger): Uint8Array;
    /**
     * Returns an arena without datasets.
     */
    constructor();
    /**
     * Returns the utilities of candidates and of both lines on generated paths of a dataset.
     */
    pathUtilities(market_id: number, bars_per_day: number, capital: number, candidates: Uint8Array | number[], seeds: BigUint64Array | bigint[]): Float64Array;
    /**
     * Runs candidates of a plan by number; returns their columns.
     */
    planColumns(request: Uint8Array | number[]): Float64Array;
    /**
     * Prepares a dataset for its first evaluation; a host calls it while idle.
     */
    prepare(market_id: number, bars_per_day: number): boolean;
    /**
     * Answers with the next stage of a search, or with its report, from the results of its stages.
     */
    report(request: Uint8Array | number[], results: Uint8Array | number[]): Uint8Array;
    /**
     * Returns the columns of a run, as in the full view.
     */
    runColumns(candidate: Uint8Array | number[]): Float64Array;
    /**
     * Runs a candidate in every scenario; answers with its equity in each, day by day.
     */
    scenarioPaths(candidate: Uint8Array | number[]): Uint8Array;
    /**
     * Answers with the most candidates, evaluations, runs on paths and stages of a search.
     */
    searchSize(request: Uint8Array | number[]): Uint8Array;
    /**
     * Runs a candidate once for everything that a page shows.
     */
    show(candidate: Uint8Array | number[]): Float64Array;
    /**
     * Checks a candidate and runs it if the gate admits it; answers like `simulate`, or with no
     * bytes if it is not admitted.
     */
    simulateAdmitted(candidate: Uint8Array | number[], view: string, simulation_id: string, gate: Gate): Uint8Array;
    /**
     * Runs a candidate; answers with the `data` of the wanted view.
     */
    simulate(request: Uint8Array | number[]): Uint8Array;
    /**
     * Returns the rows of the stage that `report` answers with, one after the other.
     */
    stageRows(request: Uint8Array | number[], results: Uint8Array | number[]): Float64Array;
    /**
     * Runs candidates of a plan by number; returns their summary, merged with an earlier one.
     * `points` gets their columns; it may be empty.
     */
    summarise(request: Uint8Array | number[], before: Uint8Array | number[], points: Float64Array): Uint8Array;
    /**
     * Runs many candidates; answers with the score of each.
     */
    sweep(request: Uint8Array | number[]): Uint8Array;
}

/**
 * Answers with the versions that determine every number.
 */
export function engineInfo(): Uint8Array;

/**
 * Answers with the execution policy and the scoring formula with all its constants.
 */
export function familyProfile(): Uint8Array;

/**
 * Returns the columns of a generated dataset, one after the other.
 */
export function generateColumns(request: Uint8Array | number[]): Float64Array;

/**
 * Answers with a generated dataset; only the task that makes the official files calls it.
 */
export function generateDataset(request: Uint8Array | number[]): Uint8Array;

/**
 * Merges the summaries of two disjoint ranges of a plan; empty for other bytes.
 */
export function mergeSummaries(one: Uint8Array | number[], other: Uint8Array | number[]): Uint8Array;

/**
 * Returns the overfitting of a choice among candidates from their daily excess returns:
 * probability, share of splits with a loss, splits, parts.
 */
export function overfitting(excess: Float64Array | number[], candidates: number): Float64Array;

/**
 * Returns the passive gaps whose mean the manifest has; only the tasks that make and check the
 * manifest call it.
 */
export function passiveGaps(market_id: number, bars_per_day: number, from: number, count: number): Float64Array;

/**
 * Returns about the edge that passes with a standard error after a number of trials.
 */
export function requiredEdge(standard_error: number, trials: number, paths: number): number;

/**
 * Returns the places of a season's board from its utilities, see `contract::season_ranks`.
 */
export function seasonRanks(utilities: Float64Array | number[], paths: number): Float64Array;

/**
 * Returns the daily Sharpe ratio of daily excess returns, and its deflation by a number of trials
 * with the given variance of their ratios; NaN where undefined.
 */
export function sharpeLuck(excess: Float64Array | number[], trials: number, variance: number): Float64Array;

/**
 * Returns the seeds of the paths of a verdict on a catalogue strategy, in their order.
 */
export function sisterSeeds(): BigUint64Array;

/**
 * Makes a panic an error of the host, with its message and its place.
 */
export function start(): void;

/**
 * Answers with all strategies, their parameters and relations.
 */
export function strategyCatalogue(): Uint8Array;

export type InitInput = RequestInfo | URL | Response | BufferSource | WebAssembly.Module;

export interface InitOutput {
    readonly memory: WebAssembly.Memory;
    readonly __wbg_arena_free: (a: number, b: number) => void;
    readonly arena_addDataset: (a: number, b: number, c: number, d: number, e: number) => [number, number];
    readonly arena_chartColumns: (a: number, b: number, c: number) => [number, number];
    readonly arena_check: (a: number, b: number, c: number) => [number, number];
    readonly arena_describePlan: (a: number, b: number, c: number) => [number, number];
    readonly arena_evaluate: (a: number, b: number, c: number, d: number, e: number, f: any) => [number, number];
    readonly arena_new: () => number;
    readonly arena_pathUtilities: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: number) => [number, number];
    readonly arena_planColumns: (a: number, b: number, c: number) => [number, number];
    readonly arena_prepare: (a: number, b: number, c: number) => number;
    readonly arena_report: (a: number, b: number, c: number, d: number, e: number) => [number, number];
    readonly arena_runColumns: (a: number, b: number, c: number) => [number, number];
    readonly arena_scenarioPaths: (a: number, b: number, c: number) => [number, number];
    readonly arena_searchSize: (a: number, b: number, c: number) => [number, number];
    readonly arena_show: (a: number, b: number, c: number) => [number, number];
    readonly arena_simulate: (a: number, b: number, c: number) => [number, number];
    readonly arena_simulateAdmitted: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: any) => [number, number];
    readonly arena_stageRows: (a: number, b: number, c: number, d: number, e: number) => [number, number];
    readonly arena_summarise: (a: number, b: number, c: number, d: number, e: number, f: number, g: number, h: any) => [number, number];
    readonly arena_sweep: (a: number, b: number, c: number) => [number, number];
    readonly engineInfo: () => [number, number];
    readonly familyProfile: () => [number, number];
    readonly generateColumns: (a: number, b: number) => [number, number];
    readonly generateDataset: (a: number, b: number) => [number, number];
    readonly mergeSummaries: (a: number, b: number, c: number, d: number) => [number, number];
    readonly overfitting: (a: number, b: number, c: number) => [number, number];
    readonly passiveGaps: (a: number, b: number, c: number, d: number) => [number, number];
    readonly requiredEdge: (a: number, b: number, c: number) => number;
    readonly seasonRanks: (a: number, b: number, c: number) => [number, number];
    readonly sharpeLuck: (a: number, b: number, c: number, d: number) => [number, number];
    readonly sisterSeeds: () => [number, number];
    readonly start: () => void;
    readonly strategyCatalogue: () => [number, number];
    readonly __wbindgen_malloc: (a: number, b: number) => number;
    readonly __wbindgen_free: (a: number, b: number, c: number) => void;
    readonly __wbindgen_externrefs: WebAssembly.Table;
    readonly __wbindgen_realloc: (a: number, b: number, c: number, d: number) => number;
    readonly __wbindgen_start: () => void;
}

export type SyncInitInput = BufferSource | WebAssembly.Module;

/**
 * Instantiates the given `module`, which can either be bytes or
 * a precompiled `WebAssembly.Module`.
 *
 * @param {{ module: SyncInitInput }} module - Passing `SyncInitInput` directly is deprecated.
 *
 * @returns {InitOutput}
 */
export function initSync(module: { module: SyncInitInput } | SyncInitInput): InitOutput;

/**
 * If `module_or_path` is {RequestInfo} or {URL}, makes a request and
 * for everything else, calls `WebAssembly.instantiate` directly.
 *
 * @param {{ module_or_path: InitInput | Promise<InitInput> }} module_or_path - Passing `InitInput` directly is deprecated.
 *
 * @returns {Promise<InitOutput>}
 */
export default function __wbg_init (module_or_path?: { module_or_path: InitInput | Promise<InitInput> } | InitInput | Promise<InitInput>): Promise<InitOutput>;
