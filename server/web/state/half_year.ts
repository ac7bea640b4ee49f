import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import type { Failure } from "../engine/failure.ts";
import { latestWins } from "../engine/latest.ts";
import { readRun } from "../engine/runs.ts";
import { engine } from "../engines.ts";
import { evaluationKey, evaluations } from "./evaluations.ts";
import {
  EMPTY,
  halfNumber,
  isBehind,
  type Resource,
  type RunOf,
  shownRun,
  track,
} from "./state.ts";

/** The run on the half-year of the address. */
const halfRun = signal<Resource<RunOf>>(EMPTY);
/** Why it failed. */
export const halfFailure: ReadonlySignal<Failure | null> = computed(() => halfRun.value.failure);
/** The run that the tabs show: on the half-year of the address, else on the history. */
export const drawnRun: ReadonlySignal<RunOf | null> = computed(() =>
  halfNumber.value === null ? shownRun.value : halfRun.value.answer
);

/**
 * The half-year of the address with the judged candidate; null for the history, and for a candidate
 * without a verdict: its half-years are new data, and to look at one is a try.
 */
const asked = computed(() => {
  const [number, shown] = [halfNumber.value, shownRun.value];
  if (number === null || shown === null || isBehind.value) return null;
  const pathSeed = evaluations.value.get(evaluationKey(shown.run.evidence))?.verdict.pathSeed;
  return pathSeed ? { candidate: shown.candidate, half: { number, pathSeed } } : null;
});

const runLatest = latestWins(
  async ({ candidate, half }: NonNullable<typeof asked.value>): Promise<RunOf> => {
    const { shown, dataset, summary } = await engine.showHalfYear(candidate, half);
    return { candidate, run: readRun(shown), dataset, half: { ...half, facts: summary } };
  },
);

/** Follows the half-year of the address. */
export function startHalfYears(): void {
  effect(() => {
    if (asked.value === null) halfRun.value = EMPTY;
    else track(halfRun, runLatest(asked.value));
  });
}
