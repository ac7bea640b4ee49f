// deno-lint-ignore no-external-import -- part of the runtime
import process from "node:process";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import { ERROR_CODE_NAMES } from "../errors/codes.ts";
import type { RequestRecord } from "../request_record.ts";

/** What the engines do at an instant. */
export interface PoolStats {
  /** Runs that wait for an engine. */
  readonly queued: number;
  /** Workers with a run in hand. */
  readonly busy: number;
  readonly workers: number;
  /** Workers lost and replaced since the start. */
  readonly replaced: number;
}

/** What is read when somebody asks; everything else is counted request by request. */
export interface Watched {
  readonly versions: { readonly engineVersion: string; readonly rulesVersion: string };
  pool(): PoolStats;
  /** Bytes of request bodies that are held. */
  bodyBytes(): number;
  /** Keys with an account: used a moment ago. */
  accounts(): number;
  logLinesLost(): number;
}

const MS_PER_SECOND = 1000;
const US_PER_SECOND = 1e6;
/** From a refusal without work to the longest run, seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** The route of requests that reached no operation: the page, its files, unknown paths. */
const NO_ROUTE = "none";

/**
 * What Prometheus reads. Every label has a value of a list that is known when the server is built:
 * no path, no key and no address, which callers could make up without end.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = this.#counter("requests_total", "Requests answered", ["route", "status"]);
  readonly #refusals = this.#counter("refusals_total", "Problems answered, by code", ["code"]);
  readonly #units = this.#counter("compute_units_total", "Compute units charged");
  readonly #duration = this.#histogram("request", "Head of the request to head of the answer");
  readonly #engine = this.#histogram("engine_run", "Time of a run in the engine");
  readonly #wait = this.#histogram("engine_wait", "Time of a run outside of the engine");

  constructor(watched: Watched) {
    // A series that begins with its first event hides that event from a rate.
    for (const code of ERROR_CODE_NAMES) this.#refusals.inc({ code }, 0);
    this.#watchServer(watched);
    this.#watchProcess();
  }

  /** Counts a finished request. */
  observe(
    { route: pattern, status, code, durationMs, engineMs, queueMs, cost }: RequestRecord,
  ): void {
    const route = pattern ?? NO_ROUTE;
    this.#requests.inc({ route, status });
    this.#duration.observe({ route }, durationMs / MS_PER_SECOND);
    if (code !== null) this.#refusals.inc({ code });
    if (cost > 0) this.#units.inc(cost);
    if (engineMs !== null) this.#engine.observe({ route }, engineMs / MS_PER_SECOND);
    if (queueMs !== null) this.#wait.observe({ route }, queueMs / MS_PER_SECOND);
  }

  /** Returns all of it in Prometheus' text format, and the type of that. */
  async read(): Promise<{ readonly text: string; readonly contentType: string }> {
    return { text: await this.#registry.metrics(), contentType: this.#registry.contentType };
  }

  #watchServer({ versions, pool, bodyBytes, accounts, logLinesLost }: Watched): void {
    const { engineVersion, rulesVersion } = versions;
    const build = this.#gauge("arena_build_info", "Versions, always 1", ["engine", "rules"]);
    build.set({ engine: engineVersion, rules: rulesVersion }, 1);
    this.#watch("arena_engine_queue_length", "Runs that wait for an engine", () => pool().queued);
    this.#watch("arena_engine_workers", "Engine workers", () => pool().workers);
    this.#watch(
      "arena_engine_workers_busy",
      "Engine workers with a run in hand",
      () => pool().busy,
    );
    this.#watch("arena_body_bytes", "Bytes of request bodies that are held", bodyBytes);
    this.#watch("arena_accounts", "Keys used a moment ago", accounts);
    const replaced = "Engine workers lost and replaced";
    this.#watchTotal("arena_engine_replacements_total", replaced, () => pool().replaced);
    this.#watchTotal(
      "arena_log_lines_lost_total",
      "Log lines that could not be written",
      logLinesLost,
    );
  }

  /** Under the names that every Prometheus client uses. */
  #watchProcess(): void {
    const started = this.#gauge("process_start_time_seconds", "Start of the process, since 1970");
    started.set(performance.timeOrigin / MS_PER_SECOND);
    const memory = "Resident memory, bytes";
    this.#watch("process_resident_memory_bytes", memory, () => Deno.memoryUsage().rss);
    this.#watchTotal("process_cpu_seconds_total", "Processor time of all threads", () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / US_PER_SECOND;
    });
  }

  #counter(name: string, help: string, labelNames: string[] = []): Counter {
    return new Counter({ name: `arena_${name}`, help, labelNames, registers: [this.#registry] });
  }

  #gauge(name: string, help: string, labelNames: string[] = []): Gauge {
    return new Gauge({ name, help, labelNames, registers: [this.#registry] });
  }

  #histogram(name: string, help: string): Histogram {
    return new Histogram({
      name: `arena_${name}_duration_seconds`,
      help,
      labelNames: ["route"],
      buckets: BUCKETS,
      registers: [this.#registry],
    });
  }

  #watch(name: string, help: string, read: () => number): void {
    const registers = [this.#registry];
    new Gauge({
      ...{ name, help, registers },
      collect(): void {
        this.set(read());
      },
    });
  }

  #watchTotal(name: string, help: string, read: () => number): void {
    const registers = [this.#registry];
    new Counter({
      ...{ name, help, registers },
      collect(): void {
        this.reset();
        this.inc(read());
      },
    });
  }
}
