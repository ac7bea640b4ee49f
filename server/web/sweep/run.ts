// This module is browser compatible.

import type { Candidate } from "../../contracts/candidate.ts";
import type { SweepError, SweepPoint } from "../engine/messages.ts";

/** Runs candidates: an engine in a worker. */
export interface Sweeper {
  /** Returns points in the order of the candidates. */
  sweep(candidates: readonly Candidate[]): Promise<readonly (SweepPoint | SweepError)[]>;
}

/** Options of a sweep. */
export interface SweepOrder {
  readonly candidates: readonly Candidate[];
  readonly engines: readonly Sweeper[];
  /** Aborts the sweep after the running chunks. */
  readonly signal: AbortSignal;
  /** Called with the points of a chunk and the index of its first candidate. */
  received(first: number, points: readonly (SweepPoint | SweepError)[]): void;
}

/**
 * Candidates per message: some 10 ms of work, so that progress and cancelling feel immediate, while a
 * message costs a hundredth of it.
 */
export const CHUNK = 64;

/**
 * Runs candidates on all engines in parallel: each takes the next chunk when it has finished one, so
 * that a slow engine does not delay the others.
 *
 * @returns whether all candidates ran
 * @throws the error of an engine; the others finish their chunk and stop
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

/** Returns whether a candidate ran. */
export function isPoint(
  outcome: SweepPoint | SweepError | null | undefined,
): outcome is SweepPoint {
  return outcome !== null && outcome !== undefined && "score" in outcome;
}
