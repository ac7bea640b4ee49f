// This module is browser compatible.

import { release } from "../base/release.ts";

/** Hashes are whole numbers below this. */
export const HASHES = 2 ** 53;

/** How many more hashes than are wanted a limit lets through. */
const MARGIN = 1.1;

/**
 * Returns the rows of the smallest distinct hashes, ascending by hash: of equal ones the first row.
 * Rows whose hash is NaN are left out. Hashes are spread evenly, so the smallest of all are those below
 * a limit that few are under. Equal ones and NaN make it take another try with a higher limit.
 *
 * @param most how many are wanted
 */
export function rowsOfSmallest(hashes: Float64Array, most: number): Uint32Array<ArrayBuffer> {
  let share = MARGIN * most / hashes.length;
  for (;;) {
    const sorted = sortedBelow(hashes, HASHES * Math.min(1, share));
    const found = firstOfEach(hashes, sorted, most);
    release(sorted);
    if (found.length === most || !(share < 1)) return found;
    share *= MARGIN * Math.max(2, most / Math.max(1, found.length));
  }
}

/**
 * Returns the rows of the hashes below a limit, ascending by hash, equal ones in their order. Buckets of
 * equal width have about one hash each, which takes a tenth of the time of sorting numbers.
 */
function sortedBelow(hashes: Float64Array, limit: number): Uint32Array {
  const below = new Uint32Array(hashes.length);
  let count = 0;
  for (let row = 0; row < hashes.length; row++) {
    if ((hashes[row] ?? NaN) < limit) below[count++] = row;
  }
  const perHash = Math.max(1, count) / limit;
  // Where the rows of each bucket begin; one place later while they are counted.
  const starts = new Uint32Array(count + 3);
  for (let at = 0; at < count; at++) {
    const bucket = 2 + Math.floor((hashes[below[at] ?? 0] ?? 0) * perHash);
    starts[bucket] = (starts[bucket] ?? 0) + 1;
  }
  for (let bucket = 2; bucket < starts.length; bucket++) {
    starts[bucket] = (starts[bucket] ?? 0) + (starts[bucket - 1] ?? 0);
  }
  const rows = new Uint32Array(count);
  for (let at = 0; at < count; at++) {
    const row = below[at] ?? 0;
    const bucket = 1 + Math.floor((hashes[row] ?? 0) * perHash);
    const place = starts[bucket] ?? 0;
    rows[place] = row;
    starts[bucket] = place + 1;
  }
  insertInto(rows, hashes);
  release(below, starts);
  return rows;
}

/** Sorts rows, none of which is far from its place. */
function insertInto(rows: Uint32Array, hashes: Float64Array): void {
  for (let at = 1; at < rows.length; at++) {
    const row = rows[at] ?? 0;
    const hash = hashes[row] ?? 0;
    let place = at;
    for (; place > 0 && (hashes[rows[place - 1] ?? 0] ?? 0) > hash; place--) {
      rows[place] = rows[place - 1] ?? 0;
    }
    rows[place] = row;
  }
}

/** Returns the first row of each distinct hash among sorted ones. */
function firstOfEach(
  hashes: Float64Array,
  sorted: Uint32Array,
  most: number,
): Uint32Array<ArrayBuffer> {
  const found = new Uint32Array(Math.min(most, sorted.length));
  let [count, last] = [0, -1];
  for (let at = 0; at < sorted.length && count < most; at++) {
    const row = sorted[at] ?? 0;
    const hash = hashes[row] ?? 0;
    if (hash !== last) found[count++] = row;
    last = hash;
  }
  return found.slice(0, count);
}
