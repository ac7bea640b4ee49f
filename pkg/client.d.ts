/**
 * A client of the arena for browsers, Deno and Node: a method per operation, typed by the schemas
 * that the service checks with, and nothing to install.
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
  Candidate,
  Evaluation,
  Family,
  FamilySummary,
  FullSimulation,
  Health,
  Market,
  Problem,
  Readiness,
  Strategy,
  StrategyParameters,
  StrategySummary,
  SummarySimulation,
  TradesSimulation,
} from "./types.d.ts";
export type * from "./types.d.ts";
export type Simulation = FullSimulation | SummarySimulation | TradesSimulation;
/** Where the service is and how to speak to it. */
export interface ClientOptions {
  /** Address of the service, without a path. */
  readonly baseUrl: string;
  /** Needed by all but health, readiness and the document. */
  readonly apiKey?: string;
  /**
   * Whether to keep to the limits: requests wait for their turn, so that none of this client is
   * refused, and one that is (another program has the same key, the service is busy) is sent again
   * after its `Retry-After`. A refused request changed nothing, so this is safe for simulations too.
   */
  readonly retry?: boolean;
  /** Sends a request; the global `fetch` when left out. */
  readonly fetch?: (request: Request) => Response | Promise<Response>;
  /** For tests. */
  readonly clock?: Timers;
}
/** The time that a client waits by. */
export interface Timers {
  /** Returns milliseconds of a clock that never goes back. */
  nowMs(): number;
  /** Calls back once after a delay; returns the function that cancels it. */
  after(delayMs: number, callback: () => void): () => void;
}
/** The service answered with a problem: branch on `status`, then on `code`. */
export declare class ArenaProblem extends Error {
  readonly name = "ArenaProblem";
  /** The whole body: `fieldErrors`, `limit`, `marketIds` and what else the code brings. */
  readonly problem: Problem;
  readonly status: number;
  readonly code: Problem["code"];
  /** Milliseconds after which the same request can succeed; null when no wait helps. */
  readonly retryAfterMs: number | null;
  constructor(problem: Problem, retryAfterMs: number | null);
}
/** Something answered that is not the service: a proxy, or another server. */
export declare class ArenaAnswerError extends Error {
  readonly name = "ArenaAnswerError";
  readonly status: number;
  constructor(status: number, contentType: string | null);
}
/** Options of one call. */
export interface CallOptions {
  /** Breaks off the request, or the wait for its turn. */
  readonly signal?: AbortSignal;
  /** Becomes `x-request-id`: 1 to 255 characters of `A-Z a-z 0-9 _ = -`. */
  readonly requestId?: string;
}
/**
 * Speaks to one service with one key. Every method gives what stands in `data`, and throws
 * `ArenaProblem` when the service refuses, `ArenaAnswerError` when something else answers.
 */
export declare class ArenaClient {
  #private;
  constructor(options: ClientOptions);
  getHealth(options?: CallOptions): Promise<Health>;
  getReadiness(options?: CallOptions): Promise<Readiness>;
  /** Gives the OpenAPI 3.1 document. */
  getDocument(options?: CallOptions): Promise<Record<string, unknown>>;
  listFamilies(options?: CallOptions): Promise<FamilySummary[]>;
  getFamily(options?: CallOptions): Promise<Family>;
  listMarkets(options?: CallOptions): Promise<Market[]>;
  listStrategies(options?: CallOptions): Promise<StrategySummary[]>;
  getStrategy(strategyId: string, options?: CallOptions): Promise<Strategy>;
  getStrategyParameters(strategyId: string, options?: CallOptions): Promise<StrategyParameters>;
  /** Runs a candidate; gives all ledgers and the portfolio series. */
  simulate(candidate: Candidate, options?: CallOptions): Promise<FullSimulation>;
  /** Runs a candidate; gives its metrics and counts. */
  simulateSummary(candidate: Candidate, options?: CallOptions): Promise<SummarySimulation>;
  /** Runs a candidate; gives its trades, skips and redemptions. */
  simulateTrades(candidate: Candidate, options?: CallOptions): Promise<TradesSimulation>;
  /** Scores what a simulation gave, as it is. */
  evaluate(simulation: Simulation, options?: CallOptions): Promise<Evaluation>;
}
