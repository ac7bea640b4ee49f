import { MemoryParts } from "./memory_parts.ts";
import { systemClock } from "../base/clock.ts";
import { type SearchPlan, SearchPlanSchema } from "../contracts/plan.ts";
import { basisOf } from "../search/stages/order.ts";
import { prepare } from "../search/stages/prepared.ts";
import { openPostgresSearches } from "../store/postgres/searches.ts";
import type { Searches } from "../store/searches.ts";
import { makeEngine, servedDatasets } from "./official.ts";
import { type Patience, poll } from "./until.ts";
import type { Postgres } from "./postgres.ts";
import { ROOT } from "./root.ts";
import { type Home, Log } from "./server_process.ts";

const PLENTY = { units: 1e12, since: 0, atOnce: 100 };
const TOP = 10;

/** Returns the plan of a grid over two parameters of one strategy, on a market of the repository. */
export function gridPlan(periods: number, overbought: number, rest: object = {}): SearchPlan {
  const own = "/components/0/strategyParams/";
  return SearchPlanSchema.parse({
    base: { marketId: 1, timeframe: "daily", components: [{ strategyId: "yield-rsi" }] },
    axes: [
      { path: `${own}period`, min: 2, max: 1 + periods, steps: periods },
      { path: `${own}overbought`, min: 52, max: 80, steps: overbought },
    ],
    ...rest,
  });
}

/** The searches of a database, as a client sees them. */
export class SharedSearches implements AsyncDisposable {
  readonly #opened: Searches;
  readonly #postgres: Postgres;
  readonly #url: string;

  private constructor(opened: Searches, postgres: Postgres, url: string) {
    this.#opened = opened;
    this.#postgres = postgres;
    this.#url = url;
  }

  static async open(postgres: Postgres, url: string): Promise<SharedSearches> {
    const files = new MemoryParts();
    return new SharedSearches(
      await openPostgresSearches(url, systemClock, { files }),
      postgres,
      url,
    );
  }

  /** Orders a search; returns its id. */
  async order(plan: SearchPlan, { keepsPoints = true } = {}): Promise<string> {
    const datasets = await servedDatasets();
    const engine = await makeEngine(datasets);
    const { datasets: used, total } = prepare(plan, TOP, engine, datasets);
    const basis = basisOf(engine, used, datasets);
    const order = JSON.stringify({ plan, topMax: TOP, keepsPoints, basis });
    const id = crypto.randomUUID();
    await this.#opened.searches.add(
      { id, keyId: "key", order, candidates: total, units: 1 },
      PLENTY,
    );
    return id;
  }

  async done(id: string): Promise<number> {
    return (await this.#opened.searches.progress(id)).done;
  }

  /** Waits until a number of candidates have run. */
  async reaches(id: string, candidates: number): Promise<void> {
    const ask = (): Promise<number> => this.done(id);
    await poll("candidates", ask, (done) => done >= candidates);
  }

  /** Waits until a search has ended; returns its report, or the reason of its failure. */
  async end(id: string, patience?: Patience): Promise<string> {
    const ask = (): Promise<string | null> => this.#opened.searches.outcome(id);
    return await poll("the end of a search", ask, (text) => text !== null, patience) ?? "";
  }

  /** Returns the result that an ended search keeps, and its files with their hashes. */
  async results(id: string): Promise<string> {
    return await this.#sql(
      `SELECT stage, first, count, units, merit, best FROM arena.search_results
        WHERE search_id = '${id}'`,
    ) + await this.#sql(
      `SELECT stage, first, row_count, split_part(key, '/', 2) FROM arena.search_parts
        WHERE search_id = '${id}' ORDER BY stage, first`,
    );
  }

  /** Returns how often jobs were restarted because their worker was gone. */
  async retries(): Promise<number> {
    return Number(await this.#sql("SELECT coalesce(sum(retry_count), 0) FROM pgboss.job"));
  }

  /** Waits for a moment at which the only running worker holds a job, and kills it then. */
  async killInFlight(worker: WorkerProcess): Promise<void> {
    await poll("a job in flight", async () => {
      worker.halt();
      const active = await this.#sql("SELECT count(*) FROM pgboss.job WHERE state = 'active'");
      if (active.trim() === "0") worker.resume();
      return Number(active);
    }, (active) => active > 0);
    await worker.kill();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#opened.close();
  }

  #sql(statement: string): Promise<string> {
    return this.#postgres.sql(statement, this.#url);
  }
}

export class WorkerProcess implements AsyncDisposable {
  readonly #process: Deno.ChildProcess;
  readonly #logs: readonly Log[];

  private constructor(process: Deno.ChildProcess) {
    this.#process = process;
    this.#logs = [process.stdout, process.stderr].map((stream) => new Log(stream));
  }

  /** Starts a worker, with the datasets of the repository unless the environment names others. */
  static async start(
    home: Home,
    url: string,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<WorkerProcess> {
    const env = { DATABASE_URL: url, ARENA_DATASETS: `${ROOT}datasets`, ...environment };
    return new WorkerProcess(await home.spawn("worker", ["--workers", "1"], env));
  }

  get pid(): number {
    return this.#process.pid;
  }

  /** The output so far, and then the errors. */
  get said(): string {
    return this.#logs.map(({ text }) => text).join("");
  }

  /** Waits until the worker has printed a text. */
  async says(part: string): Promise<void> {
    await poll(part, () => Promise.resolve(this.said), (text) => text.includes(part));
  }

  /** Suspends the worker, which keeps its jobs. */
  halt(): void {
    this.#process.kill("SIGSTOP");
  }

  resume(): void {
    this.#process.kill("SIGCONT");
  }

  /** Kills the worker, as a power cut would. */
  async kill(): Promise<void> {
    this.#process.kill("SIGKILL");
    await this.#process.status;
    await Promise.all(this.#logs.map(({ whole }) => whole));
  }

  /** Asks the worker to stop; returns its exit code. */
  async stop(): Promise<number> {
    try {
      this.#process.kill("SIGTERM");
    } catch (error) {
      // The worker has ended by itself.
      if (!(error instanceof TypeError)) throw error;
    }
    const { code } = await this.#process.status;
    await Promise.all(this.#logs.map(({ whole }) => whole));
    return code;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}
