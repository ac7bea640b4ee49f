import { type ReadonlySignal, signal } from "@preact/signals";
import type { Candidate } from "../../../contracts/candidate.ts";
import { score } from "../../background.ts";
import { type Failure, toFailure } from "../../engine/failure.ts";
import { isPoint, type SweepPoint } from "../../engine/messages.ts";
import { countVerdicts, trialsOf } from "../../history/trial_counts.ts";
import type { Judged } from "../../model/standing.ts";
import { engine } from "../../engines.ts";
import { shippedVerdicts } from "./shipped.ts";

/** The outcome of a candidate, completed step by step. */
export interface Outcome {
  /** null until it ran, and for a candidate that the engine refuses. */
  readonly point: SweepPoint | null;
  /** Why the engine refuses it; empty if it does not. */
  readonly reason: string;
  readonly evaluation: Judged | null;
  /** Whether the evaluation was made here, and did not ship with the page. */
  readonly isChecked: boolean;
}

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
 * Completes the outcomes of strategies at their defaults on one dataset: verdicts that ship with the
 * page at once, then figures, and every verdict by an evaluation. Cancels the work for another dataset.
 */
export async function fillBoard(
  datasetHash: string,
  candidates: readonly Candidate[],
): Promise<void> {
  work.abort();
  const { signal: isOver } = work = new AbortController();
  fail(null);
  const findOutcome = (one: Candidate): Outcome =>
    current.value.outcomes.get(outcomeKey(datasetHash, one)) ?? NOTHING;
  const shipped = shippedVerdicts(datasetHash);
  const fresh = candidates.filter((one) => findOutcome(one).evaluation === null);
  add(
    datasetHash,
    fresh,
    fresh.map(({ components: [first] }) => ({
      evaluation: shipped.get(first?.strategyId ?? "") ?? null,
    })),
  );
  try {
    await addPoints(datasetHash, candidates);
    const ran = candidates.filter((one) => findOutcome(one).point !== null);
    // The best of a board is chosen among all that it shows, so all of them are tries.
    await countVerdicts(await trialsOf(ran, ran.map((one) => findOutcome(one).point)));
    for (const one of ran.filter((each) => !findOutcome(each).isChecked)) {
      if (isOver.aborted) return;
      const { evaluation } = await score(one);
      add(datasetHash, [one], [{ evaluation, isChecked: true }]);
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
  const missing = candidates.filter((one) => {
    const { point, reason } = current.value.outcomes.get(outcomeKey(datasetHash, one)) ?? NOTHING;
    return point === null && reason === "";
  });
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

const NOTHING: Outcome = {
  point: null,
  reason: "",
  evaluation: null,
  isChecked: false,
};

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
