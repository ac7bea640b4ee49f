/**
 * The engine of the strategy arena for any program: a page, a Web Worker, Node, Deno. Losses, costs
 * and turnover are positive; instants are ISO 8601 in UTC; null stands where there is no number.
 */

/** What the engine refuses, in its own words. Anything else thrown is a bug, and the engine is lost. */
export class ArenaError extends Error {
  /** What kind of refusal, such as `REQUEST_VALIDATION_FAILED`. */
  readonly code: string;
  /** The wrong fields, the first 64; empty when the refusal is not about fields. */
  readonly fieldErrors: { path: string; code: string; message: string }[];
}

/** The engine with the markets that were added to it. */
export class Arena {
  /**
   * Loads the engine.
   *
   * @param wasm where it is; by default the file beside this module
   */
  static open(wasm?: URL | Response | BufferSource | WebAssembly.Module): Promise<Arena>;
  /** All strategies with their parameters. */
  readonly strategies: Strategy[];
  /** Execution policy, scoring formula, scenarios and gates, with every constant. */
  readonly profile: Record<string, unknown>;
  /**
   * Adds a market, or replaces it.
   *
   * @param entry its entry of `datasets/manifest.json`
   * @param csv content of the file that the entry names
   * @returns what the engine found in it
   * @throws {ArenaError} DATASET_INVALID
   */
  addMarket(entry: MarketEntry, csv: string): MarketFacts;
  /**
   * Returns the candidate with every default filled in.
   *
   * @throws {ArenaError} with all wrong fields
   */
  check(candidate: Candidate): ResolvedCandidate;
  /**
   * Runs a candidate.
   *
   * @param view how much of the run is wanted; `summary` by default
   * @throws {ArenaError} with all wrong fields
   */
  simulate<V extends View = "summary">(candidate: Candidate, view?: V): Simulation<V>;
  /**
   * Runs up to 1024 candidates for the little that a map of them shows, several times as fast as
   * `simulate` and `evaluate`.
   *
   * @returns in the order of the candidates
   */
  sweep(candidates: Candidate[]): (SweepPoint | SweepFault)[];
  /**
   * Runs a simulation again, on the 12 scenarios too, and scores it.
   *
   * @param simulation what `simulate` gave, or the whole answer of the service
   * @param trials what was tried before on each market, for `luck.deflatedSharpe`; by default nothing
   * @throws {ArenaError} SIMULATION_STALE, SIMULATION_MISMATCH
   */
  evaluate(
    simulation: Simulation<View> | { simulation: Simulation<View> } | Answer<Simulation<View>>,
    trials?: Trials[],
  ): Evaluation;
}

/** An answer of the service as it came. */
export interface Answer<Data> {
  requestId?: unknown;
  status?: unknown;
  data: Data;
}

export type Timeframe = "hourly" | "daily";

/** `full` has all ledgers and series, `summary` none, `trades` the events. */
export type View = "full" | "summary" | "trades";

/** One dataset of `datasets/manifest.json`. */
export interface MarketEntry {
  marketId: number;
  marketKey: string;
  timeframe: Timeframe;
  file: string;
  sha256: string;
  bars: number;
  firstTimestamp: string;
  lastTimestamp: string;
  expiry: string;
  scalarRoot: number;
  farExpiry: string | null;
  provenance: string;
  seed?: number | null | undefined;
}

export interface MarketFacts {
  marketId: number;
  marketKey: string;
  timeframe: Timeframe;
  bars: number;
  firstTimestamp: string;
  lastTimestamp: string;
  expiry: string;
  farExpiry: string | null;
  features: string[];
  datasetHash: string;
  warmupBars: number;
  scoredBars: number;
  /** Utility of buying PT at once and holding it. */
  benchmarkUtility: number;
  /** Utility of leaving all capital in SY. */
  idleUtility: number;
  /** Largest capital at which one component can enter fully at the first scored bar. */
  maxTradableCapital: number;
}

export interface Strategy {
  strategyId: string;
  name: string;
  category: string;
  summary: string;
  source: string | null;
  requiredFeatures: string[];
  parameters: Parameter[];
  relations: { left: string; operator: "<" | "<="; right: string; message: string }[];
}

export type Parameter =
  & { name: string; description: string; unit: string | null }
  & (
    /** A length in days; at least so many bars. */
    | {
      type: "window";
      defaultValue: number;
      constraints: { minimumBars: number; maximum: number };
    }
    | {
      type: "integer" | "number";
      defaultValue: number;
      constraints: { minimum: number; maximum: number };
    }
    | { type: "string"; defaultValue: string; constraints: { enum: string[] } }
  );

export type StrategyParams = Record<string, number | string>;

/** What is simulated: a market, a capital and 1 to 16 strategies. What is left out has a default. */
export interface Candidate {
  marketId: number;
  timeframe?: Timeframe | undefined;
  /** A decimal string, 1 to 1e9, at most 6 decimals. */
  capital?: string | undefined;
  components: {
    strategyId: string;
    /** All of them or none; they sum to 10000. */
    weightBps?: number | undefined;
    strategyParams?: StrategyParams | undefined;
  }[];
  strategyParams?: StrategyParams | undefined;
  /** Ignored: the service owns the execution policy. */
  executionConfig?: unknown;
  submissionId?: string | undefined;
}

export interface ResolvedCandidate {
  marketId: number;
  timeframe: Timeframe;
  capital: string;
  components: { strategyId: string; weightBps: number; strategyParams: StrategyParams }[];
}

/** Versions and fingerprints. Equal `resultHash` means: the same candidate gave the same result. */
export interface Evidence {
  engineVersion: string;
  policyVersion: number;
  formulaVersion: number;
  catalogueHash: string;
  datasetHash: string;
  candidateHash: string;
  resultHash: string;
}

// metrics: from engine-rs/src/simulation/metric_table.rs by deno task build:engine
/** The terms of the utility. */
export interface UtilityMetrics {
  /** Mean return per bar, times bars a year */
  annualizedMeanReturn: number;
  /** Largest loss from a peak, fraction in [0, 1] */
  maxDrawdown: number;
  /** Mean of the worst 5 % of daily losses, not negative */
  cvar: number;
  /** Traded part of equity per day */
  turnover: number;
  /** Fees and slippage, part of equity per day */
  executionCost: number;
}

/** The metrics that are not terms of the utility. */
export interface Diagnostics {
  /** Growth of equity over the scored window, as a rate per year */
  compoundAnnualReturn: number;
  /** Days from the peak to the recovery or the end */
  maxDrawdownDays: number;
  /** Whether equity came back to the peak before the largest drawdown */
  drawdownRecovered: boolean;
  /** Daily loss at 95 %, not negative */
  valueAtRisk: number;
  /** Of the daily excess over idle capital: mean over standard deviation, annualised */
  sharpe: number | null;
  /** Of the daily excess over idle capital: mean over downside deviation, annualised */
  sortino: number | null;
  /** Compound annual return over the largest drawdown */
  calmar: number | null;
  /** Standard deviation of daily returns, per year */
  annualizedVolatility: number | null;
  /** Mean part of equity in PT */
  exposure: number;
  /** Part of days with a gain */
  hitRate: number;
  /** Largest daily return */
  bestDay: number;
  /** Smallest daily return */
  worstDay: number;
  /** Trades that were executed */
  fills: number;
}
// metrics: end

export type SkipReason =
  | "MIN_HOLD_BARS"
  | "MAX_TRADE_PCT_LIQUIDITY"
  | "POOL_LIMIT"
  | "MAX_ESTIMATED_SLIPPAGE"
  | "MIN_EDGE_TO_COST";

/** What became of the intents: `intents = fills + skips`, in bars. */
export interface ExecutionCounts {
  intents: number;
  fills: number;
  skips: number;
  skippedByReason: Partial<Record<SkipReason, number>>;
}

/** A run; which members it has beside these the view decides. */
export type Simulation<V extends View> = SimulationCommon & { view: V } & SimulationViews[V];

export interface SimulationCommon {
  simulationId: string;
  submissionId?: string | undefined;
  candidate: ResolvedCandidate;
  resolvedScoringProfile: {
    totalBars: number;
    warmupBars: number;
    scoredBars: number;
    tradeStartIndex: number;
    scoreStartTimestamp: string;
    scoreEndTimestamp: string;
  };
  resolvedExecutionPolicy: ExecutionPolicy;
  evidence: Evidence;
  warnings: { code: string; message: string }[];
  metrics: UtilityMetrics & Diagnostics;
  execution: ExecutionCounts & { components: ExecutionCounts[] };
}

export interface SimulationViews {
  /** One value per bar in each column, one ledger per component. */
  full: { timestamp: string[]; ledgers: Ledger[]; portfolio: PortfolioColumns };
  summary: unknown;
  /** The portfolio at the times of the events. */
  trades: {
    events: (ExecutedTrade | SkippedSignal | Redemption)[];
    portfolio: PortfolioColumns & { timestamp: string[] };
  };
}

export interface ExecutionPolicy {
  policyVersion: number;
  fillRule: "close";
  positionMode: "long_only";
  feeBps: number;
  slippageBps: number;
  ammExecutionMode: "pool_state";
  ammAdjustmentBps: number;
  maxAbsPosition: number;
  initialPosition: number;
  maxEstimatedSlippageBps: number;
  maxTradePctLiquidity: number;
  minHoldBars: { hourly: number; daily: number };
  minEdgeToCostRatio: number;
  edgeHorizonDays: number;
  minPositionDelta: number;
  idleAsset: "sy";
}

export interface PortfolioColumns {
  equity: number[];
  return: number[];
  drawdown: number[];
  exposure: number[];
  turnover: number[];
  cost: number[];
}

export interface Ledger {
  signalTarget: number[];
  executedPosition: number[];
  ptPrice: number[];
  units: number[];
  shares: number[];
  equity: number[];
  turnover: number[];
  feeCost: number[];
  slippageCost: number[];
  skipReason: (SkipReason | null)[];
}

export interface ExecutedTrade {
  eventKind: "executed_trade";
  component: number;
  timestamp: string;
  side: "buy" | "sell";
  fromPosition: number;
  toPosition: number;
  units: number;
  notional: number;
  /** Accounting asset per PT, impact included. */
  price: number;
  feeCost: number;
  slippageCost: number;
  estimatedSlippageBps: number;
}

/** An intent that a guardrail vetoed on `bars` adjacent bars; the figures are of the first. */
export interface SkippedSignal {
  eventKind: "skipped_signal";
  component: number;
  timestamp: string;
  lastTimestamp: string;
  bars: number;
  skipReason: SkipReason;
  signalTarget: number;
  side: "buy" | "sell";
  value: number | null;
  limit: number;
  notional: number;
  tvl: number;
  estimatedSlippageBps: number | null;
  edge: number | null;
  costRate: number | null;
}

export interface Redemption {
  eventKind: "redemption";
  component: number;
  timestamp: string;
  units: number;
  notional: number;
}

/** What a candidate comes to; the score is to the bit that of its evaluation. */
export interface SweepPoint extends UtilityMetrics {
  score: number;
  /** Sharpe ratio of a day. */
  dailySharpe: number | null;
  probabilisticSharpe: number | null;
  fills: number;
  intents: number;
}

/** What is wrong with a candidate. */
export interface SweepFault {
  fieldErrors: { path: string; code: string; message: string }[];
}

/** What was tried before on a market: how often, and how the daily Sharpe ratios spread. */
export interface Trials {
  marketId: number;
  count: number;
  sharpeVariance: number | null;
}

export interface Evaluation {
  /** 100 * utility / benchmark utility. */
  score: number;
  benchmarkUtility: number;
  idleUtility: number;
  benchmarkFloorUsed: boolean;
  scenarioResult: UtilityMetrics & { utilityScore: number };
  breakdown: { strategy: UtilityMetrics; benchmark: UtilityMetrics; idle: UtilityMetrics };
  diagnostics: Diagnostics;
  benchmark: UtilityMetrics & { utilityScore: number };
  scenarios: Scenario[];
  capitalScore: {
    capitalScore: number;
    meanUtility: number;
    sdUtility: number;
    kappa: number;
    c: number;
    tEff: number;
  };
  /** Eligible means: may be reviewed. It never promises capital. */
  eligibility: { eligible: boolean; gates: Gate[] };
  luck: {
    /** That the Sharpe ratio is above 0. */
    probabilisticSharpe: number | null;
    /** The same, for the best of so many trials. */
    deflatedSharpe: number | null;
    trials: number;
    /** 90 % of the scores. */
    scoreInterval: [number, number];
  };
  formulaVersion: number;
  evidence: Evidence;
}

export type Scenario = UtilityMetrics & {
  id: string;
  kind: "official" | "sister" | "perturbation" | "stress";
  utility: number;
  benchmarkUtility: number;
  idleUtility: number;
  fills: number;
};

export interface Gate {
  gate: string;
  value: number | boolean;
  threshold: number | boolean;
  /** Distance on the passing side; negative when failed. */
  margin: number | null;
  passed: boolean;
}
