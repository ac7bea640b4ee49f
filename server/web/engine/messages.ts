// This module is browser compatible.

import type { z } from "zod";
import type { Candidate } from "../../contracts/candidate.ts";
import type { FamilySchema, Market } from "../../contracts/catalog.ts";
import type { EvaluationSchema } from "../../contracts/evaluation.ts";
import type { TERMS } from "../../contracts/metric_table.ts";
import type { FieldError } from "../../contracts/problem.ts";
import type { MarketId, Timeframe } from "../../contracts/scalar.ts";
import type {
  FullSimulationSchema,
  SummarySimulationSchema,
  TradesSimulationSchema,
} from "../../contracts/simulation.ts";
import type { DatasetHeader } from "../../datasets/dataset.ts";
import type { ManifestEntry } from "../../datasets/manifest.ts";
import type { Catalogue, EngineVersions } from "../../engine/wire.ts";
import type { Failure } from "./failure.ts";

export type FullSimulation = z.infer<typeof FullSimulationSchema>;
export type TradesSimulation = z.infer<typeof TradesSimulationSchema>;
export type Simulation =
  | FullSimulation
  | z.infer<typeof SummarySimulationSchema>
  | TradesSimulation;
export type Evaluation = z.infer<typeof EvaluationSchema>;
export type SimulationView = Simulation["view"];
export type ArenaEvent = TradesSimulation["events"][number];
export type SkippedSignal = Extract<ArenaEvent, { eventKind: "skipped_signal" }>;
export type Metrics = Simulation["metrics"];
export type ResolvedCandidate = Simulation["candidate"];

/** What decides a number: policy, formula, scenarios, gates, all with their constants. */
export type Profile = Omit<
  z.infer<typeof FamilySchema>,
  "familyId" | "name" | "summary" | "versions"
>;

/** Where the worker finds what it runs: the content of `/assets/sources.json`. */
export interface Sources {
  readonly engine: { readonly glue: string; readonly wasm: string };
  readonly markets: readonly Market[];
  readonly datasets: readonly (ManifestEntry & { readonly url: string })[];
}

/** What the engine says of itself, and the markets. */
export interface Arena {
  readonly versions: EngineVersions;
  readonly profile: Profile;
  readonly strategies: Catalogue["strategies"];
  readonly markets: readonly Market[];
}

/** A dataset for charts; every column has `bars` values. */
export interface MarketColumns {
  readonly header: DatasetHeader;
  readonly bars: number;
  /** Closes of the bars, milliseconds since 1970. */
  readonly timestamp: Float64Array;
  /** The other columns, by their names in the file. */
  readonly columns: Readonly<Record<string, Float64Array>>;
  /** What Hold and all capital left in SY own, as multiples of the capital; 1 in the warmup. */
  readonly hold: Float64Array;
  readonly idle: Float64Array;
  /** PT's share of the pool by value. */
  readonly poolPtShare: Float64Array;
}

/** A table whose columns of numbers are typed arrays. */
export type Columnar<T> = {
  readonly [name in keyof T]: T[name] extends number[] ? Float64Array : T[name];
};

/** One run with everything that a chart or a table shows; columns as long as the dataset. */
export interface Run extends
  Pick<
    FullSimulation,
    "candidate" | "evidence" | "execution" | "metrics" | "resolvedScoringProfile" | "warnings"
  > {
  /** Closes of the bars, milliseconds since 1970. */
  readonly timestamp: Float64Array;
  readonly portfolio: Columnar<FullSimulation["portfolio"]>;
  readonly ledgers: readonly Columnar<FullSimulation["ledgers"][number]>[];
  /** Trades, skips and redemptions, by time. */
  readonly events: readonly ArenaEvent[];
  /** Daily Sharpe ratio, not annualised; null where there is none. */
  readonly dailySharpe: number | null;
}

/** Which official dataset. */
export interface DatasetName {
  readonly marketId: MarketId;
  readonly timeframe: Timeframe;
}

/** What was tried on a market before, for the luck of an evaluation. */
export interface Trials {
  readonly marketId: MarketId;
  readonly count: number;
  readonly sharpeVariance: number | null;
}

/** Equity at the end of each scored day, as a multiple of the capital. */
export interface ScenarioPath {
  readonly id: string;
  readonly idle: readonly number[];
  readonly strategy: readonly number[];
}

/** What a map shows of a candidate; the score is to the bit that of its evaluation. */
export interface SweepPoint extends Pick<Metrics, typeof TERMS[number]> {
  readonly score: number;
  /** Sharpe ratio of a day; null where there is none. */
  readonly dailySharpe: number | null;
  /** That the Sharpe ratio is above 0. */
  readonly probabilisticSharpe: number | null;
  readonly fills: number;
  readonly intents: number;
}

/** What is wrong with a candidate of a sweep, in the engine's words. */
export interface SweepFault {
  readonly fieldErrors: readonly FieldError[];
}

/** Every call of the worker: what goes in and what comes out. */
export interface Calls {
  open: {
    in: { readonly sources: string; readonly first: DatasetName | null };
    out: Arena;
  };
  columns: { in: DatasetName; out: MarketColumns };
  check: { in: { readonly candidate: Candidate }; out: ResolvedCandidate };
  run: { in: { readonly candidate: Candidate }; out: Run };
  simulate: {
    in: { readonly view: SimulationView; readonly candidate: Candidate };
    out: { readonly simulation: Simulation; readonly dailySharpe: number | null };
  };
  evaluate: {
    in: { readonly payload: Simulation; readonly trials: readonly Trials[] };
    out: Evaluation;
  };
  /** In all scenarios, in the order of an evaluation. */
  paths: { in: { readonly candidate: Candidate }; out: readonly ScenarioPath[] };
  /** Candidates of one market and timeframe; points in their order. */
  sweep: {
    in: { readonly candidates: readonly Candidate[] };
    out: readonly (SweepPoint | SweepFault)[];
  };
}
export type CallName = keyof Calls;

/** One call for the worker. */
export type ToWorker = {
  [name in CallName]: { readonly id: number; readonly call: name } & Calls[name]["in"];
}[CallName];

/** One answer of the worker. */
export type FromWorker =
  | { readonly id: number; readonly answer: Calls[CallName]["out"] }
  | { readonly id: number; readonly failure: Failure };
