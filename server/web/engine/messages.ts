// This module is browser compatible.

import type {
  CatalogueEntry,
  Evaluation as PublishedEvaluation,
  FullSimulation,
  Market,
  Metrics,
  Profile,
  ResolvedCandidate,
  SummarySimulation,
  SweepError,
  SweepPoint,
  Timeframe,
  TradesSimulation,
} from "../../contracts/types.ts";
import type { DatasetHeader } from "../../datasets/dataset.ts";
import type { EngineVersions } from "../../engine/wire_schemas.ts";

export type {
  FullSimulation,
  Metrics,
  ResolvedCandidate,
  SweepError,
  SweepPoint,
  TradesSimulation,
};
/** An evaluation, with the edge that would pass its EDGE gate; null where a standard error lacks. */
export interface Evaluation extends PublishedEvaluation {
  readonly requiredEdge: number | null;
}
export type Simulation = FullSimulation | SummarySimulation | TradesSimulation;
export type SimulationView = Simulation["view"];
export type ArenaEvent = TradesSimulation["events"][number];
export type SkippedSignal = Extract<ArenaEvent, { eventKind: "skipped_signal" }>;

/** Markets, and the URLs of their datasets: the content of `/assets/sources.json`. */
export interface Sources {
  readonly markets: readonly Market[];
  readonly datasets: readonly { readonly header: DatasetHeader; readonly url: string }[];
}

/** What engines are made of: loaded once, and handed to every worker. */
export interface Program {
  readonly module: WebAssembly.Module;
  readonly sources: Sources;
}

/** Everything that the engine publishes, and the markets. */
export interface Arena {
  readonly versions: EngineVersions;
  readonly profile: Profile;
  readonly strategies: readonly CatalogueEntry[];
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
  /** Sharpe ratio of Hold over SY, annualised; null without deviation. */
  readonly holdSharpe: number | null;
  /** PT's share of the pool by value. */
  readonly poolPtShare: Float64Array;
}

/** A table whose columns of numbers are typed arrays. */
export type Columnar<T> = {
  readonly [name in keyof T]: T[name] extends number[] ? Float64Array : T[name];
};

/** What a line is compared with, and what follows; see `Engine.describeObserved`. */
export interface SeenMark {
  readonly name: string;
  readonly role: "buy" | "sell" | "hold" | "empty" | "full" | "drawn";
  readonly compare: "<" | "<=" | ">=" | ">";
  /** Where it is the same on every bar; else `column` has its numbers. */
  readonly value: number | null;
  readonly column: Float64Array | null;
}

/** A line that a strategy looked at, NaN where it had no number. */
export interface SeenLine {
  readonly name: string;
  readonly unit: string;
  /** Whether it is on the scale of the implied yield, or of its logarithm. */
  readonly scale: "impliedApy" | "logYield" | "own";
  readonly column: Float64Array;
  readonly marks: readonly SeenMark[];
}

/** One run with everything that charts and tables show; columns as long as the dataset. */
export interface Run extends
  Pick<
    FullSimulation,
    "candidate" | "evidence" | "execution" | "metrics" | "resolvedScoringProfile" | "warnings"
  > {
  /** Closes of the bars, milliseconds since 1970. */
  readonly timestamp: Float64Array;
  readonly portfolio: Columnar<FullSimulation["portfolio"]>;
  /** The reasons of skips are among the events. */
  readonly ledgers: readonly Columnar<Omit<FullSimulation["ledgers"][number], "skipReason">>[];
  /** Trades, skips and redemptions, by time. */
  readonly events: readonly ArenaEvent[];
  /** What each component looked at. */
  readonly seen: readonly (readonly SeenLine[])[];
  /** Daily Sharpe ratio, not annualised; null where there is none. */
  readonly dailySharpe: number | null;
}

/** Identifies a dataset. */
export interface DatasetName {
  readonly marketId: number;
  readonly timeframe: Timeframe;
}

/** Equity at the end of each scored day, as a multiple of the capital. */
export interface ScenarioPath {
  readonly id: string;
  readonly idle: readonly number[];
  readonly strategy: readonly number[];
}

/** A view of a run. */
export interface Simulated {
  readonly simulation: Simulation;
  /** Daily Sharpe ratio, not annualised; null where there is none. */
  readonly dailySharpe: number | null;
}
