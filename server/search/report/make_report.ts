// This module is browser compatible.

import type { Candidate } from "../../contracts/candidate.ts";
import type { TrialsBefore } from "../../contracts/trial.ts";
import { daysOf, headOf } from "./report_head.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import { toCounts } from "../../store/trial_counts.ts";
import { rowOf } from "../plan/axis_scale.ts";
import { bordersOf } from "./borders.ts";
import type { SearchWorkers } from "../workers/search_workers.ts";
import { betterLine, excessOf, type WindowReturns } from "../fold/daily_excess.ts";
import { candidatesOfRows } from "../stages/describe_plan.ts";
import { type Evaluated, rankedByEvaluation } from "../fold/evaluated.ts";
import { foldReports, outOfSampleOf } from "./fold_reports.ts";
import type { BarRange } from "../plan/folds.ts";
import { type Chosen, type KeyTrials, keyTrials } from "../fold/key_trials.ts";
import { deflationOf, isOfficial, luckOf, type SearchTrials, trialsOf } from "./luck_report.ts";
import { neighbourReport, surroundings } from "./neighbour_report.ts";
import { joinReturns, onMarkets } from "../fold/markets.ts";
import { datasetsOf } from "../stages/prepared.ts";
import type { ReportEntry, SearchReport } from "./report.ts";
import { sampleOf } from "../stages/sample.ts";
import { type Field, fieldOf, type FieldOptions } from "./field.ts";
import type { EvaluationStage, Stage } from "../stages/stage.ts";
import type { FoldOutcome } from "../stages/stages.ts";
import { spaceOf } from "../plan/space.ts";
import { nothingFound, verdictOf } from "./verdict.ts";

/** Engine, workers and plan of a report. */
export interface ReportOptions extends FieldOptions {
  readonly datasets: readonly Dataset[];
  /** The stages of the plan, in the order in which they ran. */
  readonly stages: readonly Stage[];
  readonly workers: Pick<SearchWorkers, "returns">;
  readonly versions: unknown;
  readonly statusNames: readonly string[];
  /** The trials that the key had made before; none without a key. */
  readonly before: readonly TrialsBefore[];
  /** Called with the candidates that the report is about. */
  readonly onTrials: (trials: Pick<KeyTrials, "searched" | "judged">) => void;
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
  const trials = trialsOf(engine, judged, plan);
  const field = await fieldOf(judged, options);
  const counted = await countedOf(field, trials, options);
  options.onTrials(counted);
  const top = await topOf(field, counted, options);
  const [best] = top;
  const report = {
    ...headOf(outcomes, judged, options),
    paths: field.onPaths && field.onPaths.rungs,
    top,
    best: best ?? null,
  };
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
  const luck = await luckOf(trials, deflationOf(trials, counted), returns, {
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
    tried: Math.max(luck.tried, luck.searched),
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

/** Returns the best in the order of the plan's aim; the first have an evaluation. */
async function topOf(
  { window, entries, chosenCount }: Field,
  { all }: KeyTrials,
  options: ReportOptions,
): Promise<readonly ReportEntry[]> {
  const { plan, topMax } = options;
  const candidates = candidatesOf(options, entries.map((one) => one.coordinates), window);
  const rows = entries.slice(0, chosenCount)
    .map(({ coordinates }) => rowOf(plan.axes, coordinates));
  const evaluations = rows.length === 0 ? [] : await options.evaluate({
    name: "evaluate",
    role: "evaluate",
    draw: { method: "list", rows },
    count: rows.length,
    window,
    trials: Object.fromEntries([...all].map(([hash, trials]) => [hash, toCounts(trials)])),
  });
  const judged = entries.map((entry, at) => ({
    ...entry,
    candidate: candidates[at] ?? plan.base,
    evaluation: evaluations[at] ?? null,
  }));
  return rankedByEvaluation(judged, plan).slice(0, topMax)
    .map((entry, at) => ({ rank: at + 1, ...entry }));
}

/**
 * Returns the trials of the key, with those of the search: a candidate of which a path was seen counts
 * as evaluated.
 */
async function countedOf(
  { window, entries, chosenCount, onPaths }: Field,
  trials: SearchTrials,
  options: ReportOptions,
): Promise<KeyTrials> {
  const { engine, plan, datasets, before } = options;
  const coordinates = onPaths?.seen ??
    entries.slice(0, chosenCount).map((entry) => entry.coordinates);
  const columns = plan.axes.flatMap((_, axis) => coordinates.map((each) => each[axis] ?? NaN));
  const hashes = engine.candidateHashes(
    Float64Array.from(columns),
    plan.axes.length,
    spaceOf(plan),
  );
  const { candidates: tried } = trials;
  const ratios = new Map([...tried.hashes].map((hash, at) => [hash, tried.ratios[at] ?? NaN]));
  const chosen = candidatesOf(options, coordinates, window).flatMap((each, at) =>
    onMarkets(plan, each).map((candidate): Chosen => {
      const hash = hashes[at] ?? NaN;
      const own = onPaths === null ? entries[at]?.figures.dailySharpe : undefined;
      const ratio = own ?? ratios.get(hash) ?? NaN;
      return {
        candidate,
        datasetHash: datasets[datasetOf(options, candidate)]?.header.sha256 ?? "",
        hash,
        ratio: Number.isNaN(ratio) ? null : ratio,
      };
    })
  );
  const datasetHashes = datasetsOf(plan, datasets).map(({ header }) => header.sha256);
  return await keyTrials(engine, {
    datasetHashes,
    tried,
    chosen,
    isOfficial: isOfficial(trials, datasetHashes),
  }, before);
}

function candidatesOf(
  { engine, plan }: ReportOptions,
  coordinates: readonly (readonly number[])[],
  window: BarRange | null,
): readonly Candidate[] {
  const rows = coordinates.map((each) => rowOf(plan.axes, each));
  return candidatesOfRows(engine, plan, rows, window);
}

/** Returns the index of a candidate's dataset. */
function datasetOf({ datasets, plan }: ReportOptions, candidate: Candidate | undefined): number {
  return datasets.findIndex(({ header: { marketId, timeframe } }) =>
    marketId === candidate?.marketId && timeframe === (plan.base.timeframe ?? "hourly")
  );
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
