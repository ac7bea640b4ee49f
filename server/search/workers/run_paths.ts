// This module is browser compatible.

import type { Candidate } from "../../contracts/candidate.ts";
import { CAPITAL_DEFAULT } from "../../contracts/engine_constants.ts";
import type { SearchPlan } from "../../contracts/plan.ts";
import type { Trial } from "../../contracts/trial.ts";
import type { CheckedCandidate } from "../../contracts/types.ts";
import type { Dataset } from "../../datasets/dataset.ts";
import type { Engine } from "../../engine/engine.ts";
import { okJson } from "../../engine/wire.ts";
import { onMarkets } from "../plan/markets.ts";
import type { PathRun, PathTrial } from "../stages/path_halving.ts";
import type { SearchWorkers } from "./search_workers.ts";

/** The engine, datasets and workers with which candidates run on paths. */
export interface PathRunner {
  readonly engine: Engine;
  readonly datasets: readonly Dataset[];
  readonly workers: Pick<SearchWorkers, "utilities">;
}

/** Capital of the lines of a verdict. */
const LINE_CAPITAL = Number(CAPITAL_DEFAULT);
const encoder = new TextEncoder();

/** Runs candidates on some of the paths of their verdicts, those of each market as one call. */
export async function runPaths(
  { engine, datasets, workers }: PathRunner,
  plan: SearchPlan,
  candidates: readonly Candidate[],
  paths: { readonly from: number; readonly to: number },
  signal?: AbortSignal,
): Promise<readonly PathTrial[]> {
  const timeframe = plan.base.timeframe ?? "hourly";
  const seeds = engine.sisterSeeds().slice(paths.from, paths.to);
  const each = candidates.map((candidate) => onMarkets(plan, candidate));
  const utilities = new Map<Candidate, PathRun["utilities"]>();
  const markets = Map.groupBy(each.flat(), ({ marketId }) => marketId);
  await Promise.all([...markets].map(async ([marketId, own]) => {
    const rows = await workers.utilities({
      marketId,
      timeframe,
      capital: LINE_CAPITAL,
      seeds,
      candidates: own.map((run) => JSON.stringify(run)),
      skipped: [],
      alone: [],
    }, signal);
    own.forEach((run, row) => {
      const found = rows.subarray(row * seeds.length, (row + 1) * seeds.length);
      utilities.set(run, [...found].map((one) => Number.isNaN(one) ? null : one));
    });
  }));
  const hashes = new Map(datasets.map(({ header }) => [
    `${header.marketId} ${header.timeframe}`,
    header.sha256,
  ]));
  const trialOf = (run: Candidate): Trial => {
    const checked = okJson(engine.check(encoder.encode(JSON.stringify(run)))) as CheckedCandidate;
    const datasetHash = hashes.get(`${run.marketId} ${timeframe}`) ?? "";
    return { candidateHash: checked.candidateHash, datasetHash, dailySharpe: null };
  };
  return each.map((own) => ({
    runs: own.map((run) => ({
      marketId: run.marketId,
      utilities: utilities.get(run) ?? [],
    })),
    // They are trials since their first path.
    trials: paths.from === 0 ? own.map(trialOf) : [],
  }));
}
