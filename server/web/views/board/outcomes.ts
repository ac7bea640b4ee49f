import { type ReadonlySignal, signal } from "@preact/signals";
import type { Candidate } from "../../../contracts/candidate.ts";
import { score } from "../../background.ts";
import { type Failure, toFailure } from "../../engine/failure.ts";
import { type Evaluation, isPoint, type SweepPoint } from "../../engine/messages.ts";
import { countShown } from "../../history/trial_counts.ts";
import { engine } from "../../engines.ts";

/** The outcome of a candidate, completed step by step. */
export interface Outcome {
  /** null: the engine refuses the candidate. */
  readonly point: SweepPoint | null;
  /** Why the engine refuses it; empty if it does not. */
  readonly reason: string;
  /** Sampled equity, as multiples of the capital. */
  readonly curve: Float64Array | null;
  readonly evaluation: Evaluation | null;
}

/** Curves per call, which bounds the wait of other calls. */
const CURVES_MAX = 6;

/** Outcomes by {@link outcomeKey}; they stay, so that a market is complete at once when it is shown again. */
interface Board {
  readonly outcomes: ReadonlyMap<string, Outcome>;
  /** Why the last work was left unfinished. */
  readonly failure: Failure | null;
}

const current = signal<Board>({ outcomes: new Map(), failure: null });
let work = new AbortController();

export const board: ReadonlySignal<Board> = current;

/** Returns the key of a candidate's outcome on the bars of a dataset. */
export function outcomeKey(datasetHash: string, candidate: Candidate): string {
  return `${datasetHash} ${JSON.stringify(candidate)}`;
}

/**
 * Computes the missing outcomes of candidates on one dataset: first all figures, then curves, then
 * evaluations, in descending order of score. Cancels the work for another dataset.
 */
export async function fillBoard(
  datasetHash: string,
  candidates: readonly Candidate[],
): Promise<void> {
  work.abort();
  const { signal: isOver } = work = new AbortController();
  fail(null);
  try {
    await addPoints(datasetHash, candidates);
    const findOutcome = (one: Candidate): Outcome | undefined => {
      return current.value.outcomes.get(outcomeKey(datasetHash, one));
    };
    const pathScore = (one: Candidate): number => findOutcome(one)?.point?.score ?? -Infinity;
    const ran = candidates.filter((one) => pathScore(one) > -Infinity)
      .toSorted((a, b) => pathScore(b) - pathScore(a));
    await addCurves(datasetHash, ran.filter((one) => findOutcome(one)?.curve === null), isOver);
    if (isOver.aborted) return;
    // The best of a board is chosen among all that it shows, so all of them are tries.
    await countShown(ran, ran.map((one) => findOutcome(one)?.point ?? null));
    for (const one of ran.filter((each) => findOutcome(each)?.evaluation === null)) {
      if (isOver.aborted) return;
      const { evaluation } = await score(one);
      add(datasetHash, [one], [{ evaluation }]);
    }
  } catch (thrown) {
    if (!isOver.aborted) fail(toFailure(thrown));
  }
}

/** Computes the missing figures of candidates on one dataset, without verdicts, which count as tries. */
export async function fillScores(
  datasetHash: string,
  candidates: readonly Candidate[],
): Promise<void> {
  try {
    await addPoints(datasetHash, candidates);
  } catch (thrown) {
    fail(toFailure(thrown));
  }
}

/** Cancels the work, so that the engines serve the next view. */
export function leaveBoard(): void {
  work.abort();
}

async function addPoints(datasetHash: string, candidates: readonly Candidate[]): Promise<void> {
  const missing = candidates.filter((one) =>
    !current.value.outcomes.has(outcomeKey(datasetHash, one))
  );
  const points = await engine.sweep(missing);
  add(
    datasetHash,
    missing,
    points.map((point) =>
      isPoint(point)
        ? { point, reason: "" }
        : { point: null, reason: point.fieldErrors[0]?.message ?? "the engine gives no reason" }
    ),
  );
}

async function addCurves(
  datasetHash: string,
  candidates: readonly Candidate[],
  isOver: AbortSignal,
): Promise<void> {
  for (let first = 0; first < candidates.length && !isOver.aborted; first += CURVES_MAX) {
    const some = candidates.slice(first, first + CURVES_MAX);
    const curves = await engine.curves(some);
    add(datasetHash, some, curves.map((curve) => ({ curve })));
  }
}

const NOTHING: Outcome = { point: null, reason: "", curve: null, evaluation: null };

function add(
  datasetHash: string,
  candidates: readonly Candidate[],
  changes: readonly Partial<Outcome>[],
): void {
  const changed = new Map(current.value.outcomes);
  candidates.forEach((one, index) => {
    const key = outcomeKey(datasetHash, one);
    changed.set(key, { ...NOTHING, ...changed.get(key), ...changes[index] });
  });
  current.value = { ...current.value, outcomes: changed };
}

function fail(failure: Failure | null): void {
  current.value = { ...current.value, failure };
}
