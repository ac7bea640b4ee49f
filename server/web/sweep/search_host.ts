// This module is browser compatible.

import type { Dataset } from "../../datasets/dataset.ts";
import type { Engine } from "../../engine/engine.ts";
import { type SearchPlan, SearchPlanSchema } from "../../contracts/plan.ts";
import { ApiError, StartError } from "../../base/errors.ts";
import { Crew } from "../../search/crew.ts";
import { InlineRanges } from "../../search/inline_ranges.ts";
import { prepare } from "../../search/prepared.ts";
import { Stopped } from "../../search/ranges.ts";
import { SearchRun } from "../../search/search_run.ts";
import { type Failure, failureOf } from "../engine/failure.ts";
import type { Program } from "../engine/messages.ts";
import type { FromSearch, SearchNews, ToSearch } from "./search_messages.ts";

/** What a search needs of its worker. */
export interface SearchHostOptions {
  /** Returns the engine of the worker, always the same. */
  engineOf(module: WebAssembly.Module): Engine;
  /** Returns the dataset of a market; null when there is none. */
  load(
    marketId: number,
    timeframe: string,
    given: { readonly engine: Engine; readonly sources: Program["sources"] },
  ): Promise<Dataset | null>;
  /** Starts one more worker. */
  spawn(): Worker;
  tell(message: FromSearch, transfer: Transferable[]): void;
}

/** Candidates of a page at most, over all windows: their figures are in its memory. */
const TOTAL_MAX = 1 << 17;

type Order = Extract<ToSearch, { kind: "search" }>;

/** Workers that have the engine and a dataset. */
interface Hired {
  readonly crew: Crew;
  readonly dataset: Dataset;
  readonly cores: number;
}

/**
 * Runs search plans with the stages, summaries and the report of the search command. Its workers stay
 * from one search to the next of the same dataset.
 */
export class SearchHost {
  readonly #options: SearchHostOptions;
  #hired: Hired | null = null;
  #stopping = new AbortController();
  #last: Promise<void> = Promise.resolve();

  constructor(options: SearchHostOptions) {
    this.#options = options;
  }

  /** Handles a message of the page; a search ends the one before it. */
  handle(message: ToSearch): void {
    this.#stopping.abort();
    if (message.kind === "stop") return;
    const stopping = this.#stopping = new AbortController();
    this.#last = this.#last.then(async () => {
      try {
        await this.#search(message, stopping.signal);
      } catch (thrown) {
        const failure = searchFailureOf(thrown);
        this.#options.tell({ id: message.id, kind: "failed", failure }, []);
      }
    });
  }

  async #search(order: Order, signal: AbortSignal): Promise<void> {
    const { id, module, sources, topMax, cores } = order;
    const plan = checked(order.plan);
    const tell = (news: SearchNews, transfer: Transferable[] = []): void =>
      this.#options.tell({ id, ...news }, transfer);
    const engine = this.#options.engineOf(module);
    const { marketId, timeframe = "hourly" } = plan.base;
    const dataset = await this.#options.load(marketId, timeframe, { engine, sources });
    const datasets = dataset === null ? [] : [dataset];
    if (dataset !== null) engine.addDataset(dataset);
    const prepared = prepare(plan, topMax, engine, datasets);
    const { total, description: { columns, statuses, count: drawn } } = prepared;
    if (Math.max(drawn, total) > TOTAL_MAX) throw tooMany(total);
    const workers = await this.#hire(module, datasets, cores);
    const run = new SearchRun(prepared, { engine, datasets, workers });
    tell({ kind: "planned", total, columns, statuses });
    let count = 0;
    const ranges = new InlineRanges(run, {
      parallel: workers.size + 1,
      signal,
      keepsPoints: (stage) => stage.role === "search",
      onRange: (stage, summary, points) => {
        if (stage.role === "search" && points !== null) {
          const numbers = points.numbers.slice();
          tell({ kind: "points", from: points.from, numbers }, [numbers.buffer]);
        }
        count += summary.count;
        tell({ kind: "progress", count });
      },
    });
    try {
      const report = await run.report(ranges, () => tell({ kind: "through", isWhole: true }));
      tell({ kind: "report", report });
    } catch (thrown) {
      if (!(thrown instanceof Stopped)) throw thrown;
      tell({ kind: "through", isWhole: false });
    }
  }

  async #hire(
    module: WebAssembly.Module,
    datasets: readonly Dataset[],
    cores: number,
  ): Promise<Crew> {
    const [dataset] = datasets;
    const hired = this.#hired;
    if (hired !== null && hired.cores === cores && isSame(hired.dataset, dataset)) {
      return hired.crew;
    }
    hired?.crew.stop();
    this.#hired = null;
    const crew = await Crew.start(cores, this.#options.spawn, { module, datasets });
    if (dataset !== undefined) this.#hired = { crew, dataset, cores };
    return crew;
  }
}

function isSame({ header: one }: Dataset, other: Dataset | undefined): boolean {
  return one.sha256 === other?.header.sha256 && one.marketId === other.header.marketId;
}

/** An address may have any plan. */
function checked(plan: unknown): SearchPlan {
  const read = SearchPlanSchema.safeParse(plan);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const place = issue?.path.join(".") ?? "";
  throw new StartError(`Cannot search: ${place} of the plan: ${issue?.message}`);
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

/** A refusal of the engine has its fields; any other sentence stands for itself. */
function searchFailureOf(thrown: unknown): Failure {
  if (!(thrown instanceof ApiError)) return failureOf(thrown);
  const { code, message, context } = thrown;
  const fieldErrors = context.fieldErrors ?? [];
  return { kind: "rejected", code, detail: message, fieldErrors };
}
