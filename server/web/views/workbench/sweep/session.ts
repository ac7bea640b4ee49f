import { type ReadonlySignal, signal } from "@preact/signals";
import { lazyRemote } from "../../../../base/remote.ts";
import type { SearchPlan } from "../../../../contracts/plan.ts";
import { TOP_DEFAULT } from "../../../../contracts/top.ts";
import type { ReportEntry, SearchReport } from "../../../../search/report/report.ts";
import { score, type Scored } from "../../../background.ts";
import { type Failure, toFailure } from "../../../engine/failure.ts";
import { engine, program } from "../../../engines.ts";
import { Found, type FoundPoint } from "../../../report/found.ts";
import { candidateAt } from "../../../report/candidate_at.ts";
import { countVerdicts, judgedBefore } from "../../../history/trial_counts.ts";
import { countTrials } from "./count_trials.ts";
import type { SweepNews, SweepService } from "./sweep_runner.ts";
import type { Progress } from "../../../report/texts.ts";
import { startProgram } from "../../../engine/program.ts";

/** The state of a sweep. */
export interface Sweep extends Progress {
  readonly plan: SearchPlan;
  /** Whether the best must be eligible. */
  readonly isEligible: boolean;
  /** Points of the searched window; null until the plan was accepted. */
  readonly found: Found | null;
  /** Changes with the points, since `found` is mutable. */
  readonly version: number;
  readonly failure: Failure | null;
  /** The report, as the search command makes it; null until the sweep has finished. */
  readonly report: SearchReport | null;
  /** Score of idle on the searched bars; null if unknown. Hold has 100. */
  readonly idle: number | null;
  /** The best acceptable candidate; null until the sweep has ended, or without one. */
  readonly best: BestPoint | null;
  /** Evaluation of the best in this page. */
  readonly bestScored: Scored | null;
  /** The candidate with the largest edge on the map, with its evaluation on other half-years. */
  readonly byEdge: { readonly point: FoundPoint; readonly scored: Scored | null } | null;
}

/** The best of a report, or of the points of a cancelled sweep. */
export type BestPoint = Pick<ReportEntry, "candidate" | "coordinates" | "figures" | "evaluation">;

/** Name of the `performance` entry of a sweep. */
export const SWEEP_MEASURE = "sweep";

const CORES_MAX = 16;
/** Smallest benchmark of a score, `RULES.md` 6.1. */
const BENCHMARK_MIN = 0.0001;
/** Interval between updates of the progress, milliseconds. */
const SHOW_MS = 150;

const current = signal<Sweep | null>(null);
let stopping = new AbortController();
/** The search worker, reused by the next sweep. */
const worker = lazyRemote<SweepService>(() => startProgram("search", "start the search"));

/** The last sweep; it continues while other views are shown. */
export const sweep: ReadonlySignal<Sweep | null> = current;

/** Cancels the running sweep; its points stay. */
export function cancelSweep(): void {
  stopping.abort();
}

/** Starts a sweep; cancels a running one. */
export async function startSweep(plan: SearchPlan, isEligible = false): Promise<void> {
  const cores = Math.min(Math.max(1, navigator.hardwareConcurrency), CORES_MAX);
  stopping.abort();
  const { signal } = stopping = new AbortController();
  const work = new Work(plan, isEligible, cores);
  try {
    const made = await program();
    if (!work.isShown) return;
    // A cancelled search ends a moment later.
    const hear = (news: SweepNews): void => work.isShown ? work.hear(news) : undefined;
    const order = { ...made, plan, topMax: TOP_DEFAULT, cores, before: judgedBefore() };
    await worker.remote.search(order, hear, signal);
  } catch (thrown) {
    work.fail(toFailure(thrown));
  }
}

class Work {
  #state: Sweep;
  #startedAt = 0;
  #counting = Promise.resolve();
  #isShowing = false;

  constructor(plan: SearchPlan, isEligible: boolean, cores: number) {
    this.#state = {
      plan,
      isEligible,
      found: null,
      version: 0,
      total: 0,
      doneCount: 0,
      cores,
      elapsedMs: 0,
      state: "opening",
      failure: null,
      report: null,
      idle: null,
      best: null,
      bestScored: null,
      byEdge: null,
    };
    shown = this;
    current.value = this.#state;
    if (plan.windows.kind === "whole" && plan.markets === undefined) this.#findIdle();
  }

  get isShown(): boolean {
    return shown === this;
  }

  hear(message: SweepNews): void {
    switch (message.kind) {
      case "planned": {
        this.#startedAt = performance.now();
        const found = new Found(this.#state.plan, message.columns, message.statuses);
        this.#state = { ...this.#state, found, total: message.total, state: "running" };
        return this.#showSoon();
      }
      case "points":
        this.#state.found?.add(message.from, message.numbers);
        return;
      case "progress":
        if (this.#state.state !== "running") return;
        this.#state = {
          ...this.#state,
          doneCount: message.count,
          version: this.#state.version + 1,
          elapsedMs: performance.now() - this.#startedAt,
        };
        return this.#showSoon();
      case "through":
        performance.measure(SWEEP_MEASURE, { start: this.#startedAt });
        this.#set({ state: message.isWhole ? "finished" : "cancelled" });
        return this.#count(message.isWhole);
      case "report":
        this.#choose(message).catch((thrown) => this.fail(toFailure(thrown)));
        return;
      case "edges":
        this.#chooseByEdge(message.edges).catch((thrown) => this.fail(toFailure(thrown)));
        return;
    }
  }

  fail(failure: Failure): void {
    this.#set({ state: "failed", failure });
  }

  #count(isWhole: boolean): void {
    const { found } = this.#state;
    if (found === null) return;
    this.#counting = countTrials(found);
    if (!isWhole) this.#score(found.best()).catch((thrown) => this.fail(toFailure(thrown)));
  }

  async #choose(
    { report, judged }: Extract<SweepNews, { readonly kind: "report" }>,
  ): Promise<void> {
    // The table of the best has their verdicts, so they count before it is drawn.
    await countVerdicts(judged);
    this.#set({ report });
    await this.#score(chooseBest(report, this.#state.isEligible));
  }

  async #score(best: BestPoint | null): Promise<void> {
    this.#set({ best });
    await this.#counting;
    if (best !== null) this.#set({ bestScored: await score(best.candidate) });
  }

  /** Judges the best of the map on the half-years of verdicts, of which the map has none. */
  async #chooseByEdge(edges: readonly Float64Array[]): Promise<void> {
    const { found, plan, version } = this.#state;
    found?.addEdges(edges);
    const point = found?.bestByEdge() ?? null;
    this.#set({ version: version + 1, byEdge: point && { point, scored: null } });
    await this.#counting;
    if (point === null || !this.isShown) return;
    this.#set({ byEdge: { point, scored: await score(candidateAt(plan, point.coordinates)) } });
  }

  async #findIdle(): Promise<void> {
    const { marketId, timeframe = "hourly" } = this.#state.plan.base;
    const facts = await engine.summary(marketId, timeframe).catch(() => null);
    if (facts === null) return;
    this.#set({ idle: 100 * facts.idleUtility / Math.max(facts.benchmarkUtility, BENCHMARK_MIN) });
  }

  /**
   * Shows progress at intervals, the first one after the start: drawing the maps takes a core for as
   * long as a short sweep.
   */
  #showSoon(): void {
    if (this.#isShowing) return;
    this.#isShowing = true;
    setTimeout(() => {
      this.#isShowing = false;
      if (this.isShown) current.value = this.#state;
    }, SHOW_MS);
  }

  #set(change: Partial<Sweep>): void {
    this.#state = { ...this.#state, ...change };
    if (this.isShown) current.value = this.#state;
  }
}

/** The sweep whose state is shown. */
let shown: Work | null = null;

function chooseBest({ top }: SearchReport, isEligible: boolean): ReportEntry | null {
  return top.find(({ evaluation }) => !isEligible || evaluation?.eligible) ?? null;
}
