"""The JSON of the service as types for checkers; every answer is a plain dict.

Written from the schemas of the service by `deno task build:package`: change those.
"""

from __future__ import annotations

import sys
from typing import Any, Literal, SupportsFloat, TypeAlias, TypedDict

if sys.version_info >= (3, 11):
    from typing import NotRequired
else:
    from typing_extensions import NotRequired


class Beacon(TypedDict):
    """A round of a public source of randomness."""

    network: Literal["drand-quicknet"]
    round: int


class Candidate(TypedDict):
    """The candidate: a market, a capital and 1 to 16 strategies."""

    marketId: int
    timeframe: NotRequired[Literal["hourly", "daily"]]
    capital: NotRequired[str]
    components: list[Component]
    strategyParams: NotRequired[dict[str, Any]]
    executionConfig: NotRequired[Any]
    submissionId: NotRequired[str]


class CandidateCheck(TypedDict):
    """A valid candidate and its price."""

    candidate: ResolvedCandidate
    candidateHash: str
    features: list[str]
    weights: list[int | None]
    cost: CandidateCheckCost


class CandidateCheckCost(TypedDict):
    """CandidateCheckCost."""

    simulation: int
    evaluation: int


class ChoiceParameter(TypedDict):
    """One of several words."""

    name: str
    title: str
    description: str
    unit: Any
    type: Literal["string"]
    defaultValue: str
    constraints: ChoiceParameterConstraints


class ChoiceParameterConstraints(TypedDict):
    """ChoiceParameterConstraints."""

    enum: list[str]


class Component(TypedDict):
    """One strategy with its share of the capital."""

    strategyId: str
    weightBps: NotRequired[int]
    strategyParams: NotRequired[dict[str, Any]]


class Evidence(TypedDict):
    """Versions and hashes that prove a result."""

    engineVersion: str
    policyVersion: int
    formulaVersion: int
    generatorVersion: int | None
    catalogueHash: str
    datasetHash: str
    estimated: list[Literal["impliedApy", "underlyingApy", "ptPrice", "totalPt", "totalSy", "syIndex", "tvl", "volume", "farImpliedApy", "scalarRoot"]]
    passiveGap: Any
    provenance: Provenance
    provenanceHash: str
    candidateHash: str
    resultHash: str


class Execution(TypedDict):
    """Outcomes of the intents, in total and per component."""

    intents: int
    fills: int
    skips: int
    skippedByReason: SkippedByReason
    nearest: NearestSkip | None
    components: list[ExecutionComponents]


class ExecutionComponents(TypedDict):
    """ExecutionComponents."""

    intents: int
    fills: int
    skips: int
    skippedByReason: SkippedByReason
    excess: float


class ExecutionPolicy(TypedDict):
    """The execution rules of every simulation."""

    policyVersion: int
    fillRule: Literal["close"]
    positionMode: Literal["long_only"]
    feeBps: float
    slippageBps: float
    ammExecutionMode: Literal["pool_state"]
    ammAdjustmentBps: float
    maxAbsPosition: float
    initialPosition: float
    maxEstimatedSlippageBps: float
    maxTradePctLiquidity: float
    minHoldBars: ExecutionPolicyMinHoldBars
    minEdgeToCostRatio: float
    edgeHorizonDays: float
    minPositionDelta: float
    idleAsset: Literal["sy"]


class ExecutionPolicyMinHoldBars(TypedDict):
    """ExecutionPolicyMinHoldBars."""

    hourly: int
    daily: int


class Family(TypedDict):
    """Execution policy, scoring formula, gates, versions."""

    familyId: Literal["strategy-arena"]
    name: str
    summary: str
    versions: Versions
    executionPolicy: ExecutionPolicy
    scoring: dict[str, Any]
    gates: list[FamilyGates]
    scenarios: NotRequired[dict[str, Any]]
    capitalScore: NotRequired[dict[str, Any]]
    candidate: FamilyCandidate
    timeframes: list[FamilyTimeframes]
    luck: NotRequired[dict[str, Any]]
    verdict: NotRequired[dict[str, Any]]


class FamilyCandidate(TypedDict):
    """Bounds and defaults of a candidate."""

    capitalMin: float
    capitalMax: float
    capitalDecimals: int
    capitalDefault: str
    componentsMax: int
    weightBpsTotal: int
    submissionIdMax: int


class FamilyGates(TypedDict):
    """FamilyGates."""

    gate: str
    rule: str
    threshold: Any


class FamilySummary(TypedDict):
    """One family of strategies."""

    familyId: Literal["strategy-arena"]
    name: str
    summary: str
    versions: Versions


class FamilyTimeframes(TypedDict):
    """FamilyTimeframes."""

    timeframe: Literal["hourly", "daily"]
    barsPerDay: int


class FullSimulation(TypedDict):
    """A run with all ledgers and the portfolio series."""

    simulationId: str
    submissionId: NotRequired[str]
    candidate: ResolvedCandidate
    resolvedScoringProfile: ScoringProfile
    resolvedExecutionPolicy: ExecutionPolicy
    evidence: Evidence
    warnings: list[Warning]
    metrics: Metrics
    execution: Execution
    view: Literal["full"]
    timestamp: list[str]
    ledgers: list[Ledger]
    portfolio: FullSimulationPortfolio


#: FullSimulationPortfolio.
FullSimulationPortfolio = TypedDict(
    "FullSimulationPortfolio",
    {
        "equity": "list[float]",
        "return": "list[float]",
        "drawdown": "list[float]",
        "exposure": "list[float]",
        "turnover": "list[float]",
        "cost": "list[float]",
    },
)


class ImportProvenance(TypedDict):
    """Origin of an imported dataset."""

    kind: Literal["import"]
    source: str
    url: NotRequired[str]
    fetchedAt: NotRequired[str]
    chain: NotRequired[str]
    market: NotRequired[str]
    coin: NotRequired[str]
    licence: NotRequired[str]
    importer: str
    sourceSha256: str
    estimated: NotRequired[list[str]]
    corrections: NotRequired[list[str]]
    filled: int
    dropped: int


class Key(TypedDict):
    """What a key may do, has done, and has left."""

    keyId: str
    name: str
    scopes: list[Literal["strategy:read", "strategy:simulate", "strategy:search", "evaluation:run", "arena:enter"]]
    createdAt: str
    expiresAt: str | None
    limits: KeyLimits
    searches: SearchQuota
    tries: list[KeyTries]
    entries: list[KeyEntries]
    publications: list[KeyPublications]


class KeyEntries(TypedDict):
    """KeyEntries."""

    seasonId: str
    entries: int
    limit: int


class KeyLimits(TypedDict):
    """Limits of requests, and what is left of them."""

    unitsPerSecond: int
    unitsLeft: int
    simulationsInFlight: int
    simulationsLeft: int
    evaluationsInFlight: int
    evaluationsLeft: int


class KeyPublications(TypedDict):
    """KeyPublications."""

    datasetHash: str
    rows: int
    limit: int


class KeyTries(TypedDict):
    """KeyTries."""

    datasetHash: str
    marketId: int | None
    timeframe: Literal["hourly", "daily"] | None
    evaluated: int


class Language(TypedDict):
    """The language of the texts of expression; RULES.md 8 has its rules."""

    columns: list[LanguageColumns]
    constants: list[LanguageConstants]
    functions: list[LanguageFunctions]
    limits: LanguageLimits
    words: list[str]


class LanguageColumns(TypedDict):
    """LanguageColumns."""

    name: str
    requiredFeatures: list[str]
    description: NotRequired[str]


class LanguageConstants(TypedDict):
    """LanguageConstants."""

    name: str
    requiredFeatures: list[str]
    description: NotRequired[str]


class LanguageFunctions(TypedDict):
    """LanguageFunctions."""

    name: str
    signature: str
    weight: int
    description: NotRequired[str]
    example: NotRequired[str]


class LanguageLimits(TypedDict):
    """LanguageLimits."""

    characters: int
    depth: int
    nameCharacters: int
    names: int
    parts: int
    textsCharacters: int
    weight: int
    windowDays: int


class Ledger(TypedDict):
    """One component, one value per bar in each column."""

    signalTarget: list[float]
    executedPosition: list[float]
    ptPrice: list[float]
    units: list[float]
    shares: list[float]
    equity: list[float]
    turnover: list[float]
    feeCost: list[float]
    slippageCost: list[float]
    skipReason: list[SkipReason | None]


class Market(TypedDict):
    """A market and its datasets."""

    id: int
    key: str
    name: str
    protocol: Literal["pendle"]
    expiry: str
    farExpiry: str | None
    features: list[str]
    timeframes: MarketTimeframes


class MarketTimeframe(TypedDict):
    """One dataset of a market."""

    bars: int
    firstTimestamp: str
    lastTimestamp: str
    features: list[str]
    absent: list[Literal["volume", "farImpliedApy"]]
    estimated: list[Literal["impliedApy", "underlyingApy", "ptPrice", "totalPt", "totalSy", "syIndex", "tvl", "volume", "farImpliedApy", "scalarRoot"]]
    scalarRoot: float
    pyIndex: float | None
    datasetHash: str
    provenance: Provenance
    provenanceHash: str
    warmupBars: int
    scoredBars: int
    benchmarkUtility: float
    idleUtility: float
    maxTradableCapital: float


class MarketTimeframes(TypedDict):
    """The datasets by timeframe, at least one."""

    hourly: NotRequired[MarketTimeframe]
    daily: NotRequired[MarketTimeframe]


class Metrics(TypedDict):
    """Metrics of the scored window."""

    annualizedMeanReturn: float
    maxDrawdown: float
    cvar: float
    turnover: float
    executionCost: float
    compoundAnnualReturn: float
    maxDrawdownDays: float
    drawdownRecovered: bool
    valueAtRisk: float
    sharpe: Any
    sortino: Any
    calmar: Any
    annualizedVolatility: Any
    exposure: float
    hitRate: float
    bestDay: float
    worstDay: float
    fills: int


class NearestSkip(TypedDict):
    """The veto that came nearest to a fill, of the guardrail that vetoed most bars."""

    reason: SkipReason
    timestamp: str
    component: int
    value: float
    limit: float


class NumberParameter(TypedDict):
    """A number within a range."""

    name: str
    title: str
    description: str
    unit: Any
    type: Literal["integer", "number"]
    defaultValue: float
    constraints: NumberParameterConstraints


class NumberParameterConstraints(TypedDict):
    """NumberParameterConstraints."""

    minimum: float
    maximum: float


class Published(TypedDict):
    """A published evaluation."""

    board: str
    candidateHash: str
    name: str
    replaced: bool


class Relation(TypedDict):
    """A constraint on the order of two parameters."""

    left: str
    operator: Literal["<", "<="]
    right: str
    message: str


class ResolvedCandidate(TypedDict):
    """The candidate with all defaults filled in."""

    marketId: int
    timeframe: Literal["hourly", "daily"]
    capital: str
    components: list[ResolvedCandidateComponents]


class ResolvedCandidateComponents(TypedDict):
    """ResolvedCandidateComponents."""

    strategyId: str
    weightBps: int
    strategyParams: dict[str, Any]


class ScoringProfile(TypedDict):
    """The bars that were traded and scored."""

    totalBars: int
    warmupBars: int
    scoredBars: int
    tradeStartIndex: int
    scoreStartTimestamp: str
    scoreEndTimestamp: str


class SearchBest(TypedDict):
    """The best candidate so far."""

    stage: str
    number: int
    coordinates: list[float]
    figures: SearchBestFigures


class SearchBestFigures(TypedDict):
    """Figures of the candidate; null without a number."""

    annualizedMeanReturn: Any
    maxDrawdown: Any
    cvar: Any
    turnover: Any
    executionCost: Any
    score: Any
    dailySharpe: Any
    probabilisticSharpe: Any
    fills: Any
    intents: Any


class SearchList(TypedDict):
    """The searches of a key."""

    searches: list[SearchSummary]
    quota: SearchQuota


class SearchPlan(TypedDict):
    """The candidates to try, the bars to try them on, and the aim."""

    base: Candidate
    axes: list[SearchPlanAxes1 | SearchPlanAxes2]
    markets: NotRequired[SearchPlanMarkets]
    method: SearchPlanMethod1 | SearchPlanMethod2 | SearchPlanMethod3 | SearchPlanMethod4 | SearchPlanMethod5
    aim: Literal["annualizedMeanReturn", "maxDrawdown", "cvar", "turnover", "executionCost", "score", "dailySharpe", "probabilisticSharpe", "fills", "intents", "edge", "pAdjusted", "capitalScore", "compoundAnnualReturn", "sharpe", "sortino", "calmar", "annualizedVolatility", "valueAtRisk", "maxDrawdownDays", "exposure", "hitRate", "bestDay", "worstDay"]
    evaluate: int
    constraints: list[SearchPlanConstraints]
    enqueue: NotRequired[list[list[float] | dict[str, Any]]]
    windows: SearchPlanWindows1 | SearchPlanWindows2 | SearchPlanWindows3


class SearchPlanAxes1(TypedDict):
    """SearchPlanAxes1."""

    path: str
    values: list[Any]


class SearchPlanAxes2(TypedDict):
    """SearchPlanAxes2."""

    path: str
    min: float
    max: float
    steps: NotRequired[int]
    scale: NotRequired[Literal["linear", "log"]]


class SearchPlanConstraints(TypedDict):
    """Bounds of a figure; a candidate outside them is never the best."""

    figure: Literal["annualizedMeanReturn", "maxDrawdown", "cvar", "turnover", "executionCost", "score", "dailySharpe", "probabilisticSharpe", "fills", "intents", "edge", "pAdjusted", "capitalScore", "compoundAnnualReturn", "sharpe", "sortino", "calmar", "annualizedVolatility", "valueAtRisk", "maxDrawdownDays", "exposure", "hitRate", "bestDay", "worstDay"]
    min: NotRequired[float]
    max: NotRequired[float]


class SearchPlanMarkets(TypedDict):
    """Several markets as one aim; without it, the market of the base candidate."""

    ids: list[int]
    by: Literal["mean", "worst"]


class SearchPlanMethod1(TypedDict):
    """Every combination of levels; a range needs steps."""

    kind: Literal["grid"]


class SearchPlanMethod2(TypedDict):
    """Independent draws on every axis."""

    kind: Literal["random"]
    count: int
    seed: int
    patience: NotRequired[int]


class SearchPlanMethod3(TypedDict):
    """Points of the Sobol sequence, which are spread more evenly than random ones."""

    kind: Literal["sobol"]
    count: int
    seed: int
    patience: NotRequired[int]


class SearchPlanMethod4(TypedDict):
    """Sobol points on the last bars, then the best quarter on four times as many bars, and so on up to all bars."""

    kind: Literal["halving"]
    count: int
    seed: int


class SearchPlanMethod5(TypedDict):
    """Sobol points first; then, in rounds, draws around the best so far (a Parzen estimator over all axes)."""

    kind: Literal["adaptive"]
    count: int
    seed: int
    patience: NotRequired[int]


class SearchPlanWindows1(TypedDict):
    """All scored bars."""

    kind: Literal["whole"]


class SearchPlanWindows2(TypedDict):
    """The last bars are held out; the best candidate before them is tested on them."""

    kind: Literal["holdout"]
    share: float
    purge: int
    embargo: int


class SearchPlanWindows3(TypedDict):
    """The bars are cut into one part more than there are folds; each part but the first tests the best candidate before it. All bars are searched as well, for the overall best."""

    kind: Literal["walkForward"]
    folds: int
    mode: Literal["anchored", "rolling"]
    purge: int
    embargo: int


class SearchPoints(TypedDict):
    """A page of the points of a search."""

    columns: list[str]
    rows: list[list[Any]]
    next: Any


class SearchQuota(TypedDict):
    """The key's quota for searches, and the rest of it."""

    unitsPerDay: int
    unitsLeft: int
    candidatesPerDay: int
    candidatesLeft: int
    searchesAtOnce: int
    searchesLeft: int
    resetsAt: str


class SearchSummary(TypedDict):
    """The progress of a search."""

    searchId: str
    status: Literal["queued", "running", "done", "failed", "cancelled"]
    candidates: int
    done: int
    units: int
    unitsDone: int
    createdAt: str
    startedAt: str | None
    endedAt: str | None


class SearchView(TypedDict):
    """A search, with its report once it is done."""

    searchId: str
    status: Literal["queued", "running", "done", "failed", "cancelled"]
    candidates: int
    done: int
    units: int
    unitsDone: int
    createdAt: str
    startedAt: str | None
    endedAt: str | None
    secondsLeft: float | None
    stage: Any
    best: SearchBest | None
    failure: Any
    plan: SearchPlan
    report: dict[str, Any] | None
    links: SearchViewLinks


class SearchViewLinks(TypedDict):
    """Paths of the search's resources."""

    self: str
    events: str
    points: str
    file: str


class Season(TypedDict):
    """A season as it stands."""

    seasonId: str
    title: str
    boards: list[str]
    capital: str
    paths: int
    opensAt: str
    closesAt: str
    entriesPerKey: int
    secretHash: str
    beacon: Beacon | None
    versions: SeasonVersions
    state: Literal["announced", "open", "closed", "revealed", "scored", "void"]
    counts: dict[str, int]
    leaders: dict[str, int] | None
    entriesLastHour: int | None
    closedHead: SeasonClosedHead | None
    voided: SeasonVoided | None
    reveal: SeasonReveal | None
    scoredAt: str | None


class SeasonClosedHead(TypedDict):
    """SeasonClosedHead."""

    index: int
    head: str
    entries: int


class SeasonList(TypedDict):
    """The seasons of the arena."""

    seasons: list[Season]


class SeasonReveal(TypedDict):
    """SeasonReveal."""

    secret: str
    beaconSignature: Any
    beaconValue: str | None
    at: str


class SeasonVersions(TypedDict):
    """Versions that decide the numbers of a season."""

    generatorVersion: int
    policyVersion: int
    formulaVersion: int
    catalogueHash: str
    engineVersion: str


class SeasonVoided(TypedDict):
    """SeasonVoided."""

    reason: str
    at: str


class SkippedByReason(TypedDict):
    """Bars skipped, by guardrail."""

    MIN_HOLD_BARS: int
    MAX_TRADE_PCT_LIQUIDITY: int
    POOL_LIMIT: int
    MAX_ESTIMATED_SLIPPAGE: int
    MIN_EDGE_TO_COST: int


class Strategy(TypedDict):
    """One strategy with its parameters."""

    strategyId: str
    name: str
    category: str
    summary: str
    source: Any
    requiredFeatures: list[str]
    runnableOn: list[int]
    parameters: list[Parameter]
    relations: list[Relation]
    language: NotRequired[Language]


class StrategyKeywords(TypedDict, total=False):
    """Parameters of all strategies."""

    atr: SupportsFloat
    band: SupportsFloat
    d: SupportsFloat
    ema: SupportsFloat
    emaSpan: SupportsFloat
    enter: str
    entry: SupportsFloat
    entryWindow: SupportsFloat
    er: SupportsFloat
    exit: SupportsFloat | str
    exitK: SupportsFloat
    exitWindow: SupportsFloat
    fast: SupportsFloat
    field: str
    floorApy: SupportsFloat
    full: SupportsFloat
    fullDays: SupportsFloat
    high: SupportsFloat
    holdDays: SupportsFloat
    horizonDays: SupportsFloat
    k: SupportsFloat
    lag: SupportsFloat
    lookback: SupportsFloat
    low: SupportsFloat
    margin: SupportsFloat
    maxDays: SupportsFloat
    maxDaysToExpiry: SupportsFloat
    maxDrop: SupportsFloat
    maxIlliq: SupportsFloat
    maxTurnover: SupportsFloat
    maxYieldVol: SupportsFloat
    minDays: SupportsFloat
    minDaysToExpiry: SupportsFloat
    minScore: SupportsFloat
    minSlope: SupportsFloat
    minYield: SupportsFloat
    mult: SupportsFloat
    overbought: SupportsFloat
    oversold: SupportsFloat
    pctPool: SupportsFloat
    period: SupportsFloat
    ratio: SupportsFloat
    roundTripBps: SupportsFloat
    scale: SupportsFloat
    signal: SupportsFloat
    slow: SupportsFloat
    smooth: SupportsFloat
    span: SupportsFloat
    startDays: SupportsFloat
    target: str
    targetVol: SupportsFloat
    volWindow: SupportsFloat
    volZ: SupportsFloat
    window: SupportsFloat
    ytFee: SupportsFloat


class StrategyParameters(TypedDict):
    """Parameters, relations and a JSON Schema."""

    strategyId: str
    parameters: list[Parameter]
    relations: list[Relation]
    language: NotRequired[Language]
    schema: dict[str, Any]


class StrategySummary(TypedDict):
    """One strategy."""

    strategyId: str
    name: str
    category: str
    summary: str
    source: Any
    requiredFeatures: list[str]
    runnableOn: list[int]


class SyntheticProvenance(TypedDict):
    """Where a generated dataset comes from."""

    kind: Literal["synthetic"]
    generatorVersion: int
    seed: int
    passiveGap: float


class Unpublished(TypedDict):
    """A withdrawn publication."""

    candidateHash: str
    removed: bool


class UtilityTerms(TypedDict):
    """Terms of the utility; they sum to it."""

    annualizedMeanReturn: float
    maxDrawdown: float
    cvar: float
    turnover: float
    executionCost: float


class Versions(TypedDict):
    """The versions that determine every number."""

    engineVersion: str
    contractVersion: int
    rulesVersion: str
    policyVersion: int
    formulaVersion: int
    catalogueHash: str
    sourceHash: NotRequired[str]


class Warning(TypedDict):
    """A note on a result."""

    code: str
    message: str


class WindowParameter(TypedDict):
    """A length of time, in days."""

    name: str
    title: str
    description: str
    unit: Any
    type: Literal["window"]
    defaultValue: float
    constraints: WindowParameterConstraints


class WindowParameterConstraints(TypedDict):
    """WindowParameterConstraints."""

    minimumBars: int
    maximum: float


Parameter: TypeAlias = WindowParameter | NumberParameter | ChoiceParameter


Provenance: TypeAlias = SyntheticProvenance | ImportProvenance


SkipReason: TypeAlias = Literal["MIN_HOLD_BARS", "MAX_TRADE_PCT_LIQUIDITY", "POOL_LIMIT", "MAX_ESTIMATED_SLIPPAGE", "MIN_EDGE_TO_COST"]
