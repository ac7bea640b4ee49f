import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  candidateOf,
  countEvaluated,
  countRatios,
  type Evaluated,
  isKept,
  joinEvaluated,
  joinRatios,
  joinTrials,
  KEPT_MAX,
  NO_TRIALS,
  ratioOf,
  sharpeVariance,
} from "./trials.ts";

/** Candidates from a small set, so that two sets overlap, or any candidates. */
const candidates = fc.uniqueArray(fc.oneof(fc.bigInt(0n, 40n), fc.bigInt(0n, 2n ** 64n - 1n)), {
  maxLength: 60,
});

/** Returns the bytes of a candidate, as they stand in a hash. */
function bytesOf(candidate: bigint): Uint8Array {
  return candidateOf(candidate.toString(16).padStart(16, "0").padEnd(64, "e"));
}

/** Returns the candidates of rows of a given length. */
function candidatesOf(rows: Uint8Array, bytes: number): readonly bigint[] {
  const view = new DataView(rows.buffer, rows.byteOffset, rows.byteLength);
  return Array.from({ length: rows.length / bytes }, (_, row) => view.getBigUint64(row * bytes));
}

function keptOf({ kept }: Evaluated): readonly bigint[] {
  return candidatesOf(kept, 8);
}

function one(candidate: bigint): Evaluated {
  return { kept: bytesOf(candidate), beyond: 0 };
}

function setOf(all: readonly bigint[], beyond = 0): Evaluated {
  return all.map(one).reduce(joinEvaluated, { ...NO_TRIALS.evaluated, beyond });
}

/** The ratio of a candidate is always the same. */
function ratiosOf(all: readonly bigint[]): Uint8Array {
  return all.map((candidate) => ratioOf(bytesOf(candidate), Number(candidate % 100n) / 7))
    .reduce(joinRatios, NO_TRIALS.ratios);
}

function ratioAt(ratios: Uint8Array, row: number): number {
  return new DataView(ratios.buffer, ratios.byteOffset).getFloat64(row * 16 + 8);
}

/** Evenly spaced candidates. */
function range(first: number, count: number, step = 1): readonly bigint[] {
  return Array.from({ length: count }, (_, index) => BigInt(first + index * step));
}

Deno.test("a candidate is the first 8 bytes of its hash, the big end first", () => {
  const hash = `00000000000001ff${"e".repeat(48)}`;
  assertEquals(keptOf({ kept: candidateOf(hash), beyond: 0 }), [511n]);
});

Deno.test("every distinct candidate counts once, in any order and however often it comes", () => {
  fc.assert(fc.property(candidates, candidates, (some, others) => {
    const distinct = new Set([...some, ...others]);
    const counted = setOf([...some, ...others, ...some]);
    assertEquals([countEvaluated(counted), counted.beyond], [distinct.size, 0]);
    const sorted = [...distinct].sort((a, b) => a < b ? -1 : 1);
    assertEquals(keptOf(counted), sorted);
    assert(sorted.every((candidate) => isKept(counted.kept, bytesOf(candidate))));
    const candidate = BigInt(sorted.length);
    assertEquals(isKept(counted.kept, bytesOf(candidate)), distinct.has(candidate));
  }));
});

Deno.test("joinEvaluated() is commutative and associative on sets, adds counts, and has no duplicates", () => {
  const sets = fc.tuple(candidates, fc.nat(9)).map(([all, beyond]) => setOf(all, beyond));
  fc.assert(fc.property(sets, sets, sets, (a, b, c) => {
    assertEquals(joinEvaluated(a, b), joinEvaluated(b, a));
    assertEquals(joinEvaluated(joinEvaluated(a, b), c), joinEvaluated(a, joinEvaluated(b, c)));
    const { kept, beyond } = joinEvaluated(a, a);
    assertEquals([kept, beyond], [a.kept, 2 * a.beyond]);
    assert(countEvaluated(joinEvaluated(a, b)) <= countEvaluated(a) + countEvaluated(b));
  }));
});

Deno.test("joinRatios() is commutative, associative and idempotent", () => {
  const ratios = candidates.map(ratiosOf);
  fc.assert(fc.property(ratios, ratios, ratios, (a, b, c) => {
    assertEquals(joinRatios(a, b), joinRatios(b, a));
    assertEquals(joinRatios(joinRatios(a, b), c), joinRatios(a, joinRatios(b, c)));
    assertEquals(joinRatios(a, a), a);
  }));
});

Deno.test("the smallest candidates stay and the others are counted, in any partition", () => {
  const [even, odd] = [range(0, KEPT_MAX, 2), range(1, KEPT_MAX, 2)];
  const whole = joinEvaluated(setOf(even), setOf(odd));
  assertEquals([keptOf(whole), whole.beyond], [range(0, KEPT_MAX), KEPT_MAX]);
  // Added to the even ones one by one, each pushes the largest out.
  assertEquals(odd.map(one).reduce(joinEvaluated, setOf(even)), whole);
  const late = joinEvaluated(whole, one(1_000_000n));
  assertEquals([late.kept, late.beyond], [whole.kept, KEPT_MAX + 1]);
  assertEquals(joinEvaluated(whole, one(7n)), whole, "what is kept is no new trial");
});

Deno.test("ratios keep the smallest candidates too", () => {
  const ratios = joinRatios(ratiosOf(range(1, KEPT_MAX)), ratioOf(bytesOf(0n), 5));
  assertEquals(candidatesOf(ratios, 16), range(0, KEPT_MAX));
  assertEquals([ratioAt(ratios, 0), ratioAt(ratios, 8)], [5, 8 / 7]);
});

Deno.test("candidates beyond those that are kept are estimated, and never above their number", () => {
  // Multiples of the golden ratio are spread evenly over all identities, as hashes are by chance.
  const spread = (count: number): bigint[] =>
    Array.from({ length: count }, (_, at) => BigInt.asUintN(64, 0x9e3779b97f4a7c15n * BigInt(at)))
      .sort((a, b) => a < b ? -1 : 1);
  for (const count of [1, KEPT_MAX - 1]) assertEquals(countRatios(ratiosOf(spread(count))), count);
  for (const count of [KEPT_MAX, 10_000, 100_000]) {
    const kept = joinRatios(NO_TRIALS.ratios, ratiosOf(spread(count)));
    assertEquals(kept.length, 16 * KEPT_MAX);
    const found = countRatios(kept);
    assert(found <= count && found > 0.94 * count, `${found} of ${count}`);
  }
});

Deno.test("a join that adds nothing returns its first argument", () => {
  const a = { evaluated: setOf([1n, 2n]), ratios: ratiosOf([1n, 2n]) };
  const joined = joinTrials(a, { evaluated: one(2n), ratios: ratioOf(bytesOf(1n), 9) });
  assert(joined.evaluated === a.evaluated && joined.ratios === a.ratios);
  assertEquals(ratioAt(joined.ratios, 0), 1 / 7, "the first ratio of a candidate stays");
});

Deno.test("sharpeVariance() is the sample variance, null of fewer than ten", () => {
  const of = (values: readonly (number | null)[]): number | null => {
    const rows = values.map((value, at) => ratioOf(bytesOf(BigInt(at)), value));
    return sharpeVariance(rows.reduce(joinRatios, NO_TRIALS.ratios));
  };
  const nine = [1, 3, 1, 3, 1, 3, 1, 3, 2];
  assertEquals(of([...nine, null]), null);
  // mean 2, eight squared distances of 1, ten ratios
  assertEquals(of([...nine, null, 2]), 8 / 9);
});

Deno.test("sharpeVariance() does not depend on the order in which candidates came", () => {
  fc.assert(fc.property(candidates, (all) => {
    assertEquals(sharpeVariance(ratiosOf(all)), sharpeVariance(ratiosOf(all.toReversed())));
  }));
});
