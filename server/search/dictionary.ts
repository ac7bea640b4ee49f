// This module is browser compatible.

/** The distinct numbers of a column in the order of their first rows, and the place of each row's. */
export interface Dictionary {
  readonly entries: Float64Array;
  readonly places: Uint32Array;
}

/**
 * Finds the distinct numbers of columns. Numbers are equal if their bits are: 0 differs from -0, and
 * NaN equals itself. The memory is reused: a dictionary is valid until the next one is made.
 */
export class DictionaryMaker {
  readonly #entries: Float64Array<ArrayBuffer>;
  readonly #entryWords: Int32Array;
  readonly #places: Uint32Array;
  /** Place of an entry plus one by the hash of its bits, with open addressing; 0: empty. */
  readonly #table: Uint32Array;

  /** @param rowsMax most rows of a column */
  constructor(rowsMax: number) {
    this.#entries = new Float64Array(rowsMax);
    this.#entryWords = new Int32Array(this.#entries.buffer);
    this.#places = new Uint32Array(rowsMax);
    this.#table = new Uint32Array(2 ** bitsOf(rowsMax));
  }

  dictionaryOf(column: Float64Array): Dictionary;
  /** @returns null if the column has more than `most` distinct numbers */
  dictionaryOf(column: Float64Array, most: number): Dictionary | null;
  dictionaryOf(column: Float64Array, most = column.length): Dictionary | null {
    const [entries, entryWords, places] = [this.#entries, this.#entryWords, this.#places];
    const words = new Int32Array(column.buffer, column.byteOffset, 2 * column.length);
    const bits = bitsOf(column.length);
    const mask = 2 ** bits - 1;
    const table = this.#table.fill(0, 0, 2 ** bits);
    let [count, last, lastLow, lastHigh] = [0, -1, 0, 0];
    for (let row = 0; row < column.length; row++) {
      const low = words[2 * row] ?? 0;
      const high = words[2 * row + 1] ?? 0;
      if (low !== lastLow || high !== lastHigh || last < 0) {
        let slot = hashOf(low, high) >>> (32 - bits);
        last = (table[slot] ?? 0) - 1;
        while (last >= 0 && (entryWords[2 * last] !== low || entryWords[2 * last + 1] !== high)) {
          slot = (slot + 1) & mask;
          last = (table[slot] ?? 0) - 1;
        }
        if (last < 0) {
          if (count === most) return null;
          entryWords[2 * count] = low;
          entryWords[2 * count + 1] = high;
          last = count++;
          table[slot] = count;
        }
        lastLow = low;
        lastHigh = high;
      }
      places[row] = last;
    }
    return { entries: entries.subarray(0, count), places: places.subarray(0, column.length) };
  }
}

/** Returns the bits of a slot in a table that is at most half full. */
function bitsOf(rows: number): number {
  return 1 + Math.ceil(Math.log2(rows + 1));
}

/** Mixes the two words of a double; the first bits of the hash are the best. */
function hashOf(low: number, high: number): number {
  const mixed = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
  return Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35);
}
