import type { Candidate } from "../../../contracts/candidate.ts";
import { backgroundEngine, evaluate } from "../../background.ts";
import { type Failure, toFailure } from "../../engine/failure.ts";
import type { Evaluation, MarketColumns, Run, Simulation } from "../../engine/messages.ts";
import { runCandidate } from "../../engine/runs.ts";
import { countsNow, countVerdicts } from "../../history/trial_counts.ts";
import { timeframeOf } from "../../model/candidate.ts";

/** A run of a candidate with its dataset. */
export interface Outcome {
  readonly run: Run;
  readonly evaluation: Evaluation;
  readonly dataset: MarketColumns;
}

/** A candidate with its outcome. */
export interface Compared {
  readonly candidate: Candidate;
  readonly outcome: Outcome | null;
  /** Why the candidate has no outcome; null if it has one. */
  readonly failure: Failure | null;
}

/** Earlier runs by candidate, and evaluations by candidate and number of trials. */
const [runs, evaluations] = [
  new Map<string, Promise<Ran>>(),
  new Map<string, Promise<Evaluation>>(),
];

/** A candidate that ran and was counted as a trial. */
type Ran = Pick<Outcome, "run" | "dataset"> & { readonly simulation: Simulation };

/**
 * Runs and scores candidates; an invalid one does not affect the others. All are counted before the
 * first is scored, so that all verdicts have the same number of trials.
 */
export async function compareAll(
  candidates: readonly Candidate[],
): Promise<readonly Compared[]> {
  const settled = await Promise.allSettled(candidates.map((candidate) => {
    const text = JSON.stringify(candidate);
    return memoized(runs, text, () => ran(candidate));
  }));
  return await Promise.all(candidates.map(async (candidate, index): Promise<Compared> => {
    const done = settled[index];
    try {
      if (done?.status !== "fulfilled") throw done?.reason;
      const { simulation, run, dataset } = done.value;
      const trials = countsNow(simulation.evidence);
      const evaluation = await memoized(
        evaluations,
        `${trials.count} ${JSON.stringify(candidate)}`,
        () => evaluate(simulation, trials),
      );
      return { candidate, outcome: { run, dataset, evaluation }, failure: null };
    } catch (thrown) {
      return { candidate, outcome: null, failure: toFailure(thrown) };
    }
  }));
}

async function ran(candidate: Candidate): Promise<Ran> {
  const engine = backgroundEngine();
  const run = await runCandidate(engine, candidate);
  const dataset = await engine.columns(candidate.marketId, timeframeOf(candidate));
  const { simulation } = await engine.simulate("summary", candidate);
  await countVerdicts([{ ...run.evidence, dailySharpe: run.dailySharpe }]);
  return { run, dataset, simulation };
}

/** Memoizes work by key; failed work is repeated at the next call. */
function memoized<T>(
  done: Map<string, Promise<T>>,
  key: string,
  work: () => Promise<T>,
): Promise<T> {
  const doing = done.get(key) ?? work();
  done.set(key, doing);
  doing.catch(() => done.delete(key));
  return doing;
}
