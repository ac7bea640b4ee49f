/**
 * The data types of the engine and of the service. Losses, costs and turnover are positive; instants
 * are ISO 8601 in UTC; null marks undefined numbers. Written from the schemas of the service
 * by `deno task build:package`: change those.
 */

/** The whole response of a simulation, unchanged. */
export type AnsweredPayload = {
  /** Ignored: it identifies the run */
  requestId?: unknown | undefined;
  /** Ignored: it identifies the run */
  status?: unknown | undefined;
  /** The data of a simulation response, any view. `simulationId`, `submissionId` and `warnings` identify the run: an evaluation reads no more of them than their types */
  data: Payload;
};

/** The results of many candidates. */
export type Batch = {
  /** For each candidate in its order its run, or the problem that the candidate alone would be answered with; pointers begin at the candidate */
  results: ({
    /** A run without ledgers and series */
    simulation: SummarySimulation;
  } | {
    /** Problem details (RFC 9457) */
    error: Problem;
  })[];
};

/** A round of a public source of randomness. */
export type Beacon = {
  network: "drand-quicknet";
  round: number;
};

/** A row of a board of a season. */
export type BoardRow = {
  /** Number of the entry; null of hold and idle */
  number: number | null;
  line?: ("hold" | "idle") | undefined;
  /** Marks the entries of one key in this season */
  keyTag: string | null;
  /** The candidate: a market, a capital and 1 to 16 strategies */
  candidate: Candidate | null;
  /** SHA-256, 64 hexadecimal digits */
  candidateHash: string | null;
  meanUtility: number | null;
  /** 100 times `meanUtility`, divided by that of Hold or by 0.0001 if that is more. It is not rounded, so the score of Hold is 100 up to the last digit of a double, such as 99.99999999999999 */
  score: number | null;
  edge: number | null;
  edgeStandardError: number | null;
  rank: number | null;
  rankInterval: [
    number,
    number,
  ] | null;
  beatsLines: boolean;
  leader: boolean;
  /** The row whose utility is the same on every path */
  sameAs: (number | ("hold" | "idle")) | null;
  /** The entry under which this one is shown */
  like: number | null;
  state: "scored" | "failed";
  /** Why the entry could not be run; null when it was */
  failure: {
    /** Number of the first path without a utility, from 1 */
    path: number;
    message: string;
  } | null;
};

/** The candidate: a market, a capital and 1 to 16 strategies. */
export type Candidate = {
  /** Id of the market */
  marketId: number;
  /** Timeframe of the dataset */
  timeframe?: Timeframe | undefined;
  /** Capital in accounting-asset units, a decimal string; echoed unchanged */
  capital?: string | undefined;
  /** The sleeves, 10 compute units each: a list that costs more than the budget of a second, by default more than 5, is refused, and so is its evaluation */
  components: Component[];
  /** Values for every component that has the parameter and does not set it itself */
  strategyParams?: StrategyParams | undefined;
  /** Any JSON value, accepted and ignored: the service owns the execution policy */
  executionConfig?: unknown | undefined;
  /** Echoed for correlation; never used to deduplicate */
  submissionId?: string | undefined;
};

/** A valid candidate and its price. */
export type CandidateCheck = {
  /** The candidate with all defaults filled in */
  candidate: ResolvedCandidate;
  /** As in the evidence of its simulation */
  candidateHash: string;
  /** Features of the market that it reads */
  features: string[];
  /** Of each component the weight of its texts; null for other strategies */
  weights: (number | null)[];
  cost: {
    /** Compute units of its simulation */
    simulation: number;
    /** Compute units of its evaluation */
    evaluation: number;
  };
};

/** The run with another capital. */
export type CapitalCase = {
  /** Accounting asset */
  capital: number;
  utility: number;
  /** Against Hold under the same fee */
  score: number;
  /** utility less the larger of Hold's and idle's */
  edge: number;
  fills: number;
  /** Share of the wanted changes of target that were executed; null without any */
  filledShare: number | null;
};

/** Mean utility less penalties for its spread and for few independent days. */
export type CapitalScore = {
  /** meanUtility - kappa*sdUtility - c/sqrt(tEff); a cautious ranking, not a forecast */
  capitalScore: number;
  /** Utilities in mean and deviation: 69 with sister paths (official, 64 sisters, four stresses), 11 by rotation (official, six perturbations, four stresses) */
  scenarios: number;
  meanUtility: number;
  /** Sample standard deviation */
  sdUtility: number;
  kappa: number;
  c: number;
  /** Independent days in the daily returns */
  tEff: number;
};

/** One strategy, as listed by the engine. */
export type CatalogueEntry = {
  /** Id of a strategy of the catalogue */
  strategyId: string;
  name: string;
  category: string;
  summary: string;
  /** Source of the rule */
  source: string | null;
  requiredFeatures: string[];
  parameters: Parameter[];
  relations: Relation[];
  /** The language of its texts; only expression has one. Its parameters are target, or enter and exit, and numbers and texts under names of the caller's own */
  language?: Language | undefined;
};

export type CheckedCandidate = {
  /** The candidate with all defaults filled in */
  candidate: ResolvedCandidate;
  /** As in the evidence of its simulation */
  candidateHash: string;
  /** Features of the market that it reads */
  features: string[];
  /** Of each component the weight of its texts; null for other strategies */
  weights: (number | null)[];
};

/** One of several words. */
export type ChoiceParameter = {
  name: string;
  /** Name for people */
  title: string;
  description: string;
  unit: string | null;
  type: "string";
  defaultValue: string;
  constraints: {
    enum: string[];
  };
};

/** One strategy with its share of the capital. */
export type Component = {
  /** Id of a strategy of the catalogue */
  strategyId: string;
  /** Weight in basis points; the weights of a candidate sum to 10000 */
  weightBps?: number | undefined;
  /** Values of strategy parameters by name; omitted parameters have their defaults. Of expression: its texts, and numbers and texts under names of your own */
  strategyParams?: StrategyParams | undefined;
};

/** The run under other costs. */
export type CostCase = {
  /** Multiple of the fee and of the price impact */
  times: number;
  utility: number;
  /** Against Hold under the same fee */
  score: number;
  /** utility less the larger of Hold's and idle's */
  edge: number;
  fills: number;
  /** Share of the wanted changes of target that were executed; null without any */
  filledShare: number | null;
};

/** A dataset of a manifest with the facts of its market. */
export type DatasetEntry = {
  /** Id of the market */
  marketId: number;
  /** Key of the market: lower-case words joined by hyphens */
  marketKey: string;
  /** Display name */
  name: string;
  /** ISO 8601 instant, UTC */
  expiry: string;
  /** Depth of the pool's curve */
  scalarRoot: number;
  /** Expiry of the next maturity */
  farExpiry?: (string | null) | undefined;
  /** Official market of the same asset, of which this is a real maturity */
  asset?: ("susde" | "susdf" | "ghousd") | undefined;
  timeframe: Timeframe;
  file: string;
  /** SHA-256, 64 hexadecimal digits */
  sha256: string;
  /** The same columns as doubles, read without parsing */
  packed?:
    | ({
      file: string;
      /** SHA-256, 64 hexadecimal digits */
      sha256: string;
    } | null)
    | undefined;
  /** Rows of the file */
  bars: number;
  /** ISO 8601 instant, UTC */
  firstTimestamp: string;
  /** ISO 8601 instant, UTC */
  lastTimestamp: string;
  /** Columns that the dataset lacks; strategies that need them do not run */
  absent?: ("volume" | "farImpliedApy")[] | undefined;
  /** Columns, or scalarRoot, that are estimated rather than given by the source */
  estimated?:
    | (
      | "impliedApy"
      | "underlyingApy"
      | "ptPrice"
      | "totalPt"
      | "totalSy"
      | "syIndex"
      | "tvl"
      | "volume"
      | "farImpliedApy"
      | "scalarRoot"
    )[]
    | undefined;
  pyIndex?: (number | null) | undefined;
  provenance: {
    kind: "synthetic";
    /** Version of the generator */
    generatorVersion: number;
    seed: number;
    /** Mean of U(Hold) - U(idle) over 65,536 reference paths */
    passiveGap: number;
    /** The same over the first 64 paths */
    passiveGapHead: number;
  } | ImportProvenance;
};

/** The engine's summary of a dataset. */
export type DatasetSummary = {
  /** Id of the market */
  marketId: number;
  marketKey: string;
  timeframe: Timeframe;
  /** ISO 8601 instant, UTC */
  expiry: string;
  /** Expiry of the next maturity */
  farExpiry: string | null;
  bars: number;
  /** ISO 8601 instant, UTC */
  firstTimestamp: string;
  /** ISO 8601 instant, UTC */
  lastTimestamp: string;
  /** Columns that strategies may require */
  features: string[];
  /** Columns that the dataset lacks; strategies that need them do not run */
  absent: ("volume" | "farImpliedApy")[];
  /** Columns, or scalarRoot, that are estimated rather than given by the source */
  estimated:
    (
      | "impliedApy"
      | "underlyingApy"
      | "ptPrice"
      | "totalPt"
      | "totalSy"
      | "syIndex"
      | "tvl"
      | "volume"
      | "farImpliedApy"
      | "scalarRoot"
    )[];
  /** Depth of the pool's curve */
  scalarRoot: number;
  /** Largest index before the first bar: the watermark below which PT is paid less */
  pyIndex: number | null;
  /** SHA-256 of the CSV file */
  datasetHash: string;
  /** Origin of a dataset */
  provenance: Provenance;
  /** Hash of the inputs besides the file, such as the provenance; see /docs/verify */
  provenanceHash: string;
  /** Bars before the scored window */
  warmupBars: number;
  scoredBars: number;
  /** Utility of buying PT at once and holding it */
  benchmarkUtility: number;
  /** Utility of leaving all capital in SY */
  idleUtility: number;
  /** Largest capital at which one sleeve can enter fully at the first scored bar */
  maxTradableCapital: number;
};

/** An accepted entry. */
export type Entered = {
  /** An entry of a season, as its key sees it */
  entry: Entry;
  /** null: the server signs nothing */
  receipt: Receipt | null;
};

/** An entry of a season, as its key sees it. */
export type Entry = {
  /** Number in the season */
  number: number;
  /** Key of the market and timeframe, joined by a hyphen */
  board: string;
  /** With all defaults */
  candidate: {
    /** Id of the market */
    marketId: number;
    /** Timeframe of the dataset */
    timeframe?: Timeframe | undefined;
    /** Capital in accounting-asset units, a decimal string; echoed unchanged */
    capital?: string | undefined;
    /** The sleeves, 10 compute units each: a list that costs more than the budget of a second, by default more than 5, is refused, and so is its evaluation */
    components: Component[];
    /** Values for every component that has the parameter and does not set it itself */
    strategyParams?: StrategyParams | undefined;
    /** Any JSON value, accepted and ignored: the service owns the execution policy */
    executionConfig?: unknown | undefined;
    /** Echoed for correlation; never used to deduplicate */
    submissionId?: string | undefined;
  };
  /** SHA-256, 64 hexadecimal digits */
  candidateHash: string;
  name: string;
  salt: string;
  keyTag: string;
  /** ISO 8601 instant, UTC, whole seconds */
  acceptedAt: string;
  state: "entered" | "scored" | "failed";
  /** Leaf of the entry in the log */
  leaf: string;
  /** Its row; null before the board is scored */
  result: BoardRow | null;
};

/** The entries of a key in a season. */
export type EntryList = {
  /** By number */
  entries: Entered[];
  /** Entries that the key may have */
  limit: number;
};

/** The request to enter a season. */
export type EntryRequest = {
  /** The candidate: a market, a capital and 1 to 16 strategies */
  candidate: Candidate;
  /** Name on the board; empty by default, shown as the number of the entry */
  name?: string | undefined;
};

/** Score, verdict, diagnostics and gates. */
export type Evaluation = {
  /** 100 * utility / benchmark utility: the sort key */
  score: number;
  benchmarkUtility: number;
  /** Utility of leaving all capital in SY */
  idleUtility: number;
  benchmarkFloorUsed: boolean;
  /** The candidate with all defaults filled in */
  candidate: ResolvedCandidate;
  /** The bars that were traded and scored */
  resolvedScoringProfile: ScoringProfile;
  /** The five metrics and their utility */
  scenarioResult: ScoredMetrics;
  breakdown: {
    /** Terms of the utility; they sum to it */
    strategy: UtilityTerms;
    /** Terms of the utility; they sum to it */
    benchmark: UtilityTerms;
    /** Terms of the utility; they sum to it */
    idle: UtilityTerms;
  };
  diagnostics: {
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
  };
  /** The five metrics and their utility */
  benchmark: ScoredMetrics;
  scenarios: Scenario[];
  /** The candidate against the better passive line, on fresh paths of the generator. It is about this generator, and a hypothesis until it is confirmed on hidden paths */
  verdict: Verdict;
  /** Mean utility less penalties for its spread and for few independent days */
  capitalScore: CapitalScore;
  eligibility: {
    /** All gates pass: a hypothesis until it is confirmed on hidden paths. Never true by rotation, as one history gives no verdict */
    eligible: boolean;
    gates: Gate[];
  };
  /** Statistics of the official path alone, on carry and chance */
  luck: Luck;
  /** The same candidate on real maturities of the market's asset. It decides nothing: no score, gate or rank depends on it */
  real: Real | null;
  /** Why `real` is null: no real history of this market, a window that is no whole day, a candidate that is itself on a real maturity, or no maturity with what it needs */
  realReason: ("no-history" | "hourly-windows" | "own" | "not-runnable") | null;
  /** The official run under other conditions. It decides nothing: no score, gate or rank depends on it */
  whatIf: WhatIf;
  formulaVersion: number;
  /** Versions and hashes that prove a result */
  evidence: Evidence;
  /** Parts that need a generator, which the dataset lacks; else empty */
  replaced: Replaced[];
  /** Notes on the data */
  warnings: Warning[];
  /** States the evaluation, signed by the service; null where it signs nothing. /docs/verify shows how to verify it */
  receipt?: (Receipt | null) | undefined;
};

/** The response of a simulation unchanged, or its `data`, bare or as the member `simulation`. A candidate with more components than the budget of a second can simulate, by default more than 5, is rejected. */
export type EvaluationRequest =
  | FullSimulation
  | SummarySimulation
  | TradesSimulation
  | WrappedPayload
  | AnsweredPayload;

/** Versions and hashes that prove a result. */
export type Evidence = {
  engineVersion: string;
  policyVersion: number;
  formulaVersion: number;
  /** Version of the generator that made the dataset; null for imported data */
  generatorVersion: number | null;
  /** SHA-256, 64 hexadecimal digits */
  catalogueHash: string;
  /** SHA-256 of the CSV file */
  datasetHash: string;
  /** Columns, or scalarRoot, that are estimated rather than given by the source */
  estimated:
    (
      | "impliedApy"
      | "underlyingApy"
      | "ptPrice"
      | "totalPt"
      | "totalSy"
      | "syIndex"
      | "tvl"
      | "volume"
      | "farImpliedApy"
      | "scalarRoot"
    )[];
  /** Mean utility per year of holding PT over leaving all capital in SY, on the generator's reference paths; null of imported data */
  passiveGap: number | null;
  /** Origin of a dataset */
  provenance: Provenance;
  /** Of what decides a result beside the file: provenance, terms of the market, what is unknown; see /docs/verify */
  provenanceHash: string;
  /** Hash of the candidate with all defaults, its capital without trailing zeros; see /docs/verify */
  candidateHash: string;
  /** Hash of the figures as doubles, the same for every view; see /docs/verify */
  resultHash: string;
};

/** An intent that was filled. */
export type ExecutedTrade = {
  component: number;
  /** ISO 8601 instant, UTC */
  timestamp: string;
  eventKind: "executed_trade";
  side: "buy" | "sell";
  fromPosition: number;
  toPosition: number;
  units: number;
  notional: number;
  /** Accounting asset per PT, impact included */
  price: number;
  feeCost: number;
  slippageCost: number;
  estimatedSlippageBps: number;
};

/** Outcomes of the intents, in total and per component. */
export type Execution = {
  /** Fills and skips */
  intents: number;
  fills: number;
  /** Skipped bars */
  skips: number;
  /** Bars skipped, by guardrail */
  skippedByReason: SkippedByReason;
  /** null if no bar was skipped */
  nearest: NearestSkip | null;
  components: {
    /** Fills and skips */
    intents: number;
    fills: number;
    /** Skipped bars */
    skips: number;
    /** Bars skipped, by guardrail */
    skippedByReason: SkippedByReason;
    /** Value of the sleeve at the last bar less that of its capital left in SY, as a fraction of the whole capital; the excesses add up to that of the portfolio */
    excess: number;
  }[];
};

/** The execution rules of every simulation. */
export type ExecutionPolicy = {
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
  /** Fraction of tvl */
  maxTradePctLiquidity: number;
  minHoldBars: {
    hourly: number;
    daily: number;
  };
  minEdgeToCostRatio: number;
  edgeHorizonDays: number;
  minPositionDelta: number;
  idleAsset: "sy";
};

/** Execution policy, scoring formula, gates, versions. */
export type Family = {
  familyId: "strategy-arena";
  name: string;
  summary: string;
  /** The versions that determine every number */
  versions: Versions;
  /** The execution rules of every simulation */
  executionPolicy: ExecutionPolicy;
  /** The formula of the score and its constants */
  scoring: {
    formulaVersion: number;
    benchmarkFloor: number;
    /** Terms of the utility; they sum to it */
    weights: UtilityTerms;
    [x: string]: unknown;
  };
  /** Gates of eligibility */
  gates: {
    gate: string;
    rule: string;
    threshold: number | boolean;
  }[];
  /** The scenarios in order, and their rules */
  scenarios?: {
    scenarioSeed: number;
    list: {
      id: string;
      kind: string;
      inCapitalScore: boolean;
      rule: string;
    }[];
    [x: string]: unknown;
  } | undefined;
  /** The formula and its constants */
  capitalScore?: {
    [x: string]: unknown;
  } | undefined;
  /** Bounds and defaults of a candidate */
  candidate: {
    capitalMin: number;
    capitalMax: number;
    /** Maximum decimals of a capital */
    capitalDecimals: number;
    /** Capital of a candidate that omits it */
    capitalDefault: string;
    componentsMax: number;
    /** Sum of the weights of all components */
    weightBpsTotal: number;
    /** Maximum characters of a submission id */
    submissionIdMax: number;
  };
  /** Bars per day, by timeframe */
  timeframes: {
    timeframe: Timeframe;
    barsPerDay: number;
  }[];
  /** Constants of the luck figures */
  luck?: {
    [x: string]: unknown;
  } | undefined;
  /** Constants of the verdict */
  verdict?: {
    [x: string]: unknown;
  } | undefined;
};

/** One family of strategies. */
export type FamilySummary = {
  familyId: "strategy-arena";
  name: string;
  summary: string;
  /** The versions that determine every number */
  versions: Versions;
};

/** One wrong field of a request body. */
export type FieldError = {
  /** JSON Pointer of the field; empty for the whole body */
  path: string;
  /** Kind of error, for programs */
  code: string;
  /** The current value and what is allowed */
  message: string;
};

/** A run with all ledgers and the portfolio series. */
export type FullSimulation = {
  /** Unique per run */
  simulationId: string;
  /** As in the request */
  submissionId?: string | undefined;
  /** The candidate with all defaults filled in */
  candidate: ResolvedCandidate;
  /** The bars that were traded and scored */
  resolvedScoringProfile: ScoringProfile;
  /** The execution rules of every simulation */
  resolvedExecutionPolicy: ExecutionPolicy;
  /** Versions and hashes that prove a result */
  evidence: Evidence;
  warnings: Warning[];
  /** Metrics of the scored window */
  metrics: Metrics;
  /** Outcomes of the intents, in total and per component */
  execution: Execution;
  view: "full";
  timestamp: string[];
  ledgers: Ledger[];
  portfolio: {
    equity: number[];
    return: number[];
    drawdown: number[];
    exposure: number[];
    turnover: number[];
    cost: number[];
  };
};

/** One rule of eligibility. */
export type Gate = {
  gate:
    | "POSITIVE_UTILITY"
    | "EDGE"
    | "TIMING"
    | "ONE_HISTORY"
    | "MAX_DRAWDOWN"
    | "WORST_SCENARIO_DRAWDOWN"
    | "MAX_TURNOVER"
    | "MIN_SCORED_DAYS"
    | "MIN_FILLS"
    | "RUNTIME_BUDGET"
    | "CONFIG_VALID"
    | "FINITE_NUMBERS";
  value: number | boolean;
  threshold: number | boolean;
  /** Distance on the passing side */
  margin: number | null;
  passed: boolean;
};

/** The process is alive. */
export type Health = {
  status: "ok";
  engineVersion: string;
  rulesVersion: string;
  uptimeSeconds: number;
};

/** Origin of an imported dataset. */
export type ImportProvenance = {
  kind: "import";
  /** Who published the raw data */
  source: string;
  url?: string | undefined;
  /** ISO 8601 instant, UTC */
  fetchedAt?: string | undefined;
  /** Name or id of the chain */
  chain?: string | undefined;
  /** Address of the market on its chain */
  market?: string | undefined;
  /** Name of the accounting asset, in which capital and pool are counted */
  coin?: string | undefined;
  /** Terms under which the data may be used */
  licence?: string | undefined;
  /** What made the columns */
  importer: string;
  /** SHA-256 of the raw data */
  sourceSha256: string;
  /** Inputs that the source lacks */
  estimated?: string[] | undefined;
  /** What was read otherwise than it stands in the source, with counts */
  corrections?: string[] | undefined;
  /** Bars in gaps, filled with the bar before */
  filled: number;
  /** Rows of the source that were dropped */
  dropped: number;
};

/** What a key may do, has done, and has left. */
export type Key = {
  /** The public part of the key */
  keyId: string;
  /** As the operator has named it */
  name: string;
  scopes:
    (
      | "strategy:read"
      | "strategy:simulate"
      | "strategy:search"
      | "evaluation:run"
      | "arena:enter"
    )[];
  createdAt: string;
  /** null: it does not expire */
  expiresAt: string | null;
  /** Limits of requests, and what is left of them */
  limits: {
    /** Compute units per second, and most of a request */
    unitsPerSecond: number;
    /** Compute units left in this second */
    unitsLeft: number;
    simulationsInFlight: number;
    /** Simulations that may begin now */
    simulationsLeft: number;
    evaluationsInFlight: number;
    /** Evaluations that may begin now */
    evaluationsLeft: number;
  };
  /** The key's quota for searches, and the rest of it */
  searches: SearchQuota;
  /** Tries by dataset, in the order of their hashes */
  tries: {
    datasetHash: string;
    /** null of a dataset that this server no longer serves */
    marketId: number | null;
    timeframe: Timeframe | null;
    /** Distinct candidates evaluated, which a verdict counts */
    evaluated: number;
  }[];
  /** Entries of the key by season, and most that a key may have there */
  entries: {
    seasonId: string;
    entries: number;
    limit: number;
  }[];
  /** Rows of the key by practice board, and most that a key may have there */
  publications: {
    datasetHash: string;
    rows: number;
    limit: number;
  }[];
};

/** The language of the texts of expression; RULES.md 8 has its rules. */
export type Language = {
  /** Columns of the bars */
  columns: {
    name: string;
    requiredFeatures: string[];
    /** One line; the engine alone has none */
    description?: string | undefined;
  }[];
  /** Numbers of the market and sleeve */
  constants: {
    name: string;
    requiredFeatures: string[];
    /** One line; the engine alone has none */
    description?: string | undefined;
  }[];
  functions: {
    name: string;
    signature: string;
    /** About its nanoseconds per bar */
    weight: number;
    /** One line; the engine alone has none */
    description?: string | undefined;
    /** A text that uses it */
    example?: string | undefined;
  }[];
  limits: {
    /** Most characters of a text */
    characters: number;
    /** Most brackets, calls and signs that are open at once */
    depth: number;
    /** Most characters of an own name */
    nameCharacters: number;
    /** Most own names of a component */
    names: number;
    /** Most parts of a text */
    parts: number;
    /** Most characters of a component's texts */
    textsCharacters: number;
    /** Most that a component weighs */
    weight: number;
    /** Longest window, days */
    windowDays: number;
  };
  /** Words of the grammar, which are no names */
  words: string[];
};

/** Practice: public data. Everybody may have tuned to it, and tries outside a key are not counted. */
export type Leaderboard = {
  board: string;
  sort: "score" | "edge";
  /** Spearman correlation of the order by score, and by edge, with the order on fresh paths, as calibrated; null without a calibration */
  repeats: {
    score: number;
    edge: number;
  } | null;
  /** Rows, hold and idle not counted */
  total: number;
  /** Rows before the first one here */
  from: number;
  rows: PracticeRow[];
};

/** One component, one value per bar in each column. */
export type Ledger = {
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
};

/** Statistics of the official path alone, on carry and chance. */
export type Luck = {
  /** Probability that the true daily Sharpe ratio over SY is above 0: carry, which Hold has too, and no sign of skill */
  probabilisticSharpe: number | null;
  /** The baseline of probabilisticSharpe and deflatedSharpe */
  nullHypothesis: "no excess over SY";
  /** The same, against the best ratio expected of that many candidates by luck */
  deflatedSharpe: number | null;
  /** The searched candidates of verdict.trials */
  trials: number;
  /** 90 % interval of the score: candidate and Hold over the same resampled days of the official path */
  scoreInterval: [
    number,
    number,
  ];
};

/** The content of a `manifest.json`. */
export type Manifest = {
  markets: ManifestMarket[];
  datasets: ManifestEntry[];
};

/** One dataset of a `manifest.json`. */
export type ManifestEntry = {
  /** Id of the market */
  marketId: number;
  timeframe: Timeframe;
  file: string;
  /** SHA-256, 64 hexadecimal digits */
  sha256: string;
  /** The same columns as doubles, read without parsing */
  packed?:
    | ({
      file: string;
      /** SHA-256, 64 hexadecimal digits */
      sha256: string;
    } | null)
    | undefined;
  /** Rows of the file */
  bars: number;
  /** ISO 8601 instant, UTC */
  firstTimestamp: string;
  /** ISO 8601 instant, UTC */
  lastTimestamp: string;
  /** Columns that the dataset lacks; strategies that need them do not run */
  absent?: ("volume" | "farImpliedApy")[] | undefined;
  /** Columns, or scalarRoot, that are estimated rather than given by the source */
  estimated?:
    | (
      | "impliedApy"
      | "underlyingApy"
      | "ptPrice"
      | "totalPt"
      | "totalSy"
      | "syIndex"
      | "tvl"
      | "volume"
      | "farImpliedApy"
      | "scalarRoot"
    )[]
    | undefined;
  pyIndex?: (number | null) | undefined;
  provenance: {
    kind: "synthetic";
    /** Version of the generator */
    generatorVersion: number;
    seed: number;
    /** Mean of U(Hold) - U(idle) over 65,536 reference paths */
    passiveGap: number;
    /** The same over the first 64 paths */
    passiveGapHead: number;
  } | ImportProvenance;
};

/** One market of a manifest: the common facts of its datasets. */
export type ManifestMarket = {
  /** Id of the market */
  marketId: number;
  /** Key of the market: lower-case words joined by hyphens */
  marketKey: string;
  /** Display name */
  name: string;
  /** ISO 8601 instant, UTC */
  expiry: string;
  /** Depth of the pool's curve */
  scalarRoot: number;
  /** Expiry of the next maturity */
  farExpiry?: (string | null) | undefined;
  /** Official market of the same asset, of which this is a real maturity */
  asset?: ("susde" | "susdf" | "ghousd") | undefined;
};

/** A market and its datasets. */
export type Market = {
  /** Id of the market */
  id: number;
  key: string;
  name: string;
  protocol: "pendle";
  /** ISO 8601 instant, UTC */
  expiry: string;
  /** Expiry of the next maturity */
  farExpiry: string | null;
  /** Columns that strategies may require, available on every timeframe of the market */
  features: string[];
  /** The datasets by timeframe, at least one */
  timeframes: {
    /** One dataset of a market */
    hourly?: MarketTimeframe | undefined;
    /** One dataset of a market */
    daily?: MarketTimeframe | undefined;
  };
};

/** One dataset of a market. */
export type MarketTimeframe = {
  bars: number;
  /** ISO 8601 instant, UTC */
  firstTimestamp: string;
  /** ISO 8601 instant, UTC */
  lastTimestamp: string;
  /** Columns that strategies may require */
  features: string[];
  /** Columns that the dataset lacks; strategies that need them do not run */
  absent: ("volume" | "farImpliedApy")[];
  /** Columns, or scalarRoot, that are estimated rather than given by the source */
  estimated:
    (
      | "impliedApy"
      | "underlyingApy"
      | "ptPrice"
      | "totalPt"
      | "totalSy"
      | "syIndex"
      | "tvl"
      | "volume"
      | "farImpliedApy"
      | "scalarRoot"
    )[];
  /** Depth of the pool's curve */
  scalarRoot: number;
  /** Largest index before the first bar: the watermark below which PT is paid less */
  pyIndex: number | null;
  /** SHA-256 of the CSV file */
  datasetHash: string;
  /** Origin of a dataset */
  provenance: Provenance;
  /** Hash of the inputs besides the file, such as the provenance; see /docs/verify */
  provenanceHash: string;
  /** Bars before the scored window */
  warmupBars: number;
  scoredBars: number;
  /** Utility of buying PT at once and holding it */
  benchmarkUtility: number;
  /** Utility of leaving all capital in SY */
  idleUtility: number;
  /** Largest capital at which one sleeve can enter fully at the first scored bar */
  maxTradableCapital: number;
};

/** Metrics of the scored window. */
export type Metrics = {
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
};

/** The veto that came nearest to a fill, of the guardrail that vetoed most bars. */
export type NearestSkip = {
  /** The guardrail that vetoed an intent */
  reason: SkipReason;
  /** ISO 8601 instant, UTC */
  timestamp: string;
  component: number;
  /** Measured on that bar, in the unit of the limit */
  value: number;
  limit: number;
};

/** Every target a bar late: decided at a close, filled at the next. */
export type NextBarCase = {
  utility: number;
  /** Against Hold under the same fee */
  score: number;
  /** utility less the larger of Hold's and idle's */
  edge: number;
  fills: number;
  /** Share of the wanted changes of target that were executed; null without any */
  filledShare: number | null;
};

/** A number within a range. */
export type NumberParameter = {
  name: string;
  /** Name for people */
  title: string;
  description: string;
  unit: string | null;
  type: "integer" | "number";
  defaultValue: number;
  constraints: {
    minimum: number;
    maximum: number;
  };
};

/** One parameter of a strategy. */
export type Parameter = WindowParameter | NumberParameter | ChoiceParameter;

/** The data of a simulation response, any view. `simulationId`, `submissionId` and `warnings` identify the run: an evaluation reads no more of them than their types. */
export type Payload = FullSimulation | SummarySimulation | TradesSimulation;

/** A row of a practice board. */
export type PracticeRow = {
  /** Equal figures share it; null of hold, idle and candidates with texts */
  rank: number | null;
  /** The passive line that it is */
  line: ("hold" | "idle") | null;
  name: string;
  /** Marks the rows of one key */
  keyTag: string | null;
  /** The candidate with all defaults filled in */
  candidate: ResolvedCandidate | null;
  /** SHA-256, 64 hexadecimal digits */
  candidateHash: string | null;
  score: number;
  /** Of the verdict, per year, decimal */
  edge: number;
  edgeInterval: [
    number,
    number,
  ] | null;
  pAdjusted: number | null;
  /** Tries of the key on the dataset: today's, or those of the receipt, which pAdjusted counts, if they are more */
  trials: number | null;
  eligible: boolean;
  capitalScore: number | null;
  /** ISO 8601 instant, UTC */
  evaluatedAt: string | null;
  /** ISO 8601 instant, UTC */
  publishedAt: string | null;
  /** Other keys that published the same candidate later */
  others: number;
  /** A signed statement of the arena */
  receipt: Receipt | null;
};

/** Problem details (RFC 9457). */
export type Problem = {
  /** URI reference of the page that explains the code */
  type: string;
  /** The code in words; the same for every occurrence */
  title: string;
  /** The HTTP status */
  status: number;
  /** What happened this time and what to change */
  detail: string;
  /** URI reference of this occurrence */
  instance: string;
  /** Clients branch on it, after the status */
  code:
    | "MALFORMED_JSON"
    | "REQUEST_VALIDATION_FAILED"
    | "API_KEY_MISSING"
    | "API_KEY_INVALID"
    | "API_KEY_INACTIVE"
    | "SCOPE_INSUFFICIENT"
    | "NOT_FOUND"
    | "STRATEGY_NOT_FOUND"
    | "SEARCH_NOT_FOUND"
    | "SEASON_NOT_FOUND"
    | "METHOD_NOT_ALLOWED"
    | "REQUEST_TIMEOUT"
    | "IDEMPOTENCY_KEY_REUSED"
    | "SIMULATION_STALE"
    | "SEARCH_POINTS_MISSING"
    | "SEASON_NOT_OPEN"
    | "PAYLOAD_TOO_LARGE"
    | "UNSUPPORTED_MEDIA_TYPE"
    | "STRATEGY_MISSING_REQUIRED_FEATURE"
    | "RECEIPT_INVALID"
    | "SIMULATION_MISMATCH"
    | "COMPUTE_BUDGET_EXCEEDED"
    | "CONCURRENCY_LIMIT_EXCEEDED"
    | "SEARCH_QUOTA_EXCEEDED"
    | "ENTRY_QUOTA_EXCEEDED"
    | "RATE_LIMIT_EXCEEDED"
    | "INTERNAL_UNEXPECTED"
    | "RUN_TIMEOUT"
    | "DATA_DATASET_NOT_FOUND"
    | "AUTH_UNAVAILABLE"
    | "OVERLOADED"
    | "SHUTTING_DOWN";
  /** As in the x-request-id header */
  requestId: string;
  /** The family of the path */
  family?: "strategy-arena" | undefined;
  /** The wrong fields, the first 64 */
  fieldErrors?: FieldError[] | undefined;
  /** The required scope */
  requiredScope?: string | undefined;
  /** The exceeded limit, as named in RateLimit */
  policy?: string | undefined;
  /** The value of that limit */
  limit?: number | undefined;
  /** Cost of the request: compute units, or candidates of a search */
  cost?: number | undefined;
  /** What is left of the limit */
  remaining?: number | undefined;
  /** Milliseconds to wait */
  retryAfterMs?: number | undefined;
  /** When the limit is whole again */
  resetsAt?: string | undefined;
  /** Searches of the key that have not ended */
  searchIds?: string[] | undefined;
  /** The used part of the limit */
  used?: number | undefined;
  /** The state of the season */
  state?: string | undefined;
  /** When the season opens */
  opensAt?: string | undefined;
  /** When the season closes */
  closesAt?: string | undefined;
  /** The check of the receipt that failed */
  check?: string | undefined;
  /** The strategy that cannot run */
  strategyId?: string | undefined;
  /** The feature that the market lacks */
  feature?: string | undefined;
  /** The requested market */
  marketId?: number | undefined;
  /** Markets that have the feature */
  marketIds?: number[] | undefined;
  /** JSON Pointer of the first difference */
  path?: string | undefined;
  /** The value of the replay at path */
  expected?: unknown | undefined;
  /** The value of the payload at path */
  received?: unknown | undefined;
};

/** Execution policy, scoring formula, gates, with every constant. */
export type Profile = {
  /** The execution rules of every simulation */
  executionPolicy: ExecutionPolicy;
  /** The formula of the score and its constants */
  scoring: {
    formulaVersion: number;
    benchmarkFloor: number;
    /** Terms of the utility; they sum to it */
    weights: UtilityTerms;
    [x: string]: unknown;
  };
  /** Gates of eligibility */
  gates: {
    gate: string;
    rule: string;
    threshold: number | boolean;
  }[];
  /** The scenarios in order, and their rules */
  scenarios?: {
    scenarioSeed: number;
    list: {
      id: string;
      kind: string;
      inCapitalScore: boolean;
      rule: string;
    }[];
    [x: string]: unknown;
  } | undefined;
  /** The formula and its constants */
  capitalScore?: {
    [x: string]: unknown;
  } | undefined;
  /** Bounds and defaults of a candidate */
  candidate: {
    capitalMin: number;
    capitalMax: number;
    /** Maximum decimals of a capital */
    capitalDecimals: number;
    /** Capital of a candidate that omits it */
    capitalDefault: string;
    componentsMax: number;
    /** Sum of the weights of all components */
    weightBpsTotal: number;
    /** Maximum characters of a submission id */
    submissionIdMax: number;
  };
  /** Bars per day, by timeframe */
  timeframes: {
    timeframe: Timeframe;
    barsPerDay: number;
  }[];
  /** Constants of the luck figures */
  luck?: {
    [x: string]: unknown;
  } | undefined;
  /** Constants of the verdict */
  verdict?: {
    [x: string]: unknown;
  } | undefined;
};

/** Origin of a dataset. */
export type Provenance = SyntheticProvenance | ImportProvenance;

/** An evaluation to publish, by its receipt. */
export type PublishRequest = {
  /** `data.receipt` of an evaluation of the key */
  receipt: {
    /** Canonical JSON; its bytes are signed */
    payload: string;
    /** Id of the signing key */
    keyId: string;
    /** Ed25519: 64 bytes in base64 */
    signature: string;
  };
  /** Name on the board: letters and digits of one script, space and `._-` */
  name: string;
};

/** A published evaluation. */
export type Published = {
  board: string;
  /** SHA-256, 64 hexadecimal digits */
  candidateHash: string;
  name: string;
  /** Whether the key had published the candidate before */
  replaced: boolean;
};

/** The process accepts requests. */
export type Readiness = {
  status: "ready";
  /** Folders of imported markets that are unusable; the log has the reasons */
  skippedFolders: string[];
};

/** The same candidate on real maturities of the market's asset. It decides nothing: no score, gate or rank depends on it. */
export type Real = {
  /** Market and timeframe */
  panel: string;
  /** Of the bars that ran: daily for an hourly candidate without hourly history */
  timeframe: "hourly" | "daily";
  /** First scored instant */
  from: string;
  /** Last scored instant */
  to: string;
  /** Distinct days that were scored */
  scoredDays: number;
  /** Mean over the maturities, weighted by scored days */
  utility: number;
  holdUtility: number;
  idleUtility: number;
  /** utility less the larger of Hold's and idle's */
  edge: number;
  /** Excess over a passive line on real maturities */
  overHold: RealExcess;
  /** Excess over a passive line on real maturities */
  overIdle: RealExcess;
  /** Maturities with a larger utility */
  betterThanHold: number;
  betterThanIdle: number;
  /** The history is public: whoever wrote the rule could have seen it */
  hindsight: true;
  /** In the order of expiry */
  rows: RealRow[];
};

/** Excess over a passive line on real maturities. */
export type RealExcess = {
  /** Mean excess of the logarithmic return, per year */
  perYear: number;
  low: number;
  /** Ends of its 90 % interval (Newey and West, 10 lags) */
  high: number;
};

/** The candidate on one real maturity; null where not run. */
export type RealRow = {
  marketKey: string;
  /** ISO 8601 instant, UTC */
  expiry: string;
  /** SHA-256 of the CSV file */
  datasetHash: string;
  status: "ran" | "not-runnable";
  /** Features that the candidate needs and the maturity lacks; else empty */
  missing: string[];
  /** Columns, or scalarRoot, that are estimated rather than given by the source */
  estimated:
    (
      | "impliedApy"
      | "underlyingApy"
      | "ptPrice"
      | "totalPt"
      | "totalSy"
      | "syIndex"
      | "tvl"
      | "volume"
      | "farImpliedApy"
      | "scalarRoot"
    )[];
  scoredDays: number | null;
  utility: number | null;
  holdUtility: number | null;
  idleUtility: number | null;
  fills: number | null;
};

/** A signed statement of the arena. */
export type Receipt = {
  /** Canonical JSON; its bytes are signed */
  payload: string;
  /** Id of the signing key */
  keyId: string;
  /** Ed25519: 64 bytes in base64 */
  signature: string;
};

/** PT turned into SY at expiry. */
export type Redemption = {
  component: number;
  /** ISO 8601 instant, UTC */
  timestamp: string;
  eventKind: "redemption";
  units: number;
  notional: number;
};

/** A constraint on the order of two parameters. */
export type Relation = {
  left: string;
  operator: "<" | "<=";
  right: string;
  message: string;
};

/** A part that needs a generator, which the dataset lacks. */
export type Replaced = {
  what: "sister_paths" | "blind_twin";
  in: "capitalScore" | "verdict";
  /** Its substitute; null when the part and its gate are left out */
  by: ("perturbations" | "rotations") | null;
};

/** The candidate with all defaults filled in. */
export type ResolvedCandidate = {
  /** Id of the market */
  marketId: number;
  timeframe: Timeframe;
  /** Capital in accounting-asset units: a decimal string, 1 to 1000000000, at most 6 decimals */
  capital: string;
  components: {
    /** Id of a strategy of the catalogue */
    strategyId: string;
    /** Weight in basis points; the weights of a candidate sum to 10000 */
    weightBps: number;
    /** Values of strategy parameters by name; omitted parameters have their defaults. Of expression: its texts, and numbers and texts under names of your own */
    strategyParams: StrategyParams;
  }[];
};

/** The candidate on one variation of the dataset. */
export type Scenario = {
  id: string;
  kind: "official" | "stress" | "perturbation";
  /** Whether capitalScore includes it */
  inCapitalScore: boolean;
  utility: number;
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
  benchmarkUtility: number;
  idleUtility: number;
  fills: number;
};

/** The five metrics and their utility. */
export type ScoredMetrics = {
  /** Weighted sum of the five metrics */
  utilityScore: number;
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
};

/** The bars that were traded and scored. */
export type ScoringProfile = {
  totalBars: number;
  warmupBars: number;
  scoredBars: number;
  tradeStartIndex: number;
  /** ISO 8601 instant, UTC */
  scoreStartTimestamp: string;
  /** ISO 8601 instant, UTC */
  scoreEndTimestamp: string;
};

/** The best candidate so far. */
export type SearchBest = {
  /** The stage, and thus the bars, that it was chosen on */
  stage: string;
  /** Number of the candidate in the plan */
  number: number;
  /** One coordinate per axis */
  coordinates: number[];
  /** Figures of the candidate; null without a number */
  figures: {
    annualizedMeanReturn: number | null;
    maxDrawdown: number | null;
    cvar: number | null;
    turnover: number | null;
    executionCost: number | null;
    score: number | null;
    dailySharpe: number | null;
    probabilisticSharpe: number | null;
    fills: number | null;
    intents: number | null;
  };
};

/** The searches of a key. */
export type SearchList = {
  /** The last hundred searches, newest first */
  searches: SearchSummary[];
  /** The key's quota for searches, and the rest of it */
  quota: SearchQuota;
};

/** The candidates to try, the bars to try them on, and the aim. */
export type SearchPlan = {
  /** The base candidate, whose fields the axes vary */
  base: {
    /** Id of the market */
    marketId: number;
    /** Timeframe of the dataset */
    timeframe?: Timeframe | undefined;
    /** Capital in accounting-asset units, a decimal string; echoed unchanged */
    capital?: string | undefined;
    /** The sleeves, 10 compute units each: a list that costs more than the budget of a second, by default more than 5, is refused, and so is its evaluation */
    components: Component[];
    /** Values for every component that has the parameter and does not set it itself */
    strategyParams?: StrategyParams | undefined;
    /** Any JSON value, accepted and ignored: the service owns the execution policy */
    executionConfig?: unknown | undefined;
    /** Echoed for correlation; never used to deduplicate */
    submissionId?: string | undefined;
  };
  /** What is searched; each axis has another path */
  axes: ({
    /** JSON Pointer into the base candidate: /marketId, or of a component /components/0/strategyId, /components/0/weightBps or /components/0/strategyParams/NAME */
    path: string;
    /** The values, at most 65,536: numbers, or texts such as ids of strategies */
    values: (number | string)[];
  } | {
    /** JSON Pointer into the base candidate: /marketId, or of a component /components/0/strategyId, /components/0/weightBps or /components/0/strategyParams/NAME */
    path: string;
    /** Smallest value, within the range of the parameter */
    min: number;
    /** Largest value, within the range of the parameter */
    max: number;
    /** Number of levels, both ends included; without it, any number of the range */
    steps?: number | undefined;
    /** Whether levels have equal differences or equal ratios */
    scale?: ("linear" | "log") | undefined;
  })[];
  /** Several markets as one aim; without it, the market of the base candidate */
  markets?: {
    /** Ids of the markets, that of the base candidate among them */
    ids: number[];
    /** Whether a figure is its mean over the markets, or that of the market where it is worst */
    by?: ("mean" | "worst") | undefined;
  } | undefined;
  /** How candidates are chosen */
  method?:
    | ({
      kind: "grid";
    } | {
      kind: "random";
      /** Candidates per searched window */
      count: number;
      /** Seed of all draws */
      seed?: number | undefined;
      /** Ends the search of a window once so many candidates in a row were no better than the best before them. Decided between blocks of candidates, or between rounds, so that every process ends it at the same place; a block is a quarter of the patience, at least 1,024 candidates and at least 1/256 of all */
      patience?: number | undefined;
    } | {
      kind: "sobol";
      /** Candidates per searched window */
      count: number;
      /** Seed of all draws */
      seed?: number | undefined;
      /** Ends the search of a window once so many candidates in a row were no better than the best before them. Decided between blocks of candidates, or between rounds, so that every process ends it at the same place; a block is a quarter of the patience, at least 1,024 candidates and at least 1/256 of all */
      patience?: number | undefined;
    } | {
      kind: "halving";
      /** Candidates per searched window */
      count: number;
      /** Seed of all draws */
      seed?: number | undefined;
    } | {
      kind: "adaptive";
      /** Candidates per searched window */
      count: number;
      /** Seed of all draws */
      seed?: number | undefined;
      /** Ends the search of a window once so many candidates in a row were no better than the best before them. Decided between blocks of candidates, or between rounds, so that every process ends it at the same place; a block is a quarter of the patience, at least 1,024 candidates and at least 1/256 of all */
      patience?: number | undefined;
    })
    | undefined;
  /** The figure that ranks candidates; losses and costs are better when smaller. A figure of the evaluation, such as edge, compares the candidates on the paths of their verdicts, or by score where a market has one history, and ranks eligible ones first */
  aim?:
    | (
      | "annualizedMeanReturn"
      | "maxDrawdown"
      | "cvar"
      | "turnover"
      | "executionCost"
      | "score"
      | "dailySharpe"
      | "probabilisticSharpe"
      | "fills"
      | "intents"
      | "edge"
      | "pAdjusted"
      | "capitalScore"
      | "compoundAnnualReturn"
      | "sharpe"
      | "sortino"
      | "calmar"
      | "annualizedVolatility"
      | "valueAtRisk"
      | "maxDrawdownDays"
      | "exposure"
      | "hitRate"
      | "bestDay"
      | "worstDay"
    )
    | undefined;
  /** Number of the best candidates to evaluate, each with all of the search's trials */
  evaluate?: number | undefined;
  /** Bounds of figures */
  constraints?: {
    /** The bounded figure; one of an evaluation bounds the evaluated candidates */
    figure:
      | "annualizedMeanReturn"
      | "maxDrawdown"
      | "cvar"
      | "turnover"
      | "executionCost"
      | "score"
      | "dailySharpe"
      | "probabilisticSharpe"
      | "fills"
      | "intents"
      | "edge"
      | "pAdjusted"
      | "capitalScore"
      | "compoundAnnualReturn"
      | "sharpe"
      | "sortino"
      | "calmar"
      | "annualizedVolatility"
      | "valueAtRisk"
      | "maxDrawdownDays"
      | "exposure"
      | "hitRate"
      | "bestDay"
      | "worstDay";
    /** Smallest allowed value; none by default */
    min?: number | undefined;
    /** Largest allowed value; none by default */
    max?: number | undefined;
  }[] | undefined;
  /** Candidates to try first in each searched window, for every method, which are counted as tried; adaptive draws around the best of them too, and halving compares them with its last rung */
  enqueue?: (number[] | {
    [key: string]: number | string;
  })[] | undefined;
  /** The bars to search on, and those to test on */
  windows?:
    | ({
      kind: "whole";
    } | {
      kind: "holdout";
      /** Share of the bars, at the end, to test on */
      share: number;
      /** Bars left out at the end of the searched bars */
      purge?: number | undefined;
      /** Bars left out before the tested bars */
      embargo?: number | undefined;
    } | {
      kind: "walkForward";
      /** Number of tested parts */
      folds: number;
      /** Whether a fold is searched from the first bar, or only in the part before its own */
      mode?: ("anchored" | "rolling") | undefined;
      /** Bars left out at the end of the searched bars */
      purge?: number | undefined;
      /** Bars left out before the tested bars */
      embargo?: number | undefined;
    })
    | undefined;
};

/** A page of the points of a search. */
export type SearchPoints = {
  /** Names of the columns */
  columns: string[];
  rows: (number | string | null)[][];
  /** Path of the next page; null on the last page */
  next: string | null;
};

/** The key's quota for searches, and the rest of it. */
export type SearchQuota = {
  /** Compute units of searches a day */
  unitsPerDay: number;
  /** Compute units left today, UTC */
  unitsLeft: number;
  /** The units as candidates of one component. Deprecated: use `unitsPerDay` */
  candidatesPerDay: number;
  /** The units left as candidates of one component. Deprecated: use `unitsLeft` */
  candidatesLeft: number;
  searchesAtOnce: number;
  searchesLeft: number;
  /** Start of the next day */
  resetsAt: string;
};

/** The request to start a search. */
export type SearchRequest = {
  /** The candidates to try, the bars to try them on, and the aim */
  plan: SearchPlan;
  /** Number of best candidates in the report */
  top?: number | undefined;
  /** A finished search of the key to continue: its best candidates are enqueued, after those of the plan, as far as they are on the axes of this plan */
  from?: string | undefined;
  /** Candidates that a search of the same base and axes has tried elsewhere, `luck.tried` of its report: they are tries of the key from now on, on each dataset of the plan. Enqueue the best of them to have them evaluated here */
  tried?: number | undefined;
  /** Whether to store the figures of all candidates for later reading */
  points?: ("none" | "all") | undefined;
};

/** An accepted search. */
export type SearchStart = {
  searchId: string;
  status: "queued";
  /** Maximum candidates to run, in all stages and windows */
  candidates: number;
  /** Maximum evaluations of the best */
  evaluations: number;
  /** Maximum compute units: 10 for each component of a candidate and of its run on a path, and 1,000 for each component of an evaluation; at least 1 for each kB of the plan. The day's quota is charged with them, and after the end of the search with those of the ranges that were run and at least those of the plan */
  units: number;
  /** Estimated duration without other searches, from a fresh measurement */
  estimatedSeconds: number;
  /** The key's quota for searches, and the rest of it */
  quota: SearchQuota;
  /** Paths of the search's resources */
  links: {
    self: string;
    /** Server-sent events with this view on every change */
    events: string;
    points: string;
    /** All points as one Parquet file */
    file: string;
  };
};

/** The progress of a search. */
export type SearchSummary = {
  searchId: string;
  status: "queued" | "running" | "done" | "failed" | "cancelled";
  /** Maximum candidates to run */
  candidates: number;
  /** Candidates run so far */
  done: number;
  /** Maximum compute units */
  units: number;
  /** Compute units of what was run so far */
  unitsDone: number;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
};

/** A search, with its report once it is done. */
export type SearchView = {
  searchId: string;
  status: "queued" | "running" | "done" | "failed" | "cancelled";
  /** Maximum candidates to run */
  candidates: number;
  /** Candidates run so far */
  done: number;
  /** Maximum compute units */
  units: number;
  /** Compute units of what was run so far */
  unitsDone: number;
  createdAt: string;
  startedAt: string | null;
  endedAt: string | null;
  /** Estimate from the rate so far; null before there is one */
  secondsLeft: number | null;
  /** The current stage; null before and after the run */
  stage: string | null;
  /** The best candidate so far */
  best: SearchBest | null;
  /** Reason of the failure */
  failure: string | null;
  /** The candidates to try, the bars to try them on, and the aim */
  plan: SearchPlan;
  /** Equal to `report.json` of the command `search`; null until done */
  report: {
    verdict: {
      level: string;
      isFlagged: boolean;
      sentence: string;
      reasons: string[];
      notes: string[];
      [x: string]: unknown;
    };
    top: {
      rank: number;
      number: number;
      /** Figures of the candidate; null without a number */
      figures: {
        annualizedMeanReturn: number | null;
        maxDrawdown: number | null;
        cvar: number | null;
        turnover: number | null;
        executionCost: number | null;
        score: number | null;
        dailySharpe: number | null;
        probabilisticSharpe: number | null;
        fills: number | null;
        intents: number | null;
      };
      [x: string]: unknown;
    }[];
    [x: string]: unknown;
  } | null;
  /** Paths of the search's resources */
  links: {
    self: string;
    /** Server-sent events with this view on every change */
    events: string;
    points: string;
    /** All points as one Parquet file */
    file: string;
  };
};

/** A season as it stands. */
export type Season = {
  /** Id of the season */
  seasonId: string;
  title: string;
  boards: string[];
  /** Capital of every entry */
  capital: string;
  /** Hidden paths of each board */
  paths: number;
  /** ISO 8601 instant, UTC, whole seconds */
  opensAt: string;
  /** ISO 8601 instant, UTC, whole seconds */
  closesAt: string;
  /** Entries of a key, on all boards together */
  entriesPerKey: number;
  /** Fingerprint of the secret */
  secretHash: string;
  /** null: the secret and the entries decide */
  beacon: Beacon | null;
  /** Versions that decide the numbers of a season */
  versions: SeasonVersions;
  state: "announced" | "open" | "closed" | "revealed" | "scored" | "void";
  /** Entries by board */
  counts: {
    [key: string]: number;
  };
  /** Leaders by board; null before all boards are scored */
  leaders: {
    [key: string]: number;
  } | null;
  /** Entries of the last hour before the close; null before the close */
  entriesLastHour: number | null;
  /** The log after the last entry, from the close on: note it before the reveal */
  closedHead: {
    /** Number of the record, from 1 */
    index: number;
    /** SHA-256, 64 hexadecimal digits */
    head: string;
    entries: number;
  } | null;
  voided: {
    reason: string;
    /** ISO 8601 instant, UTC */
    at: string;
  } | null;
  reveal: {
    /** The secret, 32 bytes */
    secret: string;
    beaconSignature: string | null;
    /** SHA-256, 64 hexadecimal digits */
    beaconValue: string | null;
    /** ISO 8601 instant, UTC */
    at: string;
  } | null;
  /** ISO 8601 instant, UTC */
  scoredAt: string | null;
};

/** The seasons of the arena. */
export type SeasonList = {
  /** Newest first */
  seasons: Season[];
};

/** Versions that decide the numbers of a season. */
export type SeasonVersions = {
  generatorVersion: number;
  policyVersion: number;
  formulaVersion: number;
  /** SHA-256, 64 hexadecimal digits */
  catalogueHash: string;
  engineVersion: string;
};

/** The guardrail that vetoed an intent. */
export type SkipReason =
  | "MIN_HOLD_BARS"
  | "MAX_TRADE_PCT_LIQUIDITY"
  | "POOL_LIMIT"
  | "MAX_ESTIMATED_SLIPPAGE"
  | "MIN_EDGE_TO_COST";

/** Bars skipped, by guardrail. */
export type SkippedByReason = {
  MIN_HOLD_BARS: number;
  MAX_TRADE_PCT_LIQUIDITY: number;
  POOL_LIMIT: number;
  MAX_ESTIMATED_SLIPPAGE: number;
  MIN_EDGE_TO_COST: number;
};

/** An intent that a guardrail vetoed. */
export type SkippedSignal = {
  component: number;
  /** ISO 8601 instant, UTC */
  timestamp: string;
  eventKind: "skipped_signal";
  /** ISO 8601 instant, UTC */
  lastTimestamp: string;
  /** Adjacent bars with the same veto */
  bars: number;
  /** The guardrail that vetoed an intent */
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
};

/** One strategy with its parameters. */
export type Strategy = {
  /** Id of a strategy of the catalogue */
  strategyId: string;
  name: string;
  category: string;
  summary: string;
  /** Source of the rule */
  source: string | null;
  requiredFeatures: string[];
  /** Markets with all required features */
  runnableOn: number[];
  parameters: Parameter[];
  relations: Relation[];
  /** The language of its texts; only expression has one. Its parameters are target, or enter and exit, and numbers and texts under names of the caller's own */
  language?: Language | undefined;
};

/** Parameters, relations and a JSON Schema. */
export type StrategyParameters = {
  /** Id of a strategy of the catalogue */
  strategyId: string;
  parameters: Parameter[];
  relations: Relation[];
  /** The language of its texts; only expression has one. Its parameters are target, or enter and exit, and numbers and texts under names of the caller's own */
  language?: Language | undefined;
  /** JSON Schema (2020-12) of the whole strategyParams object */
  schema: {
    type: "object";
    [x: string]: unknown;
  };
};

/** Values of strategy parameters by name; omitted parameters have their defaults. Of expression: its texts, and numbers and texts under names of your own. */
export type StrategyParams = {
  [key: string]: number | string;
};

/** One strategy. */
export type StrategySummary = {
  /** Id of a strategy of the catalogue */
  strategyId: string;
  name: string;
  category: string;
  summary: string;
  /** Source of the rule */
  source: string | null;
  requiredFeatures: string[];
  /** Markets with all required features */
  runnableOn: number[];
};

/** Consecutive scored days. */
export type Stretch = {
  /** Close of its first bar */
  from: string;
  /** Close of its last bar */
  to: string;
  days: number;
  /** Growth of the candidate over these days, less 1 */
  return: number;
  holdReturn: number;
  idleReturn: number;
};

/** A run without ledgers and series. */
export type SummarySimulation = {
  /** Unique per run */
  simulationId: string;
  /** As in the request */
  submissionId?: string | undefined;
  /** The candidate with all defaults filled in */
  candidate: ResolvedCandidate;
  /** The bars that were traded and scored */
  resolvedScoringProfile: ScoringProfile;
  /** The execution rules of every simulation */
  resolvedExecutionPolicy: ExecutionPolicy;
  /** Versions and hashes that prove a result */
  evidence: Evidence;
  warnings: Warning[];
  /** Metrics of the scored window */
  metrics: Metrics;
  /** Outcomes of the intents, in total and per component */
  execution: Execution;
  view: "summary";
};

/** A candidate of a sweep that the engine refused. */
export type SweepError = {
  fieldErrors: FieldError[];
};

/** One candidate of a sweep. */
export type SweepPoint = {
  /** Bit-equal to the score of its evaluation */
  score: number;
  /** Daily Sharpe ratio */
  dailySharpe: number | null;
  /** Probability that the Sharpe ratio is above 0 */
  probabilisticSharpe: number | null;
  fills: number;
  /** Fills and skips */
  intents: number;
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
};

/** Where a generated dataset comes from. */
export type SyntheticProvenance = {
  kind: "synthetic";
  /** Version of the generator */
  generatorVersion: number;
  seed: number;
  /** Mean of U(Hold) - U(idle) over 65,536 reference paths */
  passiveGap: number;
};

export type Timeframe = "hourly" | "daily";

/** Against the blind twin, which carries out on each path the targets that the candidate chose on the next one. What does not look at the market has a difference of 0. */
export type Timing = {
  /** Paths on which a twin runs */
  paths: number;
  /** Mean utility less the twin's, per year, decimal */
  edge: number;
  /** edge over its error; null without deviation */
  t: number | null;
  /** One-sided, of one try; 1 when t is null */
  pValue: number;
  /** The same, adjusted for all tries (Sidak) */
  pAdjusted: number;
};

/** A run with its events. */
export type TradesSimulation = {
  /** Unique per run */
  simulationId: string;
  /** As in the request */
  submissionId?: string | undefined;
  /** The candidate with all defaults filled in */
  candidate: ResolvedCandidate;
  /** The bars that were traded and scored */
  resolvedScoringProfile: ScoringProfile;
  /** The execution rules of every simulation */
  resolvedExecutionPolicy: ExecutionPolicy;
  /** Versions and hashes that prove a result */
  evidence: Evidence;
  warnings: Warning[];
  /** Metrics of the scored window */
  metrics: Metrics;
  /** Outcomes of the intents, in total and per component */
  execution: Execution;
  view: "trades";
  events: (ExecutedTrade | SkippedSignal | Redemption)[];
  portfolio: {
    timestamp: string[];
    equity: number[];
    return: number[];
    drawdown: number[];
    exposure: number[];
    turnover: number[];
    cost: number[];
  };
};

/** The trials of the key. */
export type Trials = {
  /** The number that edge and timing are adjusted by, which is evaluated */
  count: number;
  /** false where trials are not counted (command line, library): all numbers are then 1 */
  counted: boolean;
  /** Distinct candidates that the key has evaluated on the dataset, by requests and in searches, this one included */
  evaluated: number;
  /** Distinct candidates that the key has run on the dataset's official path, by simulations, searches and evaluations; only deflatedSharpe is adjusted by their number */
  searched: number;
};

/** A withdrawn publication. */
export type Unpublished = {
  /** SHA-256, 64 hexadecimal digits */
  candidateHash: string;
  /** false: the key had no row of the candidate */
  removed: boolean;
};

/** Terms of the utility; they sum to it. */
export type UtilityTerms = {
  annualizedMeanReturn: number;
  maxDrawdown: number;
  cvar: number;
  turnover: number;
  executionCost: number;
};

/** The candidate against the better passive line, on fresh paths of the generator. It is about this generator, and a hypothesis until it is confirmed on hidden paths. */
export type Verdict = {
  /** sister_paths: fresh paths of the dataset's generator. rotation: rotations of the targets on the one path of a dataset without a generator, which gives no verdict */
  method: "sister_paths" | "rotation";
  /** The better passive line */
  line: "hold" | "idle";
  /** Sister paths (64) or rotations (99) */
  paths: number;
  /** Of the candidate, mean over the paths, per year, decimal */
  meanUtility: number;
  /** Of the line, alike */
  lineUtility: number;
  /** Of Hold, alike */
  holdUtility: number;
  /** Of capital left in SY, alike */
  idleUtility: number;
  /** Hold less idle over 65,536 reference paths, per year; null by rotation */
  passiveGap: number | null;
  /** Utility above the line, per year, decimal; corrected for the passive gap */
  edge: number;
  /** Standard error of edge; null by rotation */
  edgeStandardError: number | null;
  /** 90 % interval of edge before counting tries; null by rotation */
  edgeInterval: [
    number,
    number,
  ] | null;
  /** edge over its error; null without deviation and by rotation */
  t: number | null;
  /** One-sided, of one try; 1 when t is null */
  pValue: number;
  /** The same, adjusted for all tries (Sidak) */
  pAdjusted: number;
  /** Paths on which the candidate is above Hold */
  beatsHold: number | null;
  /** Paths on which the candidate is above idle */
  beatsIdle: number | null;
  /** Paths on which the candidate is above the line; not a ranking, as it does not repeat */
  beatsLine: number | null;
  /** Against the blind twin, which carries out on each path the targets that the candidate chose on the next one. What does not look at the market has a difference of 0 */
  timing: Timing | null;
  /** The trials of the key */
  trials: Trials;
  /** The seed behind those of the paths, 64 bits: that of the public ones, or of a candidate with texts its own; null by rotation */
  pathSeed: string | null;
  /** The passive line with the same fills as the official run; null without one */
  sameAs: ("hold" | "idle") | null;
  /** Utilities in path order, per year, decimal */
  series: VerdictSeries;
};

/** Utilities in path order, per year, decimal. */
export type VerdictSeries = {
  /** Of the candidate, one per path (rotation: one per rotation) */
  utility: number[];
  /** Of Hold, one per path (rotation: one) */
  hold: number[];
  /** Of capital left in SY, one per path (rotation: one) */
  idle: number[];
  /** Of the blind twin, on the first 32 paths (rotation: none) */
  twin: number[];
};

/** The versions that determine every number. */
export type Versions = {
  engineVersion: string;
  contractVersion: number;
  rulesVersion: string;
  policyVersion: number;
  formulaVersion: number;
  /** SHA-256, 64 hexadecimal digits */
  catalogueHash: string;
  /** SHA-256, 64 hexadecimal digits */
  sourceHash?: string | undefined;
};

/** A note on a result. */
export type Warning = {
  code: string;
  message: string;
};

/** The official run under other conditions. It decides nothing: no score, gate or rank depends on it. */
export type WhatIf = {
  /** Costs times 0, 1, 2 and 4 */
  costs: CostCase[];
  /** Every target a bar late: decided at a close, filled at the next */
  nextBar: NextBarCase;
  /** Capitals from 10^3 to 10^8, two for each power of ten */
  capital: CapitalCase[];
  /** Largest capital found with an edge; null where the table has no fall from one */
  breakEvenCapital: number | null;
  /** Largest fee found under which the trades of the run have an edge, basis points; null without an edge at no fee, and with one at 64 */
  breakEvenFeeBps: number | null;
  /** The scored days in three parts; empty with fewer than three days */
  thirds: Stretch[];
  /** The 30 days with the smallest return; null with fewer days */
  worstDays: Stretch | null;
  /** Of the daily excess returns over idle, each component with each; null of one component, and where one never deviates */
  correlations: (number | null)[][] | null;
};

/** A length of time, in days. */
export type WindowParameter = {
  name: string;
  /** Name for people */
  title: string;
  description: string;
  unit: string | null;
  type: "window";
  defaultValue: number;
  constraints: {
    /** Shortest length, in bars */
    minimumBars: number;
    /** Longest length, in days */
    maximum: number;
  };
};

/** The data of a simulation response as a member. */
export type WrappedPayload = {
  /** The data of a simulation response, any view. `simulationId`, `submissionId` and `warnings` identify the run: an evaluation reads no more of them than their types */
  simulation: Payload;
};
