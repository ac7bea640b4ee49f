// This module is browser compatible.

/**
 * Returns the first row of each distinct row of some columns, ascending: neighbours on a grid often have
 * the same result. Rows are equal if all their bits are.
 */
export function distinctRows(columns: readonly Float64Array[]): Uint32Array<ArrayBuffer> {
  const rows = columns[0]?.length ?? 0;
  const words = columns.map(({ buffer, byteOffset }) =>
    new Uint32Array(buffer, byteOffset, 2 * rows)
  );
  const firsts = new Uint32Array(rows);
  /** Index of a first row plus one by the hash of the row, with open addressing; 0: empty. */
  const table = new Uint32Array(2 ** (1 + Math.ceil(Math.log2(rows + 1))));
  let [count, place] = [0, -1];
  for (let row = 0; row < rows; row++) {
    if (place < 0 || !isEqual(words, row, row - 1)) {
      let slot = hashOf(words, row) & (table.length - 1);
      place = (table[slot] ?? 0) - 1;
      while (place >= 0 && !isEqual(words, row, firsts[place] ?? 0)) {
        slot = (slot + 1) & (table.length - 1);
        place = (table[slot] ?? 0) - 1;
      }
      if (place < 0) {
        firsts[count] = row;
        place = count++;
        table[slot] = count;
      }
    }
  }
  return firsts.slice(0, count);
}

/** Returns some rows of a column. */
export function rowsOf(column: Float64Array, rows: Uint32Array): Float64Array<ArrayBuffer> {
  const found = new Float64Array(rows.length);
  for (let at = 0; at < rows.length; at++) found[at] = column[rows[at] ?? 0] ?? NaN;
  return found;
}

function isEqual(columns: readonly Uint32Array[], one: number, other: number): boolean {
  for (const words of columns) {
    if (words[2 * one] !== words[2 * other] || words[2 * one + 1] !== words[2 * other + 1]) {
      return false;
    }
  }
  return true;
}

/** Hashes the words of a row. The words of each number are mixed apart from the running hash. */
function hashOf(columns: readonly Uint32Array[], row: number): number {
  let hash = 0;
  for (const words of columns) {
    const word = Math.imul(words[2 * row] ?? 0, 0x9e3779b1) +
      Math.imul(words[2 * row + 1] ?? 0, 0x85ebca6b);
    hash = (Math.imul(hash, 0x01000193) + word) | 0;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0xc2b2ae35);
  return hash ^ (hash >>> 15);
}
