// This module is browser compatible.

import type { FileRow } from "./board_rows.ts";
import { Wrong } from "./finding.ts";
import type { PathOrder, ResolvedCandidate, VerifyEngine } from "./ports.ts";

const LITTLE_ENDIAN = true;
/** Paths that are made at once, as a worker makes them. */
const PATHS_OF_BLOCK = 32;

/** @throws {Wrong} when the bytes are not that many rows */
export function readMatrix(
  bytes: Uint8Array<ArrayBuffer>,
  rows: number,
  paths: number,
): Float64Array<ArrayBuffer> {
  if (bytes.length !== 8 * rows * paths) {
    throw new Wrong(
      `the matrix has ${bytes.length} bytes, ${rows} rows of ${paths} paths have ${
        8 * rows * paths
      }`,
    );
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Float64Array.from(
    { length: rows * paths },
    (_, at) => view.getFloat64(8 * at, LITTLE_ENDIAN),
  );
}

/** An entry to run again, and its row in the matrix; null of a failed one. */
export interface Picked {
  readonly number: number;
  readonly row: number | null;
  readonly candidate: ResolvedCandidate;
  /** The first path without a utility, from 1; null of a scored entry. */
  readonly failedOn: number | null;
}

/** Returns all entries of a board by number, or some of them at random. */
export function sampleOf(
  rows: readonly FileRow[],
  sample: number | null,
  random: () => number,
): readonly Picked[] {
  let row = 0;
  const all = rows.flatMap(({ number, candidate, isFailed, members }) =>
    number === null || candidate === null ? [] : [{ number, candidate, isFailed, members }]
  ).toSorted((one, other) => one.number - other.number)
    .map(({ number, candidate, isFailed, members }) => ({
      number,
      candidate,
      row: isFailed ? null : row++,
      failedOn: isFailed ? members.object("failure").whole("path") : null,
    }));
  if (sample === null || sample >= all.length) return all;
  for (let at = 0; at < sample; at++) {
    const other = at + Math.floor(random() * (all.length - at));
    const [one, two] = [all[at], all[other]];
    if (one !== undefined && two !== undefined) [all[at], all[other]] = [two, one];
  }
  return all.slice(0, sample).toSorted((one, other) => one.number - other.number);
}

/** The runs that a matrix is compared with. */
export interface MatrixRuns {
  readonly picked: readonly Picked[];
  readonly order: Omit<PathOrder, "candidates">;
  readonly engine: VerifyEngine;
  progress(done: number): void;
}

/**
 * Runs entries and both lines again on all paths, and compares each utility to the bit.
 *
 * @throws {Wrong} that names entry, path and both values
 */
export async function checkMatrix(
  matrix: Float64Array,
  rows: readonly FileRow[],
  { picked, order, engine, progress }: MatrixRuns,
): Promise<void> {
  const paths = order.seeds.length;
  const scored = rows.filter(({ number, isFailed }) => number !== null && !isFailed).length;
  const lines = ["hold", "idle"].map((name, at) => ({ name, row: scored + at, failedOn: null }));
  const runs = [
    ...picked.map(({ number, row, failedOn }) => ({ name: `entry ${number}`, row, failedOn })),
    ...lines,
  ];
  const candidates = picked.map(({ candidate }) => candidate);
  for (let from = 0; from < paths; from += PATHS_OF_BLOCK) {
    const seeds = order.seeds.slice(from, from + PATHS_OF_BLOCK);
    const found = await engine.pathUtilities({ ...order, candidates, seeds });
    if (found.length !== runs.length * seeds.length) {
      throw new Wrong("the engine refuses a candidate of the board, or its market");
    }
    runs.forEach(({ name, row, failedOn }, run) => {
      for (let column = 0; column < seeds.length; column++) {
        const [path, utility] = [from + column, found[run * seeds.length + column] ?? NaN];
        if (row === null) checkFailure(name, path + 1, utility, failedOn ?? 0);
        else checkUtility(name, path + 1, matrix[row * paths + path] ?? NaN, utility);
      }
    });
    progress(from + seeds.length);
  }
}

function checkUtility(name: string, path: number, claimed: number, found: number): void {
  if (Object.is(claimed, found) || Object.is(claimed + 0, found + 0)) return;
  throw new Wrong(`the utility of ${name} on path ${path} is ${claimed}, recomputed ${found}`);
}

/** @throws {Wrong} when the run fails on an earlier path than claimed, or not on the claimed one */
function checkFailure(name: string, path: number, utility: number, failedOn: number): void {
  if (path > failedOn || Number.isFinite(utility) === path < failedOn) return;
  throw new Wrong(
    `${name} is said to fail first on path ${failedOn}, recomputed ${utility} on path ${path}`,
  );
}
