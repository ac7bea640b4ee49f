// This module is browser compatible.

/**
 * The most candidates that are kept of a key on a dataset. The smallest stay, so the same candidates
 * are kept in whatever order they come and however many servers count them.
 */
export const KEPT_MAX = 4_096;

/** The first bytes of a candidateHash identify the candidate. */
export const CANDIDATE_BYTES = 8;
/** A candidate and its ratio, a big-endian double. */
export const RATIO_BYTES = 16;

/** Evaluated candidates: those that are kept, and the number of the others. */
export interface Evaluated {
  /** 8 bytes each, ascending. */
  readonly kept: Uint8Array;
  /** The number of candidates that are counted but not kept. */
  readonly beyond: number;
}

/** Trials on a dataset. */
export interface Trials {
  readonly evaluated: Evaluated;
  /**
   * Daily Sharpe ratios of candidates that were simulated or evaluated: 8 bytes of the candidate,
   * ascending, and 8 of its ratio, not annualised, NaN for a candidate without a ratio.
   */
  readonly ratios: Uint8Array;
}

/** The trials of a key that has tried no candidate. */
export const NO_TRIALS: Trials = {
  evaluated: { kept: new Uint8Array(), beyond: 0 },
  ratios: new Uint8Array(),
};

/** Returns the bytes of a candidate. */
export function candidateOf(candidateHash: string): Uint8Array {
  return Uint8Array.fromHex(candidateHash.slice(0, 2 * CANDIDATE_BYTES));
}

export function ratioOf(candidate: Uint8Array, dailySharpe: number | null): Uint8Array {
  const row = new Uint8Array(RATIO_BYTES);
  row.set(candidate);
  new DataView(row.buffer).setFloat64(CANDIDATE_BYTES, dailySharpe ?? NaN);
  return row;
}

export function isKept(kept: Uint8Array, candidate: Uint8Array): boolean {
  return lowerBound(rowsOf(kept, CANDIDATE_BYTES), rowsOf(candidate, CANDIDATE_BYTES), 0).isEqual;
}

/** Returns how many candidates were evaluated. */
export function countEvaluated({ kept, beyond }: Evaluated): number {
  return kept.length / CANDIDATE_BYTES + beyond;
}

/** The error of an estimated count, three standard deviations: estimates are lowered by it. */
const COUNT_ERROR = 3 / Math.sqrt(KEPT_MAX);

/** Returns whether the entries may be a sample of all candidates. */
export function isSample(ratios: Uint8Array): boolean {
  return ratios.length >= KEPT_MAX * RATIO_BYTES;
}

/**
 * Returns how many candidates have an entry, with a ratio or without. When as many are kept as can be,
 * the share of all identities below the largest kept one tells how many there are; the estimate is
 * lowered, so that it is not above the number that ran.
 */
export function countRatios(ratios: Uint8Array): number {
  const { view, count } = rowsOf(ratios, RATIO_BYTES);
  if (!isSample(ratios)) return count;
  const last = (view.getUint32((count - 1) * RATIO_BYTES) + 1) / 2 ** 32;
  return Math.max(count, Math.floor((1 - COUNT_ERROR) * (count - 1) / last));
}

/**
 * Returns the union: a candidate of both counts once, the smallest stay, and the others add to the
 * number beyond. Returns `a` itself when `b` adds nothing.
 */
export function joinEvaluated(a: Evaluated, b: Evaluated): Evaluated {
  const all = union(a.kept, b.kept, CANDIDATE_BYTES);
  if (all.length === a.kept.length && b.beyond === 0) return a;
  const kept = all.slice(0, KEPT_MAX * CANDIDATE_BYTES);
  const fallen = (all.length - kept.length) / CANDIDATE_BYTES;
  return { kept, beyond: a.beyond + b.beyond + fallen };
}

/**
 * Returns the smallest candidates of the union; a candidate of both has its ratio from `a`. Returns
 * `a` itself when `b` adds nothing.
 */
export function joinRatios(a: Uint8Array, b: Uint8Array): Uint8Array {
  const all = union(a, b, RATIO_BYTES);
  return all.length === a.length ? a : all.slice(0, KEPT_MAX * RATIO_BYTES);
}

/** Returns the union. */
export function joinTrials(a: Trials, b: Trials): Trials {
  return {
    evaluated: joinEvaluated(a.evaluated, b.evaluated),
    ratios: joinRatios(a.ratios, b.ratios),
  };
}

/** Fewest ratios for a meaningful variance (`RULES.md` 6.6). */
const RATIOS_MIN = 10;

/** Returns the sample variance, summed in ascending order of the candidates; null of too few. */
export function sharpeVariance(ratios: Uint8Array): number | null {
  const known = knownRatios(ratios);
  if (known.length < RATIOS_MIN) return null;
  const mean = known.reduce((sum, ratio) => sum + ratio, 0) / known.length;
  const squares = known.reduce((sum, ratio) => sum + (ratio - mean) * (ratio - mean), 0);
  return squares / (known.length - 1);
}

/** Returns the ratios of the candidates that have one. */
function knownRatios(ratios: Uint8Array): readonly number[] {
  const { view, count } = rowsOf(ratios, RATIO_BYTES);
  const all = Array.from(
    { length: count },
    (_, row) => view.getFloat64(row * RATIO_BYTES + CANDIDATE_BYTES),
  );
  return all.filter((ratio) => !Number.isNaN(ratio));
}

/** Rows of one length, each beginning with a candidate. */
interface Rows {
  readonly view: DataView;
  readonly bytes: number;
  readonly count: number;
}

function rowsOf(rows: Uint8Array, bytes: number): Rows {
  const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength);
  return { view, bytes, count: rows.length / bytes };
}

/**
 * Merges two ascending lists into one with a row per candidate, from `a` when both have one. Searches
 * for the rows of the shorter list only, and copies the rows between them.
 */
function union(a: Uint8Array, b: Uint8Array, bytes: number): Uint8Array {
  const [longer, shorter] = a.length < b.length ? [b, a] : [a, b];
  const [rows, wanted] = [rowsOf(longer, bytes), rowsOf(shorter, bytes)];
  const all = new Uint8Array(a.length + b.length);
  let [copied, length] = [0, 0];
  const append = (more: Uint8Array): void => {
    all.set(more, length);
    length += more.length;
  };
  for (let row = 0; row < wanted.count; row++) {
    const { place, isEqual } = lowerBound(rows, wanted, row);
    append(longer.subarray(copied * bytes, place * bytes));
    // For a candidate of both, the longer list already has the row, unless the longer list is `b`.
    const isThere = isEqual && longer === a;
    if (!isThere) append(shorter.subarray(row * bytes, (row + 1) * bytes));
    copied = isEqual && !isThere ? place + 1 : place;
  }
  append(longer.subarray(copied * bytes));
  return all.subarray(0, length);
}

/** Returns the first row not below a candidate, and whether the row is that candidate. */
function lowerBound(
  { view, bytes, count }: Rows,
  wanted: Rows,
  row: number,
): { readonly place: number; readonly isEqual: boolean } {
  const high = wanted.view.getUint32(row * wanted.bytes);
  const low = wanted.view.getUint32(row * wanted.bytes + 4);
  const compare = (at: number): number =>
    view.getUint32(at * bytes) - high || view.getUint32(at * bytes + 4) - low;
  let [first, end] = [0, count];
  while (first < end) {
    const middle = (first + end) >>> 1;
    if (compare(middle) < 0) first = middle + 1;
    else end = middle;
  }
  return { place: first, isEqual: first < count && compare(first) === 0 };
}
