// This module is browser compatible.

import type { Candidate } from "../../contracts/candidate.ts";

/** A published evaluation, or a passive line. */
export interface PracticeRow {
  /** null of the lines and of candidates with texts. */
  readonly rank: number | null;
  readonly line: "hold" | "idle" | null;
  readonly name: string;
  readonly keyTag: string | null;
  readonly candidate: Candidate | null;
  readonly candidateHash: string | null;
  readonly score: number;
  /** Decimal per year. */
  readonly edge: number;
  readonly edgeInterval: readonly [number, number] | null;
  readonly pAdjusted: number | null;
  readonly trials: number | null;
  readonly eligible: boolean;
  readonly publishedAt: string | null;
  /** Other keys that published the same candidate later. */
  readonly others: number;
}

/** The public file of a practice board. */
export interface PracticeBoard {
  readonly rows: readonly PracticeRow[];
  /** Published rows, shown or not. */
  readonly total: number;
  /** How far the orders by score and by edge repeat on fresh half-years; null when not calibrated. */
  readonly repeats: { readonly score: number; readonly edge: number } | null;
}
