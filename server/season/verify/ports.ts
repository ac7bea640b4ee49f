// This module is browser compatible.

import type { JsonValue } from "../../base/canonical_json.ts";
import type { Evaluated } from "../rules/statements.ts";

type Bytes = Uint8Array<ArrayBuffer>;
/** A candidate with all defaults. */
export type ResolvedCandidate = Readonly<Record<string, JsonValue>>;

/** The public folder of an arena. */
export interface ArenaFiles {
  /** Where the files are, as a reader may be told: a folder or an address. */
  readonly place: string;
  /** Returns a file by its path in the folder, such as `autumn-1/season.json`; null if it is missing. */
  read(path: string): Promise<Bytes | null>;
}

/** Versions of the engine that runs here. */
export interface EngineVersions {
  readonly policyVersion: number;
  readonly formulaVersion: number;
  readonly catalogueHash: string;
  readonly engineVersion: string;
}

/** The runs that a verification repeats. */
export interface VerifyEngine {
  versions(): Promise<EngineVersions>;
  /** Returns the id of a market and the hash of its official dataset; null for any other market. */
  market(marketKey: string, timeframe: string): Promise<OfficialMarket | null>;
  /**
   * Runs and scores a candidate.
   *
   * @param trials the counts that the verdict is adjusted by
   * @returns null when the engine refuses the candidate, with the reason
   */
  evaluate(
    candidate: ResolvedCandidate,
    trials: JsonValue,
  ): Promise<Evaluated | { refused: string }>;
  /**
   * Returns the utility of candidates, then of Hold and idle, on the path of each seed: one row after
   * the other, NaN where a run has no utility. Empty for a candidate that the engine refuses.
   */
  pathUtilities(order: PathOrder): Promise<Float64Array>;
  /** Returns the places of rows of utilities, as `seasonRanks` of the engine prints them. */
  seasonRanks(utilities: Float64Array, paths: number): Promise<Float64Array>;
}

/** A market with a generator. */
export interface OfficialMarket {
  readonly marketId: number;
  readonly datasetHash: string;
  readonly generatorVersion: number;
}

/** Candidates to run on generated paths. */
export interface PathOrder {
  readonly marketKey: string;
  readonly timeframe: "hourly" | "daily";
  readonly capital: number;
  readonly candidates: readonly ResolvedCandidate[];
  readonly seeds: BigUint64Array;
}
