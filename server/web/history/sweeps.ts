// This module is browser compatible.

import type { Candidate } from "../../contracts/candidate.ts";
import { withStores } from "../database.ts";

/** What a search over a candidate found. */
export interface KeptSweep<T = unknown> {
  /** The candidate whose parameters were varied. */
  readonly candidate: Candidate;
  /** When it ended, milliseconds since 1970. */
  readonly at: number;
  /** Whatever the view of sweeps shows again. */
  readonly found: T;
}

/** One has up to a megabyte, and a thing of the past is seldom looked at. */
const SWEEPS_MAX = 8;

/** Keeps what a search found; the oldest beyond eight are forgotten. */
export async function keepSweep<T>(sweep: KeptSweep<T>): Promise<void> {
  await withStores(["sweeps"], "readwrite", (stores) => {
    const store = stores("sweeps");
    store.put(sweep, sweep.at);
    const keys = store.getAllKeys();
    keys.onsuccess = () => {
      for (const key of keys.result.slice(0, -SWEEPS_MAX)) store.delete(key);
    };
    return null;
  });
}

/** Returns what was found last, the newest first; nothing where the browser keeps nothing. */
export async function keptSweeps<T>(): Promise<readonly KeptSweep<T>[]> {
  const all = await withStores<KeptSweep<T>[]>(["sweeps"], "readonly", (stores) => {
    return stores("sweeps").getAll();
  }).catch(() => []);
  return all.toReversed();
}
