import { assert, assertEquals } from "@std/assert";
import { type Book, joinBooks, trialCounts, withEvaluations, withRuns } from "./trials.ts";

const NONE: Book = new Map();
const hash = (number: number): string => number.toString(16).padStart(16, "0").padEnd(64, "f");
const runs = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ candidateHash: hash(count - at), dailySharpe: at }));

Deno.test("distinct candidates are counted, however often they run", () => {
  const book = withRuns(withRuns(NONE, "d", [...runs(3), ...runs(3)]), "d", runs(2));
  assertEquals(trialCounts(book, "d").sharpeCount, 3);
  assertEquals(withRuns(book, "d", runs(3)), book);
  assertEquals(trialCounts(book, "other"), {
    count: 1,
    counted: true,
    sharpeCount: 1,
    sharpeVariance: null,
  });
});

Deno.test("an evaluation counts for the verdict and as a run; a run does not count for the verdict", () => {
  const [one] = runs(1);
  assert(one !== undefined);
  const book = withEvaluations(withRuns(NONE, "d", runs(12)), "d", [one]);
  assertEquals([trialCounts(book, "d").count, trialCounts(book, "d").sharpeCount], [1, 12]);
  const again = withEvaluations(book, "d", [one]);
  assertEquals(trialCounts(again, "d").count, 1);
  const other = withEvaluations(again, "d", [{ candidateHash: hash(99), dailySharpe: null }]);
  assertEquals([trialCounts(other, "d").count, trialCounts(other, "d").sharpeCount], [2, 13]);
});

Deno.test("the variance is the sample variance of at least ten ratios", () => {
  assertEquals(trialCounts(withRuns(NONE, "d", runs(9)), "d").sharpeVariance, null);
  // 0 to 9: mean 4.5, squares 82.5, over 9
  assertEquals(trialCounts(withRuns(NONE, "d", runs(10)), "d").sharpeVariance, 82.5 / 9);
});

Deno.test("the trials of two tabs are joined by dataset", () => {
  const one = withRuns(NONE, "d", runs(3));
  const other = withRuns(withRuns(NONE, "d", runs(5)), "e", runs(1));
  const both = joinBooks(one, other);
  assertEquals([trialCounts(both, "d").sharpeCount, trialCounts(both, "e").sharpeCount], [5, 1]);
});
