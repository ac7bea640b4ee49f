// deno-lint-ignore no-external-import -- part of the runtime
import process from "node:process";
import type { PoolStats } from "../../engine/pool.ts";
import { ERROR_CODE_NAMES } from "../../contracts/error_codes.ts";
import type { RequestRecord } from "../../http/request_record.ts";
import type { SearchQueue } from "../../store/search_store.ts";
import { Counter, Histogram, type Metric, metricOf, toText } from "./exposition.ts";

/** The searches of all servers that share a store. */
export interface SearchState extends SearchQueue {
  readonly workers: number;
  /** Bytes that searches take in the store. */
  readonly bytes: number;
}

/** Sources of the values that are read at each scrape; the others are counted per request. */
export interface MetricSources {
  readonly versions: { readonly engineVersion: string; readonly rulesVersion: string };
  pool(): PoolStats;
  /** Bytes of request bodies that are held. */
  bodyBytes(): number;
  /** Keys with an account, which were used a moment ago. */
  accounts(): number;
  logLinesLost(): number;
  /** The queue of searches; null before the first search, or while its store cannot be read. */
  searchQueue(): Promise<SearchState | null>;
}

const MS_PER_SECOND = 1000;
const US_PER_SECOND = 1e6;
/** Upper bounds in seconds, from a request without work to the longest run. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** The route of requests that reached no operation: the page, its files, unknown paths. */
const NO_ROUTE = "none";

/**
 * The metrics for Prometheus. Every label value comes from a fixed list; paths, keys and addresses are
 * not labels, because callers could invent any number of them.
 */
export class Metrics {
  readonly #requests = new Counter("arena_requests_total", "Requests answered");
  readonly #refusals = new Counter("arena_refusals_total", "Problems answered, by code");
  readonly #units = new Counter("arena_compute_units_total", "Compute units charged");
  readonly #duration = histogram("request", "Head of the request to head of the answer");
  readonly #engine = histogram("engine_run", "Time of a run in the engine");
  readonly #wait = histogram("engine_wait", "Time of a run outside of the engine");
  readonly #all: readonly Metric[];
  readonly #searchQueue: MetricSources["searchQueue"];

  constructor(server: MetricSources) {
    // A rate misses the event that begins a series, so every code begins at 0.
    for (const code of ERROR_CODE_NAMES) this.#refusals.add({ code }, 0);
    this.#units.add({}, 0);
    this.#searchQueue = () => server.searchQueue();
    this.#all = [
      this.#requests,
      this.#refusals,
      this.#units,
      this.#duration,
      this.#engine,
      this.#wait,
      ...serverMetrics(server),
      ...processMetrics(),
    ];
  }

  /** Counts a finished request. */
  observe(
    { route: pattern, status, code, durationMs, engineMs, queueMs, cost }: RequestRecord,
  ): void {
    const route = pattern ?? NO_ROUTE;
    this.#requests.add({ route, status }, 1);
    this.#duration.observe({ route }, durationMs / MS_PER_SECOND);
    if (code !== null) this.#refusals.add({ code }, 1);
    if (cost > 0) this.#units.add({}, cost);
    if (engineMs !== null) this.#engine.observe({ route }, engineMs / MS_PER_SECOND);
    if (queueMs !== null) this.#wait.observe({ route }, queueMs / MS_PER_SECOND);
  }

  /** Returns all metrics in the text format. */
  async read(): Promise<string> {
    const queue = await this.#searchQueue();
    const seen = queue === null ? [] : searchMetrics(queue);
    return toText([...this.#all, ...seen]);
  }
}

function histogram(name: string, help: string): Histogram {
  return new Histogram(`arena_${name}_duration_seconds`, help, BUCKETS);
}

function serverMetrics(
  { versions, pool, bodyBytes, accounts, logLinesLost }: MetricSources,
): readonly Metric[] {
  const { engineVersion: engine, rulesVersion: rules } = versions;
  const build = { name: "arena_build_info", help: "Versions, always 1", type: "gauge" } as const;
  return [
    metricOf({ ...build, labels: { engine, rules }, read: () => 1 }),
    gauge("arena_engine_queue_length", "Runs that wait for an engine", () => pool().queued),
    gauge("arena_engine_workers", "Engine workers", () => pool().workers),
    gauge("arena_engine_workers_busy", "Engine workers that are running", () => pool().busy),
    gauge("arena_engine_threads_stuck", "Ended threads that still run", () => pool().stuck),
    gauge("arena_body_bytes", "Bytes of request bodies that are held", bodyBytes),
    gauge("arena_accounts", "Keys used recently", accounts),
    total("arena_engine_replacements", "Engine workers replaced", () => pool().replaced),
    total("arena_log_lines_lost", "Log lines that could not be written", logLinesLost),
  ];
}

/** Metrics of the queue of searches, which servers and workers share. */
function searchMetrics(
  { waiting, claimed, oldestAt, candidates, kept, workers, bytes }: SearchState,
): readonly Metric[] {
  const age = oldestAt === null ? 0 : Math.max(0, Date.now() - oldestAt) / MS_PER_SECOND;
  return [
    gauge("arena_search_jobs_waiting", "Jobs of searches that wait for a worker", () => waiting),
    gauge("arena_search_jobs_claimed", "Jobs of searches that workers hold", () => claimed),
    gauge("arena_search_oldest_seconds", "Age of the oldest search with a waiting job", () => age),
    gauge("arena_search_workers", "Search workers alive in all processes", () => workers),
    gauge("arena_search_bytes", "Bytes that orders, reports and points take", () => bytes),
    gauge("arena_searches_kept", "Searches that have ended and are kept", () => kept),
    gauge("arena_search_candidates", "Candidates that open searches have run", () => candidates),
  ];
}

/** Metrics of the process, under the names that every Prometheus client uses. */
function processMetrics(): readonly Metric[] {
  const startedAt = performance.timeOrigin / MS_PER_SECOND;
  return [
    gauge("process_start_time_seconds", "Start of the process, since 1970", () => startedAt),
    gauge("process_resident_memory_bytes", "Resident memory", () => Deno.memoryUsage().rss),
    total("process_cpu_seconds", "Processor time of all threads", () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / US_PER_SECOND;
    }),
  ];
}

function gauge(name: string, help: string, read: () => number): Metric {
  return metricOf({ name, help, type: "gauge", read });
}

function total(name: string, help: string, read: () => number): Metric {
  return metricOf({ name: `${name}_total`, help, type: "counter", read });
}
