// This module is browser compatible.

import type { SentError } from "../../base/remote_messages.ts";
import { type Engine, EngineTrap, type GeneratedPaths } from "../../engine/engine.ts";

/** The index of a candidate and of a path. */
export interface SkippedRuns {
  readonly candidate: number;
  readonly path: number;
}

/** Candidates and lines to run on generated paths. */
export interface UtilitiesTask extends GeneratedPaths {
  /** The JSON of each candidate, of one board. */
  readonly candidates: readonly string[];
  /** Candidates that trap the engine, each with the path from which on it is not run. */
  readonly skipped: readonly SkippedRuns[];
  /** Indices of candidates that are run one at a time, because one of them traps the engine. */
  readonly alone: readonly number[];
}

/** The engine trapped during a run of one of some candidates. Its worker is lost. */
export class RunTrapped extends Error {
  override readonly name = "RunTrapped";
  /** Index of the path. */
  readonly path: number;
  /** Indices of the candidates. */
  readonly candidates: readonly number[];

  constructor(path: number, candidates: readonly number[]) {
    super("Cannot run a candidate: the engine broke off");
    this.path = path;
    this.candidates = candidates;
  }
}

/** Remakes a `RunTrapped` that another thread has sent. */
export function reviveTrapped({ members }: SentError): RunTrapped {
  const { path, candidates } = members as Pick<RunTrapped, "path" | "candidates">;
  return new RunTrapped(path, candidates);
}

/**
 * Runs candidates path by path, and the candidates of a path block by block.
 *
 * @param next called before each block; returns the most candidates of the block
 * @returns a row of utilities for each candidate, then of hold and idle; NaN marks a run without a utility
 * @throws {RunTrapped} when the engine traps
 */
export async function runUtilities(
  engine: Engine,
  { candidates, skipped, alone, seeds, ...paths }: UtilitiesTask,
  next: () => Promise<number>,
): Promise<Float64Array<ArrayBuffer>> {
  const rows = new Float64Array((candidates.length + 2) * seeds.length).fill(NaN);
  const ends = new Map(skipped.map(({ candidate, path }) => [candidate, path]));
  const isAlone = new Set(alone);
  for (const [path, seed] of seeds.entries()) {
    const own = { ...paths, seeds: BigUint64Array.of(seed) };
    const runs = candidates.keys().filter((at) => path < (ends.get(at) ?? Infinity)).toArray();
    const turns = [
      ...runs.filter((at) => isAlone.has(at)).map((at) => [at]),
      runs.filter((at) => !isAlone.has(at)),
    ];
    for (const turn of turns) {
      let from = 0;
      // A block without candidates has the lines.
      do {
        const block = turn.slice(from, from + await next());
        const found = utilitiesOf(
          engine,
          own,
          block.map((at) => candidates[at] ?? ""),
          () => new RunTrapped(path, block),
        );
        block.forEach((at, row) => rows[at * seeds.length + path] = found[row] ?? NaN);
        rows[candidates.length * seeds.length + path] = found[block.length] ?? NaN;
        rows[(candidates.length + 1) * seeds.length + path] = found[block.length + 1] ?? NaN;
        from += Math.max(1, block.length);
      } while (from < turn.length);
    }
  }
  return rows;
}

function utilitiesOf(
  engine: Engine,
  paths: GeneratedPaths,
  candidates: readonly string[],
  trapped: () => RunTrapped,
): Float64Array {
  try {
    const found = engine.pathUtilities(paths, candidates);
    if (found.length === candidates.length + 2) return found;
  } catch (error) {
    throw error instanceof EngineTrap ? trapped() : error;
  }
  throw new Error("the engine refused the entries of a season");
}
