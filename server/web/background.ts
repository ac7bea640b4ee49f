// This module is browser compatible.

import type { Candidate } from "../contracts/candidate.ts";
import type { EngineClient } from "./engine/client.ts";
import type { Evaluation, ScenarioPath, Simulation } from "./engine/messages.ts";
import { latestWins } from "./engine/latest.ts";
import { countEvaluation } from "./history/trial_counts.ts";
import { openEngine } from "./state.ts";

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
  const engine = backgroundEngine();
  const { simulation, dailySharpe } = await engine.simulate("summary", candidate);
  const trials = countEvaluation(simulation.evidence, dailySharpe);
  return { candidate, simulation, evaluation: await engine.evaluate(simulation, trials) };
}

/** A scored candidate with its equity in every scenario. */
export interface Examination extends Scored {
  readonly paths: readonly ScenarioPath[];
}

/** Examines the edited candidate. While one examination runs, only the newest candidate waits. */
export const examineNewest = latestWins(async (candidate: Candidate): Promise<Examination> => {
  const [scored, paths] = await Promise.all([
    score(candidate),
    backgroundEngine().paths(candidate),
  ]);
  return { ...scored, paths };
});
