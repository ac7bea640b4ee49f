import type { Candidate } from "../../contracts/candidate.ts";
import type {
  CatalogueEntry,
  DatasetSummary,
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
import type { ShownRun } from "../../engine/engine.ts";
import type { EngineVersions } from "../../engine/wire_schemas.ts";

export type {
  FullSimulation,
  Metrics,
  ResolvedCandidate,
  SweepError,
  SweepPoint,
  TradesSimulation,
};
/** An evaluation, with the edge that would pass its EDGE gate; null without a standard error. */
export interface Evaluation extends PublishedEvaluation {
  readonly requiredEdge: number | null;
}
export type Simulation = FullSimulation | SummarySimulation | TradesSimulation;
export type SimulationView = Simulation["view"];
type Served<Kind extends string> = Extract<
  TradesSimulation["events"][number],
  { eventKind: Kind }
>;
/** Members of events that have the bar instead, or that the page does not show. */
type Unused = "timestamp" | "lastTimestamp" | "estimatedSlippageBps" | "costRate" | "edge";
interface AtBar {
  /** The bar; of a skip the first. */
  readonly at: number;
}
/** An event of the trades view, as far as the page shows it. */
export type ArenaEvent =
  & AtBar
  & (
    | Omit<Served<"executed_trade">, Unused | "notional">
    | Omit<Served<"skipped_signal">, Unused>
    | Omit<Served<"redemption">, Unused>
  );
export type SkippedSignal = Extract<ArenaEvent, { eventKind: "skipped_signal" }>;

/** A dataset of the server. */
export interface DatasetSource {
  readonly header: DatasetHeader;
  readonly url: string;
  /** SHA-256 of the columns as doubles in little endian. */
  readonly columnsSha256: string;
}

/** Markets, and the sources of their datasets: the content of `/assets/sources.json`. */
export interface Sources {
  readonly markets: readonly Market[];
  /** Ids of the markets that the page runs and the server does not. */
  readonly examples: readonly number[];
  readonly datasets: readonly DatasetSource[];
}

/** URLs of the files that an engine needs. */
export interface ProgramUrls {
  /** The engine of `pkg/`, which is served unchanged. */
  readonly engine: string;
  /** The list of markets and datasets. */
  readonly sources: string;
}

/** The compiled engine and the list of datasets. */
export interface Program {
  readonly module: WebAssembly.Module;
  readonly sources: Sources;
}

/** Catalogue, profile and versions of the engine, and the markets. */
export interface Arena {
  readonly versions: EngineVersions;
  readonly profile: Profile;
  readonly strategies: readonly CatalogueEntry[];
  readonly markets: readonly Market[];
  /** Ids of the markets that the page runs and the server does not. */
  readonly examples: readonly number[];
}

/** A dataset for charts; every column has `bars` values. */
export interface MarketColumns {
  readonly header: DatasetHeader;
  readonly bars: number;
  /** Closes of the bars, milliseconds since 1970. */
  readonly timestamp: Float64Array;
  /** The other columns, by their names in the file. */
  readonly columns: Readonly<Record<string, Float64Array>>;
  /** Equity of Hold and of all capital left in SY, as multiples of the capital; 1 in the warmup. */
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

/** A level that a line is compared with, and its meaning; see `Engine.show`. */
export interface SeenMark {
  readonly name: string;
  readonly role: "buy" | "sell" | "hold" | "empty" | "full" | "drawn";
  readonly compare: "<" | "<=" | ">=" | ">";
  /** The level if it is constant; otherwise `column` has it for every bar. */
  readonly value: number | null;
  readonly column: Float64Array | null;
}

/** A line that a strategy observed. */
export interface SeenLine {
  readonly name: string;
  readonly unit: string;
  /** The scale of the implied yield, of its logarithm, or of the line itself. */
  readonly scale: "impliedApy" | "logYield" | "own";
  /** NaN where it has no value; null for the yield itself, whose column the dataset has. */
  readonly column: Float64Array | null;
  readonly marks: readonly SeenMark[];
}

/** A column that is 0 and changes on few bars: bar and new value of each change, one after the other. */
export type Steps = Float64Array;

/** A run with everything that charts show; columns are as long as the dataset. */
export interface Run extends
  Pick<
    FullSimulation,
    "candidate" | "evidence" | "execution" | "metrics" | "resolvedScoringProfile" | "warnings"
  > {
  readonly portfolio: {
    readonly equity: Float64Array;
    /** Held and wanted share of PT over all components, 0 in the warmup and 1 if all capital is in PT. */
    readonly position: Steps;
    readonly target: Steps;
  };
  /** Trades, skips and redemptions, by time. */
  readonly events: readonly ArenaEvent[];
  /** The lines that each component observed. */
  readonly seen: readonly (readonly SeenLine[])[];
  /** Daily Sharpe ratio, not annualised; null where it is undefined. */
  readonly dailySharpe: number | null;
}

/** The rows of a run: the columns of its full view, which only some tabs show. */
export interface RunRows {
  readonly portfolio: Columnar<FullSimulation["portfolio"]>;
  /** The events have the reasons of skips. */
  readonly ledgers: readonly Columnar<Omit<FullSimulation["ledgers"][number], "skipReason">>[];
}

/** A run with its rows and dataset. */
export interface RunInFull {
  readonly run: Run;
  readonly rows: RunRows;
  readonly dataset: MarketColumns;
}

/**
 * A fresh half-year of a market by its number, from 1 on: of a verdict, whose paths have one seed, or of
 * a season, whose paths have a seed each.
 */
export type HalfYear =
  & { readonly number: number }
  & ({ readonly pathSeed: string } | { readonly seed: string });

/** A run on a half-year, see `Engine.show`, with the bars and the engine's summary of them. */
export interface ShownHalfYear {
  readonly shown: ShownRun;
  readonly dataset: MarketColumns;
  readonly summary: DatasetSummary;
}

/** Identifies a dataset. */
export interface DatasetName {
  readonly marketId: number;
  readonly timeframe: Timeframe;
}

/** The work that an engine begins before its first call. */
export interface First {
  /** Its dataset is loaded. */
  readonly candidate: Candidate;
  /** Whether the candidate is run, too. */
  readonly isRun: boolean;
}

/**
 * The files of an engine worker and its first call. The order is passed as JSON in the worker's name, because a message
 * would wait until the page's thread has evaluated the code that draws the page.
 */
export interface EngineOrder {
  readonly urls: ProgramUrls;
  readonly first: First | null;
}

/** A view of a run. */
export interface Simulated {
  readonly simulation: Simulation;
  /** Daily Sharpe ratio, not annualised; null where it is undefined. */
  readonly dailySharpe: number | null;
}

/** Returns whether a candidate ran. */
export function isPoint(
  outcome: SweepPoint | SweepError | null | undefined,
): outcome is SweepPoint {
  return outcome !== null && outcome !== undefined && "score" in outcome;
}
