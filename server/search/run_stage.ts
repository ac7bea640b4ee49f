// This module is browser compatible.

import type { SearchPlan } from "../contracts/plan.ts";
import { type NumberRange, partOf } from "./engine_plan.ts";
import type { Crew } from "./crew.ts";
import { Points } from "./points.ts";
import type { Stage, StageOutcome } from "./stage.ts";
import { mergeSummaries, NO_SUMMARY, type Summary } from "./summary.ts";

/** Keeps what was found of each range, so that nothing is run twice. */
export interface RangeStore {
  /** Returns the summary of a range; null when it has not been run. */
  load(stage: string, range: NumberRange): Promise<Summary | null>;
  /** Keeps a range, all at once or not at all. */
  save(stage: string, points: Points, summary: Summary, keepsPoints: boolean): Promise<void>;
  /** Returns the points of a range that were kept. */
  points(stage: string, range: NumberRange, names: readonly string[]): Promise<Points>;
}

/** What a stage is run with. */
export interface StageRunOptions {
  readonly plan: SearchPlan;
  /** Names of the columns of the plan. */
  readonly names: readonly string[];
  readonly crew: Pick<Crew, "size" | "run">;
  readonly store: RangeStore;
  /** Whether all points are kept, not only those that a stage needs. */
  readonly keepsPoints: boolean;
  /** Ends the run after the ranges in hand. */
  readonly signal: AbortSignal;
  /** Called with every range, and whether it was found and not run. */
  onRange(stage: Stage, summary: Summary, isFound: boolean): void;
}

/** The run was ended before its end. What is done is kept. */
export class Stopped extends Error {
  override readonly name = "Stopped";
}

/** Most candidates of a range, 1 to 4 seconds of a core, and fewest. */
const RANGE_MAX = 32_768;
const RANGE_MIN = 256;
/** Ranges of a stage that is not large, so that all cores end about together. */
const RANGES = 64;

/** Returns the ranges of so many candidates; they depend on nothing else, so that any run can go on. */
export function rangesOf(count: number): readonly NumberRange[] {
  const size = Math.min(RANGE_MAX, Math.max(RANGE_MIN, Math.ceil(count / RANGES)));
  return Array.from({ length: Math.ceil(count / size) }, (_, at) => ({
    from: at * size,
    count: Math.min(size, count - at * size),
  }));
}

/**
 * Runs what of a stage has not been run yet, on all workers. Memory does not grow with the candidates
 * unless the stage needs their points.
 *
 * @throws {Stopped} when the signal came
 */
export async function runStage(stage: Stage, options: StageRunOptions): Promise<StageOutcome> {
  const { plan, names, crew, store, signal } = options;
  const keepsPoints = stage.needsPoints || options.keepsPoints;
  const ranges = rangesOf(stage.count);
  const early = new Map<number, Summary>();
  let [next, joined] = [0, 0];
  let whole = NO_SUMMARY;
  // In the order of the plan, so that the last bits do not depend on who is first.
  const join = (at: number, summary: Summary): void => {
    early.set(at, summary);
    for (let found = early.get(joined); found; found = early.get(joined)) {
      whole = mergeSummaries(whole, found, stage.topMax);
      early.delete(joined++);
    }
  };
  const runRange = async (at: number, range: NumberRange): Promise<void> => {
    let summary = await store.load(stage.name, range);
    const isFound = summary !== null;
    if (summary === null) {
      const part = { ...stage, draw: partOf(stage.draw, range) };
      const answer = await crew.run({
        kind: "range",
        plan,
        stage: part,
        range,
        names,
        keepsPoints,
      });
      const points = new Points(range.from, names, answer.numbers);
      summary = answer.summary;
      await store.save(stage.name, points, summary, keepsPoints);
    }
    join(at, summary);
    options.onRange(stage, summary, isFound);
  };
  const work = async (): Promise<void> => {
    while (!signal.aborted) {
      const at = next++;
      const range = ranges[at];
      if (range === undefined) return;
      await runRange(at, range);
    }
  };
  await Promise.all(Array.from({ length: crew.size + 1 }, work));
  if (joined < ranges.length) throw new Stopped("Cannot go on: the search was stopped");
  const points = stage.needsPoints
    ? await Promise.all(ranges.map((range) => store.points(stage.name, range, names)))
    : [];
  return { stage, summary: whole, points };
}
