// This module is browser compatible.

import type { Candidate } from "../contracts/candidate.ts";
import type { SearchPlan } from "../contracts/plan.ts";
import type { EvaluatedBefore } from "../contracts/trial.ts";
import { importanceOf } from "./importance.ts";
import type { Dataset } from "../datasets/dataset.ts";
import type { Engine } from "../engine/engine.ts";
import { rowOf } from "./axis_scale.ts";
import { bordersOf } from "./borders.ts";
import type { SearchWorkers } from "./search_workers.ts";
import { betterLine, excessOf, scoredDays, type WindowReturns } from "./daily_excess.ts";
import { describePlan } from "./engine_plan.ts";
import { type Evaluated, isDecidedByEvaluation, rankedByEvaluation } from "./evaluated.ts";
import { evaluationTrials } from "./evaluation_trials.ts";
import { foldReports, outOfSampleOf } from "./fold_reports.ts";
import type { BarRange } from "./folds.ts";
import { lineVariance, luckOf, type SearchTrials, trialCount, trialsOf } from "./luck_report.ts";
import { neighbourReport, surroundings } from "./neighbour_report.ts";
import { joinReturns, onMarkets } from "./markets.ts";
import { datasetsOf } from "./prepared.ts";
import type { DatasetReport, Days, ReportEntry, SearchReport } from "./report.ts";
import { sampleOf } from "./sample.ts";
import type { EvaluationStage, Stage, StageOutcome } from "./stage.ts";
import type { FoldOutcome } from "./stages.ts";
import { nothingFound, verdictOf } from "./verdict.ts";

/** Engine, workers and plan of a report. */
export interface ReportOptions {
  readonly plan: SearchPlan;
  /** Engine of this thread; it and the workers hold the same datasets. */
  readonly engine: Engine;
  readonly datasets: readonly Dataset[];
  /** The stages of the plan, in the order in which they ran. */
  readonly stages: readonly Stage[];
  readonly workers: Pick<SearchWorkers, "returns">;
  readonly versions: unknown;
  readonly statusNames: readonly string[];
  readonly topMax: number;
  /** The candidates that the key had evaluated before; none without a key. */
  readonly before: readonly EvaluatedBefore[];
  /** Runs another stage, that of the neighbours. */
  readonly run: (stage: Stage) => Promise<StageOutcome>;
  /** Runs the stage that evaluates the best. */
  readonly evaluate: (stage: EvaluationStage) => Promise<readonly Evaluated[]>;
}

/** Candidates whose days are compared for the probability of overfitting. */
const SAMPLE_MAX = 256;
/** Candidates whose daily returns one call of a worker computes. */
const RETURNS_MAX = 32;

/** Judges the outcome of a search and returns its report. */
export async function makeReport(
  outcomes: readonly FoldOutcome[],
  options: ReportOptions,
): Promise<SearchReport> {
  const { plan, engine } = options;
  const judged = outcomes.at(-1);
  if (judged === undefined) throw new Error("Cannot report: nothing was run");
  const window = judged.found.stage.window;
  const trials = trialsOf(judged, plan);
  const top = await topOf(judged, trials, options);
  const [best] = top;
  const report = { ...headOf(outcomes, judged, options), top, best: best ?? null };
  if (best === undefined) {
    return {
      ...report,
      verdict: nothingFound(report.datasets),
      luck: null,
      overfitting: null,
      neighbours: null,
      folds: [],
      outOfSample: null,
    };
  }
  // Before the daily returns, since this stage may be pending and they would be computed again.
  const around = await surroundings({ ...options, window }, best);
  const { marketId } = best.candidate;
  const searches = judged.searches.filter((one) => one.stage.window === window);
  const sample = sampleOf(engine, plan, searches, { most: SAMPLE_MAX, marketId });
  const returns = await returnsOf(options, window, [best.candidate, ...sample]);
  const luck = await luckOf(trials, returns, {
    engine,
    plan,
    marketId,
    returnsOf: (candidates) => returnsOf(options, window, candidates),
  });
  const line = returns[betterLine(returns)];
  const neighbours = around && neighbourReport(around, line.score);
  const overfitting = engine.overfitting(
    returns.candidates.slice(1).filter((days) => days !== null)
      .map((days) => excessOf(days, line.days)),
  );
  const folds = await foldReports(outcomes, {
    engine,
    candidateOf: (coordinates, within) => candidatesOf(options, [coordinates], within)[0] ?? null,
    returnsOf: (within, candidates) => returnsOf(options, within, candidates),
    daysOf: (candidate, within) => daysOf(options.datasets[datasetOf(options, candidate)], within),
  });
  const outOfSample = outOfSampleOf(engine, folds);
  const verdict = verdictOf({
    tried: luck.tried,
    deflatedOverPassive: luck.deflatedOverPassive,
    trips: luck.trips,
    overfitting,
    neighbours: neighbours?.shareAbove ?? null,
    outOfSample: outOfSample && {
      folds: folds.length,
      above: folds.filter(({ report: { outOfSample: { score }, passiveScore } }) =>
        (score ?? -Infinity) > passiveScore
      ).length,
      efficiency: outOfSample.efficiency,
    },
    evaluation: best.evaluation,
    borders: around ? bordersOf(engine, plan, around, best.figures) : [],
    datasets: report.datasets,
  });
  return {
    ...report,
    verdict,
    luck,
    overfitting,
    neighbours,
    folds: folds.map((fold) => fold.report),
    outOfSample,
  };
}

/** Returns the parts of a report that every search has, whether it found anything or not. */
function headOf(
  outcomes: readonly FoldOutcome[],
  { found: { summary }, searches }: FoldOutcome,
  { plan, datasets, versions, stages, statusNames }: ReportOptions,
): Pick<
  SearchReport,
  | "plan"
  | "versions"
  | "datasets"
  | "stages"
  | "candidates"
  | "histogram"
  | "maps"
  | "importance"
  | "stopped"
> {
  return {
    plan,
    versions,
    datasets: datasetsOf(plan, datasets).map(datasetReport),
    stages: stages.map(({ name, role, count, window }) => ({ name, role, count, window })),
    candidates: {
      run: outcomes.flatMap(({ searches, test }) => [...searches, ...(test ? [test] : [])])
        .reduce((sum, outcome) => sum + outcome.summary.count, 0),
      inWindow: summary.count,
      statuses: Object.fromEntries(
        statusNames.map((name, code) => [name, summary.statuses[code] ?? 0]),
      ),
      kept: summary.merits.count,
    },
    histogram: summary.histogram,
    maps: summary.maps,
    importance: importanceOf(searches, plan.method),
    stopped: outcomes.flatMap(({ fold, stopped }) =>
      stopped === null ? [] : [{ fold: fold.name, ...stopped }]
    ),
  };
}

function datasetReport(dataset: Dataset): DatasetReport {
  const { header, columns } = dataset;
  const { marketId, marketKey, marketName, timeframe, provenance, estimated, sha256 } = header;
  const scored = { from: header.tradeStartIndex, to: columns.length / header.columns.length };
  return {
    marketId,
    marketKey,
    marketName,
    timeframe,
    days: daysOf(dataset, scored),
    provenance,
    estimated,
    sha256,
  };
}

/** Returns the best in the order of the plan's aim; the first have an evaluation. */
async function topOf(
  { found: { summary, stage }, test }: FoldOutcome,
  trials: SearchTrials,
  options: ReportOptions,
): Promise<readonly ReportEntry[]> {
  const { plan, topMax } = options;
  const found = summary.top.map(({ coordinates }) => coordinates);
  const candidates = candidatesOf(options, found, stage.window);
  const count = Math.min(plan.evaluate, isDecidedByEvaluation(plan) ? found.length : topMax);
  const rows = found.slice(0, count).map((coordinates) => rowOf(plan.axes, coordinates));
  const chosen = candidates.slice(0, count).flatMap((each) =>
    onMarkets(plan, each).map((candidate) => ({
      candidate,
      datasetHash: options.datasets[datasetOf(options, candidate)]?.header.sha256 ?? "",
    }))
  );
  const evaluations = rows.length === 0 ? [] : await options.evaluate({
    name: "evaluate",
    role: "evaluate",
    draw: { method: "list", rows },
    count: rows.length,
    window: stage.window,
    trials: await evaluationTrials(options.engine, chosen, options.before, {
      sharpeCount: trialCount(trials),
      // The report's own variance, so that one ratio has one probability.
      sharpeVariance: lineVariance(trials.variance, {
        candidates: trials.ratios,
        isSample: false,
        days: scoredDays(options.datasets[datasetOf(options, candidates[0])], stage.window),
      }).used,
    }),
  });
  const entries = summary.top.map((entry, at) => ({
    number: entry.number,
    candidate: candidates[at] ?? plan.base,
    coordinates: entry.coordinates,
    figures: entry.figures,
    tested: test?.points[0]?.figures(at) ?? null,
    evaluation: evaluations[at] ?? null,
  }));
  return rankedByEvaluation(entries, plan).slice(0, topMax)
    .map((entry, at) => ({ rank: at + 1, ...entry }));
}

function candidatesOf(
  { engine, plan }: ReportOptions,
  coordinates: readonly (readonly number[])[],
  window: BarRange | null,
): readonly Candidate[] {
  if (coordinates.length === 0) return [];
  const rows = coordinates.map((each) => rowOf(plan.axes, each));
  const found = describePlan(engine, plan, { draw: { method: "list", rows }, window }, [
    ...rows.keys(),
  ]);
  return found.candidates.map((one) => typeof one === "string" ? plan.base : one);
}

/** Returns the index of a candidate's dataset. */
function datasetOf({ datasets, plan }: ReportOptions, candidate: Candidate | undefined): number {
  return datasets.findIndex(({ header: { marketId, timeframe } }) =>
    marketId === candidate?.marketId && timeframe === (plan.base.timeframe ?? "hourly")
  );
}

/** Returns the first and last day of a range of bars; timestamps are the first column. */
function daysOf(dataset: Dataset | undefined, { from, to }: BarRange): Days {
  const dayAt = (bar: number): string =>
    new Date(dataset?.columns[bar] ?? 0).toISOString().slice(0, 10);
  return [dayAt(from), dayAt(to - 1)];
}

/** Returns daily returns of candidates, joined over the markets of the plan. */
async function returnsOf(
  options: ReportOptions,
  window: BarRange | null,
  candidates: readonly Candidate[],
): Promise<WindowReturns> {
  const { markets } = options.plan;
  if (markets === undefined) return await marketReturns(options, window, candidates);
  const each = markets.ids.map((marketId) =>
    marketReturns(options, window, candidates.map((one) => ({ ...one, marketId })))
  );
  return joinReturns(await Promise.all(each), markets.by);
}

/** Returns daily returns of candidates of one market, computed on all workers. */
async function marketReturns(
  options: ReportOptions,
  window: BarRange | null,
  candidates: readonly Candidate[],
): Promise<WindowReturns> {
  const { workers } = options;
  const dataset = datasetOf(options, candidates[0]);
  const parts = Array.from(
    { length: Math.ceil(candidates.length / RETURNS_MAX) },
    (_, at) => candidates.slice(at * RETURNS_MAX, (at + 1) * RETURNS_MAX),
  );
  const [first, ...others] = await Promise.all(
    parts.map((part) => workers.returns(dataset, window, part)),
  );
  if (first === undefined) throw new Error("Cannot report: there is no candidate to run");
  const all = [first, ...others].flatMap((part) => part.candidates);
  return { ...first, candidates: all };
}
