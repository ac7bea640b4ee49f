// This module is browser compatible.

import type { Candidate } from "../contracts/candidate.ts";
import type { SearchPlan } from "../contracts/plan.ts";
import type { Dataset } from "../datasets/dataset.ts";
import type { Engine } from "../engine/engine.ts";
import { rowOf } from "./axis_scale.ts";
import type { Crew } from "./crew.ts";
import { type DailyReturns, excessOf } from "./daily_excess.ts";
import { distinctCount } from "./distinct.ts";
import { describePlan } from "./engine_plan.ts";
import { overfittingOf } from "./figures/cscv.ts";
import { deflatedSharpe, momentsOf, probabilisticSharpe } from "./figures/sharpe.ts";
import type { BarRange } from "./folds.ts";
import { momentsOfNumbers, varianceOf } from "./moments.ts";
import { neighboursOf } from "./neighbours.ts";
import type {
  FoldReport,
  LuckReport,
  NeighbourReport,
  ReportEntry,
  SearchReport,
} from "./report.ts";
import { sampleOf } from "./sample.ts";
import type { Stage, StageOutcome } from "./stage.ts";
import type { FoldOutcome } from "./stages.ts";
import { mergeSummaries, type Summary } from "./summary.ts";
import type { TopEntry } from "./top_list.ts";
import { NOTHING_FOUND, verdictOf } from "./verdict.ts";

/** What a report is made with. */
export interface ReportOptions {
  readonly plan: SearchPlan;
  /** Of this thread, with all datasets, which `crew` has too. */
  readonly engine: Engine;
  readonly datasets: readonly Dataset[];
  readonly crew: Pick<Crew, "run" | "size">;
  readonly versions: unknown;
  readonly statusNames: readonly string[];
  readonly topMax: number;
  /** Runs a stage more, of the neighbours. */
  readonly run: (stage: Stage) => Promise<StageOutcome>;
}

/** Candidates whose days are compared for the probability of overfitting. */
const SAMPLE_MAX = 256;
/** Fewest candidates with a ratio from which its variance is taken, as in the engine. */
const VARIANCE_MIN = 10;

/** Judges what a search found, and returns everything that its report says. */
export async function makeReport(
  outcomes: readonly FoldOutcome[],
  options: ReportOptions,
): Promise<SearchReport> {
  const { plan, engine, datasets, versions, statusNames } = options;
  const judged = outcomes.at(-1);
  if (judged === undefined) throw new Error("Cannot report: nothing was run");
  const { summary, stage } = judged.found;
  const window = stage.window;
  const candidates = candidatesOf(engine, plan, summary.top, window);
  const top: ReportEntry[] = summary.top.map((entry, at) => ({
    rank: at + 1,
    number: entry.number,
    candidate: candidates[at] ?? plan.base,
    coordinates: entry.coordinates,
    figures: entry.figures,
    tested: judged.test?.points[0]?.figures(at) ?? null,
  }));
  const best = top[0] ?? null;
  const marketIds = new Set([
    plan.base.marketId,
    ...top.map(({ candidate }) => candidate.marketId),
  ]);
  const report = {
    plan,
    versions,
    datasets: datasets.filter(({ header }) => marketIds.has(header.marketId))
      .filter(({ header }) => header.timeframe === (plan.base.timeframe ?? "hourly"))
      .map(({ header: { marketId, sha256 } }) => ({ marketId, sha256 })),
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
    top,
    best,
  };
  if (best === null) {
    return {
      ...report,
      verdict: NOTHING_FOUND,
      luck: null,
      overfitting: null,
      neighbours: null,
      folds: [],
      outOfSample: null,
    };
  }
  const sample = sampleOf(
    engine,
    plan,
    judged.searches.filter((one) => one.stage.window === window),
    {
      most: SAMPLE_MAX,
      marketId: best.candidate.marketId,
    },
  );
  const returns = await returnsOf(options, window, [best.candidate, ...sample]);
  const line = returns.isHold ? returns.hold : returns.idle;
  const ran = returns.candidates.filter((days) => days !== null);
  const overPassive = ran.map((days) => excessOf(days, line));
  const luck = luckOf(triedOf(judged), returns, overPassive);
  const split = overfittingOf(overPassive);
  const neighbours = await neighboursReport(options, best, window, returns.passiveScore);
  const folds = await foldReports(outcomes, options);
  const tested = folds.flatMap(({ days }) => days);
  const testedMoments = momentsOf(tested);
  const verdict = verdictOf({
    tried: luck.tried,
    deflatedOverPassive: luck.deflatedOverPassive,
    overfitting: split,
    neighbours: neighbours?.shareAbove ?? null,
    folds: folds.map(({ report: { outOfSample, passiveScore, efficiency } }) => ({
      isAbove: (outOfSample.score ?? -Infinity) > passiveScore,
      efficiency,
    })),
  });
  return {
    ...report,
    verdict,
    luck,
    overfitting: split === null ? null : withoutLogits(split),
    neighbours,
    folds: folds.map((fold) => fold.report),
    outOfSample: tested.length === 0 ? null : {
      days: tested.length,
      probability: testedMoments === null ? null : probabilisticSharpe(testedMoments, 0),
    },
  };
}

function withoutLogits<T extends { readonly logits: unknown }>(split: T): Omit<T, "logits"> {
  const { logits: _, ...rest } = split;
  return rest;
}

function candidatesOf(
  engine: Engine,
  plan: SearchPlan,
  entries: readonly TopEntry[],
  window: BarRange | null,
): readonly Candidate[] {
  if (entries.length === 0) return [];
  const rows = entries.map(({ coordinates }) => rowOf(plan.axes, coordinates));
  const found = describePlan(engine, plan, { draw: { method: "list", rows }, window }, [
    ...rows.keys(),
  ]);
  return found.candidates.map((one) => typeof one === "string" ? plan.base : one);
}

/** What was tried in the window of the best: all rounds, and of rungs the first too. */
function triedOf({ searches, found }: FoldOutcome): {
  readonly summary: Summary;
  readonly variance: number | null;
} {
  const [first] = searches;
  const [, second] = searches;
  const isHalving = second !== undefined && first?.stage.window !== found.stage.window;
  if (first === undefined || !isHalving) {
    return { summary: found.summary, variance: varianceOf(found.summary.sharpes, VARIANCE_MIN) };
  }
  // Only the first rung has not been chosen from; ratios of fewer days vary so much more.
  const all = searches.map(({ summary }) => summary)
    .reduce((one, other) => mergeSummaries(one, { ...other, maps: [] }, 0));
  const variance = varianceOf(first.summary.sharpes, VARIANCE_MIN);
  const rungs = searches.length - 1;
  return { summary: all, variance: variance === null ? null : variance / 4 ** rungs };
}

function luckOf(
  { summary, variance }: { readonly summary: Summary; readonly variance: number | null },
  returns: DailyReturns,
  overPassive: readonly Float64Array[],
): LuckReport {
  const { count, exact } = distinctCount(summary.distinct);
  const tried = Math.max(1, count);
  const [days] = returns.candidates;
  const moments = days ? momentsOf(excessOf(days, returns.idle)) : null;
  const own = momentsOf(overPassive[0] ?? []);
  const ratios = overPassive.slice(1).map((excess) => momentsOf(excess)?.sharpe ?? NaN);
  const spread = varianceOf(momentsOfNumbers(Float64Array.from(ratios)), VARIANCE_MIN);
  // Ratios without skill vary by no more than their error: what is above it is that some truly are
  // better than others, which must not count against the best.
  const byLuck = own && Math.min(spread ?? Infinity, 1 / own.days);
  return {
    tried,
    isExact: exact,
    sharpeVariance: variance,
    deflatedSharpe: moments && deflatedSharpe(moments, { count: tried, variance }),
    deflatedOverPassive: own && deflatedSharpe(own, { count: tried, variance: byLuck }),
    passiveLine: returns.isHold ? "hold" : "idle",
    passiveScore: returns.passiveScore,
  };
}

async function returnsOf(
  { datasets, crew, plan }: ReportOptions,
  window: BarRange | null,
  candidates: readonly Candidate[],
): Promise<DailyReturns> {
  const [first] = candidates;
  const timeframe = plan.base.timeframe ?? "hourly";
  const dataset = datasets.findIndex(({ header }) =>
    header.marketId === first?.marketId && header.timeframe === timeframe
  );
  const { returns } = await crew.run({ kind: "returns", dataset, window, candidates });
  return returns;
}

async function neighboursReport(
  { plan, run, topMax }: ReportOptions,
  best: ReportEntry,
  window: BarRange | null,
  passiveScore: number,
): Promise<NeighbourReport | null> {
  const rows = neighboursOf(plan.axes, best.coordinates).map((row) => rowOf(plan.axes, row));
  if (rows.length === 0) return null;
  const { points: [points] } = await run({
    name: "neighbours",
    fold: "neighbours",
    role: "test",
    draw: { method: "list", rows },
    count: rows.length,
    window,
    needsPoints: true,
    topMax,
  });
  const scores = (points?.column("score") ?? new Float64Array())
    .filter((score) => !Number.isNaN(score)).toSorted();
  if (scores.length === 0) return null;
  const at = (share: number): number => scores[Math.round(share * (scores.length - 1))] ?? 0;
  return {
    count: scores.length,
    shareAbove: scores.filter((score) => score > passiveScore).length / scores.length,
    scores: [0, 0.25, 0.5, 0.75, 1].map(at),
  };
}

/** A fold with what its best earned over the passive line on each day that tests it. */
interface TestedFold {
  readonly report: FoldReport;
  readonly days: readonly number[];
}

async function foldReports(
  outcomes: readonly FoldOutcome[],
  options: ReportOptions,
): Promise<readonly TestedFold[]> {
  const made = await Promise.all(outcomes.map(async ({ fold, found, test }) => {
    const [best] = found.summary.top;
    const points = test?.points[0];
    if (fold.test === null || best === undefined || points === undefined) return [];
    const [candidate] = candidatesOf(options.engine, options.plan, [best], fold.test);
    if (candidate === undefined) return [];
    const returns = await returnsOf(options, fold.test, [candidate]);
    const { passiveScore } = returns;
    const outOfSample = points.figures(0);
    const [inside, outside] = [best.figures.dailySharpe ?? 0, outOfSample.dailySharpe ?? 0];
    const scores = points.column("score");
    const report: FoldReport = {
      name: fold.name,
      search: fold.search,
      test: fold.test,
      candidate,
      inSample: best.figures,
      outOfSample,
      passiveScore,
      efficiency: inside > 0 ? outside / inside : null,
      shareAbove: scores.filter((score) => score > passiveScore).length / scores.length,
    };
    const [days] = returns.candidates;
    const line = returns.isHold ? returns.hold : returns.idle;
    return [{ report, days: days ? [...excessOf(days, line)] : [] }];
  }));
  return made.flat();
}
