import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import type { SeasonVersions } from "../../contracts/season.ts";
import type { Failure } from "../engine/failure.ts";
import { latestWins } from "../engine/latest.ts";
import { readRun } from "../engine/runs.ts";
import { engine } from "../engines.ts";
import { evaluationKey, evaluations } from "./evaluations.ts";
import {
  EMPTY,
  halfEntry,
  halfNumber,
  isBehind,
  type Resource,
  type RunOf,
  shownRun,
  track,
} from "./state.ts";

/** The half-years of an entry of a season, after its reveal. */
export interface EntryHalves {
  /** As the address names it. */
  readonly entry: string;
  readonly line: "hold" | "idle";
  /** By half-year: what the entry earned beyond the line, and the seed of the path. */
  readonly differences: Float64Array;
  readonly seeds: BigUint64Array;
  /** The hashes and versions that a run must share with the season to show its figures. */
  readonly evidence: Omit<SeasonVersions, "engineVersion"> & {
    readonly candidateHash: string;
    readonly datasetHash: string;
  };
}

export type ReadEntry = (entry: string) => Promise<EntryHalves>;

/** The half-years of the entry of the address, or of one before it. */
const readHalves = signal<Resource<EntryHalves>>(EMPTY);
/** The half-years of the entry of the address. */
const entryHalves = computed(() => {
  const { answer } = readHalves.value;
  return answer?.entry === halfEntry.value ? answer : null;
});
/** The same if the run on the screen is the entry's, with all versions that decide its numbers. */
export const shownEntry: ReadonlySignal<EntryHalves | null> = computed(() => {
  const [halves, proof] = [entryHalves.value, shownRun.value?.run.evidence];
  if (halves === null || proof === undefined || isBehind.value) return null;
  const needed = Object.entries(halves.evidence);
  return needed.every(([name, value]) => proof[name as keyof typeof proof] === value)
    ? halves
    : null;
});
/** Why the half-year of an entry does not open; null while it is read, and once it opens. */
export const entryProblem: ReadonlySignal<string | null> = computed(() => {
  const { failure } = readHalves.value;
  if (failure !== null) return failure.detail;
  if (entryHalves.value === null || shownEntry.value !== null || isBehind.value) return null;
  return "The season ran another rule, or by another version of the engine.";
});

/**
 * The half-year of the address with the judged candidate; null for the history, and for a candidate
 * without a verdict: its half-years are new data, and to look at one is a try. Those of a season that
 * has ended are not new.
 */
const asked = computed(() => {
  const [number, shown] = [halfNumber.value, shownRun.value];
  if (number === null || shown === null || isBehind.value) return null;
  if (halfEntry.value !== null) {
    const seed = shownEntry.value?.seeds[number - 1];
    return seed === undefined ? null : {
      candidate: shown.candidate,
      half: { number, seed: String(seed) },
    };
  }
  const pathSeed = evaluations.value.get(evaluationKey(shown.run.evidence))?.verdict.pathSeed;
  return pathSeed ? { candidate: shown.candidate, half: { number, pathSeed } } : null;
});

/** The run on a half-year that was asked for, which may have left the address since. */
const halfRun = signal<Resource<RunOf>>(EMPTY);
/** Why that of the address failed. */
export const halfFailure: ReadonlySignal<Failure | null> = computed(() =>
  asked.value && halfRun.value.failure
);
/** The run that the tabs show: on the half-year of the address, else on the history. */
export const drawnRun: ReadonlySignal<RunOf | null> = computed(() => {
  if (halfNumber.value === null) return shownRun.value;
  const { answer } = halfRun.value;
  return answer?.candidate === asked.value?.candidate ? answer : null;
});

const runLatest = latestWins(
  async ({ candidate, half }: NonNullable<typeof asked.value>): Promise<RunOf> => {
    const { shown, dataset, summary } = await engine.showHalfYear(candidate, half);
    return { candidate, run: readRun(shown), dataset, half: { ...half, facts: summary } };
  },
);

/** Follows the half-year of the address. */
export function startHalfYears(readEntry: ReadEntry): void {
  const readLatest = latestWins(readEntry);
  effect(() => {
    if (halfEntry.value === null) readHalves.value = EMPTY;
    else track(readHalves, readLatest(halfEntry.value));
  });
  effect(() => {
    if (asked.value === null) halfRun.value = EMPTY;
    else track(halfRun, runLatest(asked.value));
  });
}
