// This module is browser compatible.

import type { Failure } from "../rules/board.ts";

/** A candidate that trapped the engine: its index, and the number of the path, from 1. */
export interface Trap {
  readonly candidate: number;
  readonly path: number;
}

/** Returns the rows of a block as bytes, behind the candidates that trapped the engine. */
export function packBlock(rows: Float64Array, traps: readonly Trap[]): Uint8Array<ArrayBuffer> {
  const head = [traps.length, ...traps.flatMap(({ candidate, path }) => [candidate, path])];
  const packed = new Float64Array(head.length + rows.length);
  packed.set(head);
  packed.set(rows, head.length);
  return new Uint8Array(packed.buffer);
}

/** The utilities of a board by row and path, put together from blocks of paths. */
export class BlockMatrix {
  readonly #entries: number;
  readonly #paths: number;
  /** The rows of all entries, then of hold and idle. */
  readonly #rows: Float64Array<ArrayBuffer>;
  readonly #traps: Trap[] = [];

  constructor(entries: number, paths: number) {
    this.#entries = entries;
    this.#paths = paths;
    this.#rows = new Float64Array((entries + 2) * paths).fill(NaN);
  }

  /** Adds a packed block, which begins after some paths. */
  add(from: number, packed: Float64Array): void {
    const [traps = 0, ...pairs] = packed.subarray(0, 1 + 2 * (packed[0] ?? 0));
    const block = packed.subarray(1 + 2 * traps);
    const height = this.#entries + 2;
    const width = block.length / height;
    if (width === 0 || !Number.isInteger(width)) throw new Error("a block of paths is not whole");
    for (let row = 0; row < height; row++) {
      this.#rows.set(block.subarray(row * width, (row + 1) * width), row * this.#paths + from);
    }
    for (let at = 0; at < pairs.length; at += 2) {
      this.#traps.push({ candidate: pairs[at] ?? 0, path: pairs[at + 1] ?? 0 });
    }
  }

  /** Returns why an entry has no row: the first path without a finite utility; null: it has one. */
  failureOf(entry: number): Failure | null {
    const path = 1 + this.#row(entry).findIndex((utility) => !Number.isFinite(utility));
    if (path === 0) return null;
    const trapped = this.#traps.some((trap) => trap.candidate === entry && trap.path === path);
    const reason = trapped ? "the engine broke off" : "the run has no finite utility";
    return { path, message: `Cannot rank the entry: ${reason} on path ${path}` };
  }

  /** Returns the rows of the entries that have one, then those of hold and idle. */
  matrix(): Float64Array<ArrayBuffer> {
    const rows = Array.from({ length: this.#entries + 2 }, (_, row) => row)
      .filter((row) => row >= this.#entries || this.failureOf(row) === null);
    const matrix = new Float64Array(rows.length * this.#paths);
    rows.forEach((row, at) => matrix.set(this.#row(row), at * this.#paths));
    if ([this.#entries, this.#entries + 1].some((line) => this.failureOf(line) !== null)) {
      throw new Error("a passive line has no utility on a path");
    }
    return matrix;
  }

  #row(row: number): Float64Array {
    return this.#rows.subarray(row * this.#paths, (row + 1) * this.#paths);
  }
}
