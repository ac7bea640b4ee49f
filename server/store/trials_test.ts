import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  candidateOf,
  type Evaluated,
  evaluatedOne,
  isKept,
  joinEvaluated,
  joinRatios,
  joinTried,
  KEPT_MAX,
  NOTHING_TRIED,
  ratioOfOne,
  type Ratios,
  sharpeVariance,
} from "./trials.ts";

/** Candidates of a few, so that two sets meet, or of all. */
const candidates = fc.uniqueArray(fc.oneof(fc.bigInt(0n, 40n), fc.bigInt(0n, 2n ** 64n - 1n)), {
  maxLength: 60,
});

function setOf(all: readonly bigint[], beyond = 0): Evaluated {
  return all.map(evaluatedOne).reduce(joinEvaluated, { ...NOTHING_TRIED.evaluated, beyond });
}

/** The ratio of a candidate is always the same. */
function ratiosOf(all: readonly bigint[]): Ratios {
  return all.map((candidate) => ratioOfOne(candidate, Number(candidate % 100n) / 7))
    .reduce(joinRatios, NOTHING_TRIED.ratios);
}

function countOf({ kept, beyond }: Evaluated): number {
  return kept.length + beyond;
}

/** So many candidates from a first one on, at a distance. */
function range(first: number, count: number, step = 1): readonly bigint[] {
  return Array.from({ length: count }, (_, index) => BigInt(first + index * step));
}

Deno.test("a candidate is the first 8 bytes of its hash, the big end first", () => {
  assertEquals(candidateOf(`00000000000001ff${"e".repeat(48)}`), 511n);
  assertEquals(candidateOf("f".repeat(64)), 2n ** 64n - 1n);
});

Deno.test("every distinct candidate counts once, whatever the order and how often it comes", () => {
  fc.assert(fc.property(candidates, candidates, (some, others) => {
    const distinct = new Set([...some, ...others]);
    const counted = setOf([...some, ...others, ...some]);
    assertEquals([counted.kept.length, counted.beyond], [distinct.size, 0]);
    const sorted = [...distinct].sort((a, b) => a < b ? -1 : 1);
    assertEquals([...counted.kept], sorted);
    assert(sorted.every((candidate) => isKept(counted.kept, candidate)));
    assert(!isKept(counted.kept, 41n) || distinct.has(41n));
  }));
});

Deno.test("joinEvaluated() is commutative and associative on sets, adds counts, and repeats nothing", () => {
  const sets = fc.tuple(candidates, fc.nat(9)).map(([all, beyond]) => setOf(all, beyond));
  fc.assert(fc.property(sets, sets, sets, (a, b, c) => {
    assertEquals(joinEvaluated(a, b), joinEvaluated(b, a));
    assertEquals(joinEvaluated(joinEvaluated(a, b), c), joinEvaluated(a, joinEvaluated(b, c)));
    const { kept, beyond } = joinEvaluated(a, a);
    assertEquals([kept, beyond], [a.kept, 2 * a.beyond]);
    assert(countOf(joinEvaluated(a, b)) <= countOf(a) + countOf(b));
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

Deno.test("the smallest stay, what falls out joins the count, in whatever parts it comes", () => {
  const [even, odd] = [range(0, KEPT_MAX, 2), range(1, KEPT_MAX, 2)];
  const whole = joinEvaluated(setOf(even), setOf(odd));
  assertEquals([whole.kept.length, whole.beyond], [KEPT_MAX, KEPT_MAX]);
  assertEquals(whole.kept.at(-1), BigInt(KEPT_MAX - 1));
  // One by one on top of the even ones: each moves the largest out.
  assertEquals(odd.map(evaluatedOne).reduce(joinEvaluated, setOf(even)), whole);
  const late = joinEvaluated(whole, evaluatedOne(1_000_000n));
  assertEquals([late.kept, late.beyond], [whole.kept, KEPT_MAX + 1]);
  assertEquals(joinEvaluated(whole, evaluatedOne(7n)), whole, "what is kept is no new trial");
});

Deno.test("of ratios the smallest candidates stay too", () => {
  const { kept, ratios } = joinRatios(ratiosOf(range(1, KEPT_MAX)), ratioOfOne(0n, 5));
  assertEquals([kept.length, kept[0], kept.at(-1)], [KEPT_MAX, 0n, BigInt(KEPT_MAX - 1)]);
  assertEquals([ratios.length, ratios[0], ratios[8]], [KEPT_MAX, 5, 8 / 7]);
});

Deno.test("a join that adds nothing gives back what there was", () => {
  const a = { evaluated: setOf([1n, 2n]), ratios: ratiosOf([1n, 2n]) };
  const joined = joinTried(a, { evaluated: evaluatedOne(2n), ratios: ratioOfOne(1n, 9) });
  assert(joined.evaluated === a.evaluated && joined.ratios === a.ratios);
  assertEquals(joined.ratios.ratios[0], 1 / 7, "the first ratio of a candidate stays");
});

Deno.test("sharpeVariance() is that of the sample, null of fewer than ten", () => {
  const one = (value: number | null, at: number): Ratios => ratioOfOne(BigInt(at), value);
  const of = (values: readonly (number | null)[]): number | null =>
    sharpeVariance(values.map(one).reduce(joinRatios, NOTHING_TRIED.ratios));
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
