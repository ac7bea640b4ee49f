// This module is browser compatible.

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
  Problem,
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
} from "../contracts/types.ts";
import { BASE_COST } from "../limits/cost.ts";
import { costOf, inBatches } from "./batches.ts";
import { ArenaProblem } from "./client_errors.ts";
import type { CallOptions, ClientOptions, Timers } from "./client_options.ts";
import { isRetryable, readJson, retryAfterMs } from "./client_response.ts";
import { DEFAULT_POLICY, Pacer, parsePolicy, type RequestCost, untilAborted } from "./pacer.ts";
import { entriesPath, FAMILY, LEADERBOARD, SEARCHES, searchPath, SEASONS } from "./paths.ts";
import { randomKey } from "./random_key.ts";

export { ArenaProblem, ArenaResponseError } from "./client_errors.ts";
export type { CallOptions, ClientOptions, Timers } from "./client_options.ts";
export type * from "../contracts/types.ts";
export type Simulation = FullSimulation | SummarySimulation | TradesSimulation;

/** Maximum retries of a rejected request. */
const RETRIES_MAX = 8;
const timers: Timers = {
  nowMs: () => performance.now(),
  after(delayMs, callback): () => void {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
const READ: RequestCost = { units: BASE_COST, slot: null };
const CREATION: RequestCost = { units: BASE_COST, slot: "simulations" };
const FREE: RequestCost = { units: 0, slot: null };
const EVALUATION: RequestCost = { units: BASE_COST, slot: "evaluations" };

interface Call extends CallOptions {
  readonly path: string;
  readonly cost: RequestCost;
  readonly body?: unknown;
  readonly method?: "DELETE";
}

/**
 * Calls one service with one key. Every method resolves with the `data` of the response, and rejects
 * with `ArenaProblem` when the service responds with a problem, `ArenaResponseError` when the response
 * is not from the service.
 */
export class ArenaClient {
  readonly #options: ClientOptions;
  readonly #clock: Timers;
  readonly #pacer: Pacer | null;
  /** The limits of the key, as the last response has stated them. */
  #policy = DEFAULT_POLICY;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#clock = options.clock ?? timers;
    this.#pacer = options.retry ? new Pacer(this.#clock) : null;
  }

  getHealth(options?: CallOptions): Promise<Health> {
    return this.#call({ ...options, path: "/healthz", cost: FREE });
  }

  getReadiness(options?: CallOptions): Promise<Readiness> {
    return this.#call({ ...options, path: "/readyz", cost: FREE });
  }

  /** Returns the OpenAPI 3.1 document. */
  getDocument(options?: CallOptions): Promise<Record<string, unknown>> {
    return this.#call({ ...options, path: "/openapi/v1.json", cost: FREE });
  }

  listFamilies(options?: CallOptions): Promise<FamilySummary[]> {
    return this.#read("/v1/families", options);
  }

  getFamily(options?: CallOptions): Promise<Family> {
    return this.#read(FAMILY, options);
  }

  listMarkets(options?: CallOptions): Promise<Market[]> {
    return this.#read(`${FAMILY}/markets`, options);
  }

  listStrategies(options?: CallOptions): Promise<StrategySummary[]> {
    return this.#read(`${FAMILY}/strategies`, options);
  }

  getStrategy(strategyId: string, options?: CallOptions): Promise<Strategy> {
    return this.#read(`${FAMILY}/strategies/${encodeURIComponent(strategyId)}`, options);
  }

  getStrategyParameters(strategyId: string, options?: CallOptions): Promise<StrategyParameters> {
    const id = encodeURIComponent(strategyId);
    return this.#read(`${FAMILY}/strategies/${id}/parameters`, options);
  }

  /** Checks a candidate without running it; returns its price, its hash and its weights. */
  checkCandidate(candidate: Candidate, options?: CallOptions): Promise<CandidateCheck> {
    return this.#call({
      ...options,
      path: `${FAMILY}/candidates/check`,
      cost: READ,
      body: candidate,
    });
  }

  /** Runs a candidate; returns all ledgers and the portfolio series. */
  simulate(candidate: Candidate, options?: CallOptions): Promise<FullSimulation> {
    return this.#simulate("", candidate, options);
  }

  /** Runs a candidate; returns its metrics and counts. */
  simulateSummary(candidate: Candidate, options?: CallOptions): Promise<SummarySimulation> {
    return this.#simulate("/summary", candidate, options);
  }

  /** Runs a candidate; returns its trades, skips and redemptions. */
  simulateTrades(candidate: Candidate, options?: CallOptions): Promise<TradesSimulation> {
    return this.#simulate("/trades", candidate, options);
  }

  /** Runs candidates, any number of them; returns for each, in order, its summary or its problem. */
  simulateBatch(candidates: readonly Candidate[], options?: CallOptions): Promise<Batch> {
    const path = `${FAMILY}/simulations/batch`;
    return inBatches(candidates, () => this.#policy, (part) => {
      return this.#call({ ...options, path, cost: costOf(part), body: { candidates: part } });
    });
  }

  /** Scores the unchanged result of a simulation. */
  evaluate(simulation: Simulation, options?: CallOptions): Promise<Evaluation> {
    const path = `${FAMILY}/evaluations`;
    return this.#call({ ...options, path, cost: EVALUATION, body: simulation });
  }

  /** Starts a search plan, which runs in the background. */
  startSearch(request: SearchRequest, options?: CallOptions): Promise<SearchStart> {
    return this.#create({ ...options, path: SEARCHES, cost: CREATION, body: request });
  }

  listSearches(options?: CallOptions): Promise<SearchList> {
    return this.#read(SEARCHES, options);
  }

  /** Returns the progress of a search, and its report once it is done. */
  getSearch(searchId: string, options?: CallOptions): Promise<SearchView> {
    return this.#read(searchPath(searchId), options);
  }

  cancelSearch(searchId: string, options?: CallOptions): Promise<SearchView> {
    return this.#call({ ...options, path: searchPath(searchId), cost: READ, method: "DELETE" });
  }

  /** Returns a page of a search's points, if the search stores them. */
  getSearchPoints(
    searchId: string,
    options: CallOptions & { readonly from?: number; readonly most?: number } = {},
  ): Promise<SearchPoints> {
    const { from = 0, most = 1000 } = options;
    return this.#read(`${searchPath(searchId)}/points?from=${from}&most=${most}`, options);
  }

  /** Returns what this key may do, has done and has left. */
  getKey(options?: CallOptions): Promise<Key> {
    return this.#read(`${FAMILY}/key`, options);
  }

  listSeasons(options?: CallOptions): Promise<SeasonList> {
    return this.#read(SEASONS, options);
  }

  /** Enters a candidate into a season, for good. The same candidate again is the same entry. */
  enterSeason(seasonId: string, body: EntryRequest, options?: CallOptions): Promise<Entered> {
    return this.#create({ ...options, path: entriesPath(seasonId), cost: CREATION, body });
  }

  /** Lists the entries of the key in a season. */
  listEntries(seasonId: string, options?: CallOptions): Promise<EntryList> {
    return this.#read(entriesPath(seasonId), options);
  }

  /** Hides the name of an entry of the key, for good. */
  hideEntryName(seasonId: string, number: number, options?: CallOptions): Promise<Entered> {
    const path = `${entriesPath(seasonId)}/${number}/name`;
    return this.#call({ ...options, path, cost: READ, method: "DELETE" });
  }

  /** Returns rows of a practice board, such as `susde-hourly`. */
  getLeaderboard(
    board: string,
    { sort = "score", eligible = false, from = 0, most = 200, ...options }:
      & { sort?: "score" | "edge"; eligible?: boolean; from?: number; most?: number }
      & CallOptions = {},
  ): Promise<Leaderboard> {
    const query = `sort=${sort}&eligible=${eligible}&from=${from}&most=${most}`;
    return this.#read(`${LEADERBOARD}/${encodeURIComponent(board)}?${query}`, options);
  }

  /** Publishes an evaluation of the key on its practice board, by its receipt. */
  publish(body: PublishRequest, options?: CallOptions): Promise<Published> {
    return this.#create({ ...options, path: LEADERBOARD, cost: CREATION, body });
  }

  /** Withdraws a candidate of the key from its practice board. */
  unpublish(board: string, candidateHash: string, options?: CallOptions): Promise<Unpublished> {
    const path = `${LEADERBOARD}/${encodeURIComponent(board)}/${encodeURIComponent(candidateHash)}`;
    return this.#call({ ...options, path, cost: READ, method: "DELETE" });
  }

  /** Creates something once, however often the request is sent. */
  #create = <T>(call: Call): Promise<T> => this.#call({ idempotencyKey: randomKey(), ...call });

  #read<T>(path: string, options: CallOptions = {}): Promise<T> {
    return this.#call({ ...options, path, cost: READ });
  }

  #simulate<T>(view: string, candidate: Candidate, options: CallOptions = {}): Promise<T> {
    const path = `${FAMILY}/simulations${view}`;
    return this.#call({ ...options, path, cost: costOf([candidate]), body: candidate });
  }

  async #call<T>(call: Call, retries = 0): Promise<T> {
    const release = await this.#pacer?.acquire(call.cost, call.signal);
    let waitMs: number;
    try {
      return await this.#send<T>(call);
    } catch (error) {
      if (this.#pacer === null || retries >= RETRIES_MAX || !isRetryable(error)) throw error;
      waitMs = error.retryAfterMs;
    } finally {
      release?.();
    }
    await untilAborted(call.signal, (resolve) => this.#clock.after(waitMs, resolve));
    return await this.#call<T>(call, retries + 1);
  }

  async #send<T>({ path, body, method, signal, requestId, idempotencyKey }: Call): Promise<T> {
    const { baseUrl, apiKey, fetch = globalThis.fetch } = this.#options;
    const request = new Request(new URL(path, baseUrl), {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        ...(apiKey !== undefined && { "x-api-key": apiKey }),
        ...(requestId !== undefined && { "x-request-id": requestId }),
        ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
      // A redirect would take the key to another address.
      redirect: "error",
    });
    const response = await fetch(request);
    this.#policy = parsePolicy(response.headers) ?? this.#policy;
    this.#pacer?.setPolicy(this.#policy);
    const json = await readJson(response);
    if (!response.ok) throw new ArenaProblem(json as Problem, retryAfterMs(response, json));
    return (path.startsWith("/v1/") ? json["data"] : json) as T;
  }
}
