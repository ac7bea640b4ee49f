// This module is browser compatible.

import type { Candidate } from "../../contracts/candidate.ts";
import type { SweepFault, SweepPoint } from "../engine/messages.ts";
import { addTrial, NO_TRIALS, type Trials } from "../../store/trials.ts";

/** What runs candidates: an engine in a worker. */
export interface Sweeper {
  /** Answers in the order of the candidates. */
  sweep(candidates: readonly Candidate[]): Promise<readonly (SweepPoint | SweepFault)[]>;
}

/** How a sweep is run. */
export interface SweepOrder {
  readonly candidates: readonly Candidate[];
  readonly engines: readonly Sweeper[];
  /** Ends the sweep after the chunks that run. */
  readonly signal: AbortSignal;
  /** Takes points as they come, with the place of the first among the candidates. */
  received(first: number, points: readonly (SweepPoint | SweepFault)[]): void;
}

/**
 * Candidates that an engine takes at once: some 10 ms of work, so that progress and cancelling feel
 * immediate, while a message costs a hundredth of it.
 */
export const CHUNK = 64;

/**
 * Runs candidates on every engine at once: each takes the next chunk when it has finished one, so
 * that a slow one holds nobody up.
 *
 * @returns whether all were run
 * @throws what an engine throws; the others finish their chunk and stop
 */
export async function runSweep(order: SweepOrder): Promise<boolean> {
  const { candidates, engines, signal, received } = order;
  const broken = new AbortController();
  let next = 0;
  const work = async (engine: Sweeper): Promise<void> => {
    while (next < candidates.length && !signal.aborted && !broken.signal.aborted) {
      const first = next;
      next += CHUNK;
      // deno-lint-ignore no-await-in-loop -- one chunk after the other is the point
      received(first, await engine.sweep(candidates.slice(first, first + CHUNK)));
    }
  };
  const ends = await Promise.allSettled(engines.map((engine) =>
    work(engine).catch((error) => {
      broken.abort();
      throw error;
    })
  ));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  return !signal.aborted;
}

/** Says whether a candidate ran. */
export function isPoint(
  outcome: SweepPoint | SweepFault | null | undefined,
): outcome is SweepPoint {
  return outcome !== null && outcome !== undefined && "score" in outcome;
}

/** Returns what the points say as trials, for the luck of the best one (`engine.md` 6.5). */
export function trialsOf(points: readonly SweepPoint[]): Trials {
  return points.reduce((trials, { dailySharpe }) => addTrial(trials, dailySharpe), NO_TRIALS);
}
