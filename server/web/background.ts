import type { Candidate } from "../contracts/candidate.ts";
import type { TrialCounts } from "../contracts/trial.ts";
import type { EngineClient } from "./engine/client.ts";
import type { Evaluation, Simulation } from "./engine/messages.ts";
import { latestWins } from "./engine/latest.ts";
import { countsNow, countVerdicts } from "./history/trial_counts.ts";
import { openEngine } from "./engines.ts";
import { keepEvaluation } from "./state/evaluations.ts";

/** A candidate with its simulation and evaluation. */
export interface Scored {
  readonly candidate: Candidate;
  readonly simulation: Simulation;
  readonly evaluation: Evaluation;
}

let opened: EngineClient | null = null;

/** The engine for work longer than a frame; opened on first use. */
export function backgroundEngine(): EngineClient {
  opened ??= openEngine();
  return opened;
}

/** Runs and scores a candidate in the page, and counts it as a trial of this browser. */
export async function score(candidate: Candidate): Promise<Scored> {
  const { simulation, dailySharpe } = await backgroundEngine().simulate("summary", candidate);
  const { evidence } = simulation;
  await countVerdicts([{ ...evidence, dailySharpe }]);
  return { candidate, simulation, evaluation: await evaluate(simulation, countsNow(evidence)) };
}

/** Evaluates the simulation of a counted candidate. */
export async function evaluate(simulation: Simulation, trials: TrialCounts): Promise<Evaluation> {
  const evaluation = await backgroundEngine().evaluate(simulation, trials);
  keepEvaluation(simulation.evidence, evaluation);
  return evaluation;
}

/** Scores the edited candidate. While one is being scored, only the newest waits. */
export const scoreNewest = latestWins(score);
