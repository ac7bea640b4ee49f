// This module is browser compatible.

import type { z } from "zod";
import type { Candidate } from "../../contracts/candidate.ts";
import type { FamilySchema, Market } from "../../contracts/catalog.ts";
import type { EvaluationSchema } from "../../contracts/evaluation.ts";
import type { TERMS } from "../../contracts/metric_table.ts";
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

/** Policy, formula, scenarios and gates, with all constants that determine results. */
export type Profile = Omit<
  z.infer<typeof FamilySchema>,
  "familyId" | "name" | "summary" | "versions"
>;

/** URLs of the engine and the datasets: the content of `/assets/sources.json`. */
export interface Sources {
  readonly engine: { readonly glue: string; readonly wasm: string };
  readonly markets: readonly Market[];
  readonly datasets: readonly (ManifestEntry & { readonly url: string })[];
}

/** Everything that the engine publishes, and the markets. */
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
}

/** A table whose columns of numbers are typed arrays. */
export type Columnar<T> = {
  readonly [name in keyof T]: T[name] extends number[] ? Float64Array : T[name];
};

/** One run with everything that charts and tables show; columns as long as the dataset. */
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

/** Identifies an official dataset. */
export interface DatasetName {
  readonly marketId: MarketId;
  readonly timeframe: Timeframe;
}

/** Earlier trials on a market, for the luck figures of an evaluation. */
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

/** The figures of a map for a candidate; the score equals that of its evaluation to the bit. */
export interface SweepPoint extends Pick<Metrics, typeof TERMS[number]> {
  readonly score: number;
  /** Sharpe ratio of a day; null where there is none. */
  readonly dailySharpe: number | null;
  /** Probability that the Sharpe ratio is above 0. */
  readonly probabilisticSharpe: number | null;
  readonly fills: number;
  readonly intents: number;
}

/** The field errors of a candidate of a sweep, as the engine words them. */
export interface SweepError {
  readonly fieldErrors: readonly { readonly path: string; readonly message: string }[];
}

/** Every call of the worker: its input and its result. */
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
    out: readonly (SweepPoint | SweepError)[];
  };
}
export type CallName = keyof Calls;

/** A call to the worker. */
export type ToWorker = {
  [name in CallName]: { readonly id: number; readonly call: name } & Calls[name]["in"];
}[CallName];

/** The result of a call. */
export type FromWorker =
  | { readonly id: number; readonly answer: Calls[CallName]["out"] }
  | { readonly id: number; readonly failure: Failure };
