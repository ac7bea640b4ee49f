import { type Signal, signal } from "@preact/signals";

/** A candidate as JSON, and whether page and server agree on it. */
interface Verified {
  readonly of: string;
  readonly isSame: boolean;
}

/** The candidate that was verified last. */
export const verified: Signal<Verified | null> = signal<Verified | null>(null);
