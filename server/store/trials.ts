// This module is browser compatible.

/**
 * Most candidates that are kept of a key on a dataset. Of more, the smallest stay: whatever order
 * they come in, and however many instances count them, the same are kept.
 */
export const KEPT_MAX = 4_096;

/** Candidates that were evaluated: those that are kept, and how many came beyond. */
export interface Evaluated {
  /** First 8 bytes of each candidateHash, ascending. */
  readonly kept: BigUint64Array;
  /** How many fell out. */
  readonly beyond: number;
}

/** Daily Sharpe ratios of candidates that were simulated or evaluated. */
export interface Ratios {
  /** First 8 bytes of each candidateHash, ascending. */
  readonly kept: BigUint64Array;
  /** Ratio of each, not annualised; NaN where there is none. */
  readonly ratios: Float64Array;
}

/** What was tried on a dataset. */
export interface Tried {
  readonly evaluated: Evaluated;
  readonly ratios: Ratios;
}

/** Nothing was tried. */
export const NOTHING_TRIED: Tried = {
  evaluated: { kept: new BigUint64Array(), beyond: 0 },
  ratios: { kept: new BigUint64Array(), ratios: new Float64Array() },
};

/** Returns the first 8 bytes of a hash. */
export function candidateOf(candidateHash: string): bigint {
  return BigInt(`0x${candidateHash.slice(0, 16)}`);
}

/** Returns whether a candidate is among those that are kept. */
export function isKept(kept: BigUint64Array, candidate: bigint): boolean {
  let [low, high] = [0, kept.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((kept[middle] ?? 0n) < candidate) low = middle + 1;
    else high = middle;
  }
  return kept[low] === candidate;
}

/**
 * Returns both together: a candidate of both is one, the smallest stay, and what falls out joins the
 * count beyond. Returns `a` itself when `b` adds nothing.
 */
export function joinEvaluated(a: Evaluated, b: Evaluated): Evaluated {
  const all = union(a.kept, b.kept);
  if (all.length === a.kept.length && b.beyond === 0) return a;
  const kept = all.slice(0, KEPT_MAX);
  return { kept, beyond: a.beyond + b.beyond + all.length - kept.length };
}

/**
 * Returns both together, the smallest candidates of them; of a candidate of both, the ratio of `a`.
 * Returns `a` itself when `b` adds nothing.
 */
export function joinRatios(a: Ratios, b: Ratios): Ratios {
  const all = union(a.kept, b.kept);
  const kept = all.slice(0, KEPT_MAX);
  if (kept.length === a.kept.length && kept.every((candidate, at) => candidate === a.kept[at])) {
    return a;
  }
  let [ofA, ofB] = [0, 0];
  const ratios = Float64Array.from(kept, (candidate) => {
    while ((a.kept[ofA] ?? candidate) < candidate) ofA++;
    while ((b.kept[ofB] ?? candidate) < candidate) ofB++;
    return (a.kept[ofA] === candidate ? a.ratios[ofA] : b.ratios[ofB]) ?? NaN;
  });
  return { kept, ratios };
}

/** Returns both together. */
export function joinTried(a: Tried, b: Tried): Tried {
  return {
    evaluated: joinEvaluated(a.evaluated, b.evaluated),
    ratios: joinRatios(a.ratios, b.ratios),
  };
}

/** Returns one candidate that was evaluated. */
export function evaluatedOne(candidate: bigint): Evaluated {
  return { kept: BigUint64Array.of(candidate), beyond: 0 };
}

/** Returns one candidate with its ratio. */
export function ratioOfOne(candidate: bigint, dailySharpe: number | null): Ratios {
  return { kept: BigUint64Array.of(candidate), ratios: Float64Array.of(dailySharpe ?? NaN) };
}

/** Fewest ratios for a meaningful variance (`RULES.md` 6.6). */
const RATIOS_MIN = 10;

/** Returns the sample variance of the ratios, in ascending order of their candidates; null of few. */
export function sharpeVariance({ ratios }: Ratios): number | null {
  const known = ratios.filter((ratio) => !Number.isNaN(ratio));
  if (known.length < RATIOS_MIN) return null;
  const mean = known.reduce((sum, ratio) => sum + ratio, 0) / known.length;
  const squares = known.reduce((sum, ratio) => sum + (ratio - mean) * (ratio - mean), 0);
  return squares / (known.length - 1);
}

/** Returns the distinct numbers of two ascending lists, ascending. */
function union(a: BigUint64Array, b: BigUint64Array): BigUint64Array {
  const all = new BigUint64Array(a.length + b.length);
  let [ofA, ofB, length] = [0, 0, 0];
  while (ofA < a.length || ofB < b.length) {
    const [left, right] = [a[ofA], b[ofB]];
    const isLeft = right === undefined || (left !== undefined && left <= right);
    all[length++] = (isLeft ? left : right) ?? 0n;
    if (left === right) ofB++;
    if (isLeft) ofA++;
    else ofB++;
  }
  return all.subarray(0, length);
}
