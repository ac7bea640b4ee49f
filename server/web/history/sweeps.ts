import type { Candidate } from "../../contracts/candidate.ts";
import { withStores } from "../database.ts";

/** A finished sweep. */
export interface SavedSweep<T = unknown> {
  /** The candidate whose parameters were varied. */
  readonly candidate: Candidate;
  /** When it ended, milliseconds since 1970. */
  readonly at: number;
  /** Findings, in the form that the sweep view restores. */
  readonly found: T;
}

/** Most stored sweeps; one takes up to a megabyte. */
const SWEEPS_MAX = 8;

/** Stores a sweep and deletes the oldest ones above the limit. */
export async function saveSweep<T>(sweep: SavedSweep<T>): Promise<void> {
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

/** Returns the stored sweeps, the newest first; none in a browser without storage. */
export async function savedSweeps<T>(): Promise<readonly SavedSweep<T>[]> {
  const all = await withStores<SavedSweep<T>[]>(["sweeps"], "readonly", (stores) => {
    return stores("sweeps").getAll();
  }).catch(() => []);
  return all.toReversed();
}
