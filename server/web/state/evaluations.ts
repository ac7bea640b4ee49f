import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Evaluation, Simulation } from "../engine/messages.ts";

/** Kept evaluations; the oldest leave first. */
const KEPT_MAX = 500;

const kept = signal<ReadonlyMap<string, Evaluation>>(new Map());

/** The evaluations of this visit by {@link evaluationKey}, so that a verdict once shown stays in sight. */
export const evaluations: ReadonlySignal<ReadonlyMap<string, Evaluation>> = kept;

type Identity = Pick<Simulation["evidence"], "datasetHash" | "candidateHash">;

/** Returns the key of a candidate's evaluation on the bars of a dataset. */
export function evaluationKey({ datasetHash, candidateHash }: Identity): string {
  return `${datasetHash} ${candidateHash}`;
}

/** Keeps an evaluation. */
export function keepEvaluation(of: Identity, evaluation: Evaluation): void {
  const all = new Map(kept.peek()).set(evaluationKey(of), evaluation);
  const [oldest] = all.keys();
  if (all.size > KEPT_MAX && oldest !== undefined) all.delete(oldest);
  kept.value = all;
}

/** A candidate as JSON, and whether page and server agree on it. */
interface Verified {
  readonly of: string;
  readonly isSame: boolean;
}

/** The candidate that was verified last. */
export const verified: Signal<Verified | null> = signal<Verified | null>(null);
