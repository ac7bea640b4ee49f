// This module is browser compatible.

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
    if (found.length === most || !(share < 1)) return found;
    share *= MARGIN * Math.max(2, most / Math.max(1, found.length));
  }
}

/** Returns the rows of the hashes below a limit, ascending by hash, equal ones in their order. */
function sortedBelow(hashes: Float64Array, limit: number): Uint32Array {
  const rows = new Uint32Array(hashes.length);
  let count = 0;
  for (let row = 0; row < hashes.length; row++) {
    if ((hashes[row] ?? NaN) < limit) rows[count++] = row;
  }
  return rows.subarray(0, count).sort((one, other) =>
    (hashes[one] ?? 0) - (hashes[other] ?? 0) || one - other
  );
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
