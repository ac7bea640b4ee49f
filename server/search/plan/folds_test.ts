import { assert, assertEquals, assertThrows } from "@std/assert";
import fc from "fast-check";
import { WindowsSchema } from "../../contracts/plan.ts";
import { StartError } from "../../base/errors.ts";
import { type Fold, foldsOf } from "./folds.ts";

const SCORED = { from: 30, to: 130, barsPerDay: 1 };

function folds(windows: unknown): readonly Fold[] {
  return foldsOf(WindowsSchema.parse(windows), SCORED);
}

Deno.test("a hold-out tests the last share, with bars left out on both sides of the boundary", () => {
  assertEquals(folds({ kind: "whole" }), [
    { name: "all", search: { from: 30, to: 130 }, test: null },
  ]);
  assertEquals(folds({ kind: "holdout", share: 0.3, purge: 2, embargo: 3 }), [
    { name: "holdout", search: { from: 30, to: 98 }, test: { from: 103, to: 130 } },
  ]);
});

Deno.test("a walk-forward tests each part but the first with the best of the bars before it", () => {
  const windows = { kind: "walkForward", folds: 3, purge: 1, embargo: 2 };
  assertEquals(folds(windows), [
    { name: "fold-1", search: { from: 30, to: 54 }, test: { from: 57, to: 80 } },
    { name: "fold-2", search: { from: 30, to: 79 }, test: { from: 82, to: 105 } },
    { name: "fold-3", search: { from: 30, to: 104 }, test: { from: 107, to: 130 } },
    { name: "all", search: { from: 30, to: 130 }, test: null },
  ]);
  const rolling = folds({ ...windows, mode: "rolling" });
  assertEquals(rolling.map(({ search }) => search.from), [30, 55, 80, 30]);
});

Deno.test("no bar is both searched and tested in one fold, or outside the data", () => {
  const windows = fc.record({
    kind: fc.constant("walkForward" as const),
    folds: fc.integer({ min: 1, max: 8 }),
    mode: fc.constantFrom("anchored" as const, "rolling" as const),
    purge: fc.nat(4),
    embargo: fc.nat(4),
  });
  const sizes = fc.record({ from: fc.nat(50), length: fc.integer({ min: 150, max: 500 }) });
  fc.assert(fc.property(windows, sizes, (given, { from, length }) => {
    const to = from + length;
    const made = foldsOf(given, { from, to, barsPerDay: 1 });
    assertEquals(made.length, given.folds + 1);
    for (const { search, test } of made) {
      assert(search.from >= from && search.to <= to);
      if (test === null) continue;
      assert(test.from - search.to === given.purge + given.embargo && test.to <= to);
    }
    assertEquals(made.at(-2)?.test?.to, to);
  }));
});

Deno.test("folds that are too long for the data are refused with advice", () => {
  const windows = { kind: "walkForward", folds: 30 };
  const { message } = assertThrows(() => folds(windows), StartError);
  assertEquals(
    message,
    "Cannot search: the bars searched in fold-1 are 3, must be at least 5 (5 days); of the 100 " +
      "scored bars take fewer folds, or a smaller purge and embargo",
  );
  assertThrows(() => folds({ kind: "holdout", share: 0.5, purge: 90 }), StartError, "are 0");
});
