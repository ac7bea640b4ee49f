/**
 * A client of the arena for browsers, Deno and Node: one method per operation, typed by the schemas of
 * the API, without dependencies.
 *
 * ```ts ignore
 * const arena = new ArenaClient({ baseUrl: "http://127.0.0.1:8080", apiKey, retry: true });
 * const run = await arena.simulateSummary({ marketId: 1, components: [{ strategyId: "yield-rsi" }] });
 * const { score } = await arena.evaluate(run);
 * ```
 *
 * @module
 */
import type {
  Batch,
  Candidate,
  CandidateCheck,
  Entered,
  EntryList,
  EntryRequest,
  Evaluation,
  Family,
  FamilySummary,
  FullSimulation,
  Health,
  Key,
  Leaderboard,
  Market,
  Published,
  PublishRequest,
  Readiness,
  SearchList,
  SearchPoints,
  SearchRequest,
  SearchStart,
  SearchView,
  SeasonList,
  Strategy,
  StrategyParameters,
  StrategySummary,
  SummarySimulation,
  TradesSimulation,
  Unpublished,
} from "./types.d.ts";
export type * from "./types.d.ts";
export type Simulation = FullSimulation | SummarySimulation | TradesSimulation;
/**
 * Calls one service with one key. Every method resolves with the `data` of the response, and rejects
 * with `ArenaProblem` when the service responds with a problem, `ArenaResponseError` when the response
 * is not from the service.
 */
export declare class ArenaClient {
  #private;
  constructor(options: ClientOptions);
  getHealth(options?: CallOptions): Promise<Health>;
  getReadiness(options?: CallOptions): Promise<Readiness>;
  /** Returns the OpenAPI 3.1 document. */
  getDocument(options?: CallOptions): Promise<Record<string, unknown>>;
  listFamilies(options?: CallOptions): Promise<FamilySummary[]>;
  getFamily(options?: CallOptions): Promise<Family>;
  listMarkets(options?: CallOptions): Promise<Market[]>;
  listStrategies(options?: CallOptions): Promise<StrategySummary[]>;
  getStrategy(strategyId: string, options?: CallOptions): Promise<Strategy>;
  getStrategyParameters(strategyId: string, options?: CallOptions): Promise<StrategyParameters>;
  /** Checks a candidate without running it; returns its price, its hash and its weights. */
  checkCandidate(candidate: Candidate, options?: CallOptions): Promise<CandidateCheck>;
  /** Runs a candidate; returns all ledgers and the portfolio series. */
  simulate(candidate: Candidate, options?: CallOptions): Promise<FullSimulation>;
  /** Runs a candidate; returns its metrics and counts. */
  simulateSummary(candidate: Candidate, options?: CallOptions): Promise<SummarySimulation>;
  /** Runs a candidate; returns its trades, skips and redemptions. */
  simulateTrades(candidate: Candidate, options?: CallOptions): Promise<TradesSimulation>;
  /** Runs candidates, any number of them; returns for each, in order, its summary or its problem. */
  simulateBatch(candidates: readonly Candidate[], options?: CallOptions): Promise<Batch>;
  /** Scores the unchanged result of a simulation. */
  evaluate(simulation: Simulation, options?: CallOptions): Promise<Evaluation>;
  /** Starts a search plan, which runs in the background. */
  startSearch(request: SearchRequest, options?: CallOptions): Promise<SearchStart>;
  listSearches(options?: CallOptions): Promise<SearchList>;
  /** Returns the progress of a search, and its report once it is done. */
  getSearch(searchId: string, options?: CallOptions): Promise<SearchView>;
  cancelSearch(searchId: string, options?: CallOptions): Promise<SearchView>;
  /** Returns a page of a search's points, if the search stores them. */
  getSearchPoints(
    searchId: string,
    options?: CallOptions & {
      readonly from?: number;
      readonly most?: number;
    },
  ): Promise<SearchPoints>;
  /** Returns what this key may do, has done and has left. */
  getKey(options?: CallOptions): Promise<Key>;
  listSeasons(options?: CallOptions): Promise<SeasonList>;
  /** Enters a candidate into a season, for good. The same candidate again is the same entry. */
  enterSeason(seasonId: string, body: EntryRequest, options?: CallOptions): Promise<Entered>;
  /** Lists the entries of the key in a season. */
  listEntries(seasonId: string, options?: CallOptions): Promise<EntryList>;
  /** Hides the name of an entry of the key, for good. */
  hideEntryName(seasonId: string, number: number, options?: CallOptions): Promise<Entered>;
  /** Returns rows of a practice board, such as `susde-hourly`. */
  getLeaderboard(board: string, { sort, eligible, from, most, ...options }?: {
    sort?: "score" | "edge";
    eligible?: boolean;
    from?: number;
    most?: number;
  } & CallOptions): Promise<Leaderboard>;
  /** Publishes an evaluation of the key on its practice board, by its receipt. */
  publish(body: PublishRequest, options?: CallOptions): Promise<Published>;
  /** Withdraws a candidate of the key from its practice board. */
  unpublish(board: string, candidateHash: string, options?: CallOptions): Promise<Unpublished>;
}

import type { Problem } from "./types.d.ts";
/** Returns a sentence with each wrong field on a line of its own, as an uncaught error shows it. */
export declare function withFields(
  detail: string,
  fieldErrors?: readonly {
    readonly path: string;
    readonly message: string;
  }[],
): string;
/** The service responded with a problem: branch on `status`, then on `code`. */
export declare class ArenaProblem extends Error {
  readonly name = "ArenaProblem";
  /** The whole body, with the members of its code: `fieldErrors`, `limit`, `marketIds` and so on. */
  readonly problem: Problem;
  readonly status: number;
  readonly code: Problem["code"];
  /** Milliseconds after which the same request may succeed; null when waiting cannot help. */
  readonly retryAfterMs: number | null;
  constructor(problem: Problem, retryAfterMs: number | null);
}
/** The response comes from a proxy or another server, not from the service. */
export declare class ArenaResponseError extends Error {
  readonly name = "ArenaResponseError";
  readonly status: number;
  constructor(status: number, contentType: string | null);
}

/** Address of the service, key, and behaviour of the client. */
export interface ClientOptions {
  /** Address of the service, without a path. */
  readonly baseUrl: string;
  /** Required by every operation but health, readiness and the document. */
  readonly apiKey?: string;
  /**
   * Whether to stay within the limits of the service: requests are queued, so the service rejects none.
   * A request that is rejected anyway, because another program uses the key or the service is busy,
   * is sent again after its `Retry-After`. Requests that start or enter something keep their
   * `Idempotency-Key`, so they do it once.
   */
  readonly retry?: boolean;
  /** Sends a request; defaults to the global `fetch`. */
  readonly fetch?: (request: Request) => Response | Promise<Response>;
  /** Clock, replaced by tests. */
  readonly clock?: Timers;
}
/** The clock of a client. */
export interface Timers {
  /** Returns milliseconds of a monotonic clock. */
  nowMs(): number;
  /** Calls back once after a delay; returns a function that cancels the call. */
  after(delayMs: number, callback: () => void): () => void;
}
/** Options of one call. */
export interface CallOptions {
  /** Aborts the request, or its time in the queue. */
  readonly signal?: AbortSignal;
  /** Value of `x-request-id`: 1 to 255 characters of `A-Z a-z 0-9 _ = -`. */
  readonly requestId?: string;
  /**
   * Value of `Idempotency-Key` of a request that starts or enters something: 1 to 128 printable
   * characters. The same again is about the same thing for a day. By default each call makes its own.
   */
  readonly idempotencyKey?: string;
}
