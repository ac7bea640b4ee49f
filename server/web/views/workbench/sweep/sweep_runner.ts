import type { Dataset, DatasetHeader } from "../../../../datasets/dataset.ts";
import type { Engine } from "../../../../engine/engine.ts";
import { Points } from "../../../../search/points/points.ts";
import { edgesOf, hasEdgeMap } from "./edge_map.ts";
import { ApiError, StartError } from "../../../../base/errors.ts";
import { transfer } from "../../../../base/remote_messages.ts";
import { WorkerPool } from "../../../../search/workers/worker_pool.ts";
import { InlineRanges } from "../../../../search/jobs/inline_ranges.ts";
import { prepare } from "../../../../search/stages/prepared.ts";
import { faultLines, readRequest } from "../../../../search/jobs/read_request.ts";
import { Stopped } from "../../../../search/stages/ranges.ts";
import { SearchRun } from "../../../../search/jobs/search_run.ts";
import type { Program } from "../../../engine/messages.ts";
import { inPanel, realOf } from "../../../engine/program.ts";
import type { Trial, TrialsBefore } from "../../../../contracts/trial.ts";
import type { SearchPlan } from "../../../../contracts/plan.ts";
import type { SearchReport } from "../../../../search/report/report.ts";

/** The environment of a sweep: engine, datasets and workers. */
export interface SweepRunnerOptions {
  /** Returns the one engine of the worker. */
  createEngine(module: WebAssembly.Module): Engine;
  /** Returns the dataset of a market, or null. */
  load(
    marketId: number,
    timeframe: string,
    given: { readonly engine: Engine; readonly sources: Program["sources"] },
  ): Promise<Dataset | null>;
  /** Lists the datasets of the reader's own. */
  listLocal(): Promise<readonly DatasetHeader[]>;
  /** Starts another worker. */
  spawn(): Worker;
}

/** Most candidates of a sweep over all windows: the page keeps their figures in memory. */
const TOTAL_MAX = 1 << 17;

/** The axis over markets. */
const MARKET_PATH = "/marketId";
/** Most markets of a sweep: every worker holds all of them. */
const MARKETS_MAX = 16;
const TOO_MANY_MARKETS =
  `Cannot search: a page loads at most ${MARKETS_MAX} markets; deno task search runs the plan as it is`;

/** Workers with the engine and the datasets of some markets. */
interface OpenPool {
  readonly pool: WorkerPool;
  /** Ids and hashes of the datasets. */
  readonly markets: string;
  readonly cores: number;
}

/**
 * Runs sweeps as the search command runs searches, inline. Workers are reused by the next sweep of the
 * same markets.
 */
export class SweepRunner implements SweepService {
  readonly #options: SweepRunnerOptions;
  #open: OpenPool | null = null;
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: SweepRunnerOptions) {
    this.#options = options;
  }

  search(order: SweepOrder, hear: (news: SweepNews) => void, signal: AbortSignal): Promise<void> {
    const done = this.#last.then(() => this.#search(order, hear, signal));
    this.#last = done.catch(() => {});
    return done;
  }

  async #search(
    order: SweepOrder,
    tell: (news: SweepNews) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const { module, sources, topMax, cores, before } = order;
    const engine = this.#options.createEngine(module);
    const datasets = await this.#datasetsOf(order.plan, { engine, sources });
    const prepared = inWords(() => {
      const { plan } = readRequest(engine, { plan: order.plan });
      return prepare(plan, topMax, engine, datasets);
    });
    const { total, description: { columns, statuses, count: drawn } } = prepared;
    if (Math.max(drawn, total) > TOTAL_MAX) throw tooMany(total);
    const workers = (await this.#poolOf(module, datasets, cores)).forKey("");
    const run = new SearchRun(prepared, { engine, datasets, workers }, before);
    tell({ kind: "planned", total, columns, statuses });
    let count = 0;
    const found: Points[] = [];
    const hasEdges = hasEdgeMap(prepared.plan, total);
    const ranges = new InlineRanges(run, {
      parallel: workers.size + 1,
      signal,
      keepsPoints: (stage) => stage.role === "search",
      onRange: (stage, range, points) => {
        if (stage.role === "search" && points !== null) {
          const numbers = points.numbers.slice();
          if (hasEdges) found.push(new Points(points.from, columns, numbers.slice()));
          tell(transfer({ kind: "points", from: points.from, numbers }, [numbers.buffer]));
        }
        count += range.count;
        tell({ kind: "progress", count });
      },
    });
    try {
      const { report, judged } = await run.report(ranges, {
        onSearched: () => tell({ kind: "through", isWhole: true }),
        signal,
      });
      tell({ kind: "report", report, judged });
      const [dataset] = datasets;
      if (!hasEdges || dataset === undefined) return;
      const edges = await edgesOf(prepared.plan, dataset, found, workers, signal);
      tell({ kind: "edges", edges });
    } catch (thrown) {
      if (!(thrown instanceof Stopped)) throw thrown;
      tell({ kind: "through", isWhole: false });
    }
  }

  /** Loads the markets of a plan, which may come from an address and is not checked yet. */
  async #datasetsOf(
    plan: SweepOrder["plan"] | undefined,
    given: { readonly engine: Engine; readonly sources: Program["sources"] },
  ): Promise<readonly Dataset[]> {
    const { marketId, timeframe = "hourly" } = plan?.base ?? {};
    const axes = Array.isArray(plan?.axes) ? plan.axes : [];
    const listed = axes.filter((axis) => axis?.path === MARKET_PATH)
      .flatMap((axis): readonly unknown[] =>
        "values" in axis && Array.isArray(axis.values) ? axis.values : []
      );
    const together = Array.isArray(plan?.markets?.ids) ? plan.markets.ids : [];
    const ids = new Set([marketId, ...listed, ...together].filter((id) => typeof id === "number"));
    if (ids.size > MARKETS_MAX) throw new StartError(TOO_MANY_MARKETS);
    const loaded = await Promise.all(
      [...ids].map((id) => this.#options.load(id, String(timeframe), given)),
    );
    const own = await this.#options.listLocal();
    const searched = loaded.filter((dataset) => dataset !== null)
      .map((dataset) => inPanel(dataset, given.sources, own));
    const real = await Promise.all(
      searched.flatMap(({ header }) => realOf(given.sources, own, header.marketId))
        .map(({ marketId, timeframe }) =>
          this.#options.load(marketId, timeframe, given).catch(() => null)
        ),
    );
    const isUnserved = (dataset: Dataset): boolean =>
      !searched.some(({ header }) => header.marketId === dataset.header.marketId);
    const unserved = real.filter((dataset) => dataset !== null).filter(isUnserved)
      .map(({ header, columns }) => ({ header: { ...header, served: false }, columns }));
    const datasets = [...searched, ...unserved];
    for (const dataset of datasets) given.engine.addDataset(dataset);
    return datasets;
  }

  async #poolOf(
    module: WebAssembly.Module,
    datasets: readonly Dataset[],
    cores: number,
  ): Promise<WorkerPool> {
    const open = this.#open;
    const markets = datasets.map(({ header }) => `${header.marketId} ${header.sha256}`).join();
    if (open !== null && open.cores === cores && open.markets === markets) return open.pool;
    open?.pool.stop();
    this.#open = null;
    const pool = await WorkerPool.start(cores, this.#options.spawn, { module, datasets });
    this.#open = { pool, markets, cores };
    return pool;
  }
}

/** Turns the error of a wrong plan into one sentence for the reader of the page. */
function inWords<T>(check: () => T): T {
  try {
    return check();
  } catch (error) {
    const lines = error instanceof ApiError ? faultLines(error) : [];
    if (lines.length === 0) throw error;
    throw new StartError(`Cannot search: ${lines.join("; ")}`, { cause: error });
  }
}

function tooMany(total: number): StartError {
  const most = TOTAL_MAX.toLocaleString("en");
  return new StartError(
    `Cannot search: the plan has ${
      total.toLocaleString("en")
    } candidates, a page runs ${most} at ` +
      "most; deno task search runs the plan as it is",
  );
}

/** A search, and the program of its engines. */
interface SweepOrder extends Program {
  readonly plan: SearchPlan;
  /** Entries of the report's list of the best. */
  readonly topMax: number;
  readonly cores: number;
  /** The verdicts that this browser has shown; those of the search are judged after them. */
  readonly before: readonly TrialsBefore[];
}

/** The service of the page's search worker. */
export interface SweepService {
  /**
   * Runs a search; a search before it ends first. Rejects when the search fails.
   *
   * @param signal stops the search and the ranges in flight
   */
  search(order: SweepOrder, hear: (news: SweepNews) => void, signal: AbortSignal): Promise<void>;
}

/** News of a search, in this order. */
export type SweepNews =
  | {
    readonly kind: "planned";
    /** Candidates over all windows. */
    readonly total: number;
    /** Names of the columns of points and of the status codes. */
    readonly columns: readonly string[];
    readonly statuses: readonly string[];
  }
  | {
    readonly kind: "points";
    /** Number of the first one. */
    readonly from: number;
    /** Column after column. */
    readonly numbers: Float64Array<ArrayBuffer>;
  }
  | {
    readonly kind: "progress";
    /** Candidates of any window that have been run. */
    readonly count: number;
  }
  /** All windows have been run; the report takes a moment more. */
  | { readonly kind: "through"; readonly isWhole: boolean }
  | {
    readonly kind: "report";
    readonly report: SearchReport;
    /** The candidates whose verdict the report shows, or whose other paths the sweep has seen. */
    readonly judged: readonly Trial[];
  }
  /** The edge of each candidate on half-years that no verdict uses, range by range. */
  | { readonly kind: "edges"; readonly edges: readonly Float64Array[] };
