// This module is browser compatible.

import type { Candidate } from "../contracts/candidate.ts";
import type { EngineClient } from "./engine/client.ts";
import type { Evaluation, MarketTrials, ScenarioPath, Simulation } from "./engine/messages.ts";
import { latestWins } from "./engine/latest.ts";
import { openEngine } from "./state.ts";

/** A candidate with the run that was scored, and its score. */
export interface Scored {
  readonly candidate: Candidate;
  readonly simulation: Simulation;
  readonly evaluation: Evaluation;
}

const CORES_MAX = 16;

let opened: EngineClient | null = null;
let pool: readonly EngineClient[] = [];

/** The engine for what takes longer than a frame; it is opened when it is first needed. */
export function backgroundEngine(): EngineClient {
  opened ??= openEngine();
  return opened;
}

/** One engine for each core, for sweeps; opened when first needed, and kept. */
export function sweepEngines(): readonly EngineClient[] {
  if (pool.length === 0) {
    const count = Math.min(Math.max(1, navigator.hardwareConcurrency), CORES_MAX);
    pool = Array.from({ length: count }, () => openEngine());
  }
  return pool;
}

/**
 * Runs and scores a candidate in the page.
 *
 * @param trials what was tried before; by default nothing, so the run is the only trial
 */
export async function score(
  candidate: Candidate,
  trials: readonly MarketTrials[] = [],
): Promise<Scored> {
  const engine = backgroundEngine();
  const { simulation } = await engine.simulate("summary", candidate);
  return { candidate, simulation, evaluation: await engine.evaluate(simulation, trials) };
}

/** A scored candidate with its equity in every scenario. */
export interface Examined extends Scored {
  readonly paths: readonly ScenarioPath[];
}

/** Scores and follows what is edited: while one is under way only the newest waits. */
export const examineLatest = latestWins(async (candidate: Candidate): Promise<Examined> => {
  const [scored, paths] = await Promise.all([
    score(candidate),
    backgroundEngine().paths(candidate),
  ]);
  return { ...scored, paths };
});
