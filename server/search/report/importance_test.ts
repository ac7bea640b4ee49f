import { assert, assertEquals } from "@std/assert";
import type { Axis } from "../../contracts/plan.ts";
import { binnerOf, binsOf } from "../plan/axis_scale.ts";
import { importanceOf } from "./importance.ts";
import { seededRandom } from "../plan/random.ts";
import { type MeritMap, NO_BYTES, readSummary, type Summary } from "../fold/summary.ts";

const AXES: readonly Axis[] = [
  { path: "/a", min: 0, max: 9, steps: 10 },
  { path: "/b", min: 0, max: 4, steps: 5 },
  { path: "/c", min: 0, max: 1 },
];

type Row = readonly [number, number, number];

/** Summarises rows whose merit is a function of their coordinates. */
function summaryOf(
  rows: readonly Row[],
  meritOf: (row: Row) => number,
): Pick<Summary, "merits" | "maps"> {
  const all = rows.map(meritOf);
  const maps = AXES.map((axis, at): MeritMap => {
    const [width, binOf] = [binsOf(axis), binnerOf(axis)];
    const bins = rows.map((row) => binOf(row[at] ?? 0));
    const cells = Array.from(
      { length: width },
      (_, bin) => all.filter((_, row) => bins[row] === bin),
    );
    return {
      axes: [at],
      width,
      height: 1,
      counts: cells.map(({ length }) => length),
      sums: cells.map((cell) => cell.reduce((sum, merit) => sum + merit, 0)),
      best: cells.map((cell) => cell.length === 0 ? null : Math.max(...cell)),
    };
  });
  const mean = all.reduce((sum, merit) => sum + merit, 0) / all.length;
  return {
    merits: { count: all.length, mean, squares: squaresOf(all), min: null, max: null },
    maps,
  };
}

/** Sums in another order differ in their last bits. */
function assertNear(found: number, expected: number): void {
  assert(Math.abs(found - expected) < 1e-12, `${found} is not ${expected}`);
}

/** Sum of squared distances from the mean. */
function squaresOf(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
}

const GRID: readonly Row[] = Array.from({ length: 50 }, (_, at) => [Math.floor(at / 5), at % 5, 0]);

Deno.test("in a grid the shares are the exact main effects, and sum to one without combinations", () => {
  const found = importanceOf(summaryOf(GRID, ([a, b]) => 2 * a + 3 * b), {
    kind: "grid",
  });
  // 5 candidates a level of a, 10 a level of b.
  const own = [4 * 5 * squaresOf([...Array(10).keys()]), 9 * 10 * squaresOf([...Array(5).keys()])];
  const all = squaresOf(GRID.map(([a, b]) => 2 * a + 3 * b));
  assertEquals(found?.axes.map(({ axis, byChance }) => [axis, byChance]), [[0, 0], [1, 0], [2, 0]]);
  assertNear(found?.axes[0]?.share ?? 0, (own[0] ?? 0) / all);
  assertNear(found?.axes[1]?.share ?? 0, (own[1] ?? 0) / all);
  assertEquals([found?.axes[2]?.share, found?.count, found?.of], [0, 50, "all"]);
});

Deno.test("an effect of two axes together belongs to neither", () => {
  const found = importanceOf(summaryOf(GRID, ([a, b]) => (a - 4.5) * (b - 2)), {
    kind: "grid",
  });
  for (const { share } of found?.axes ?? []) assertNear(share, 0);
});

Deno.test("an axis without effect has about the share that chance gives", () => {
  const random = seededRandom(3);
  const rows: readonly Row[] = Array.from({ length: 2_000 }, () => [
    Math.floor(10 * random()),
    Math.floor(5 * random()),
    random(),
  ]);
  const found = importanceOf(summaryOf(rows, ([a]) => a + 10 * random()), { kind: "random" });
  const shareOf = (axis: number): number =>
    found?.axes.find((one) => one.axis === axis)?.share ?? 0;
  const [first] = found?.axes ?? [];
  assertEquals([first?.axis, (first?.share ?? 0) > 0.4], [0, true]);
  const byC = found?.axes.find(({ axis }) => axis === 2)?.byChance ?? 0;
  assertNear(byC, 23 / 1_999);
  assert(shareOf(2) < 3 * byC && shareOf(1) < 0.01, `${shareOf(1)} ${shareOf(2)}`);
});

Deno.test("equal merits have no importance", () => {
  const found = importanceOf(summaryOf(GRID, ([a]) => a), { kind: "adaptive" });
  assertEquals([found?.of, found?.count, found?.axes[0]?.axis], ["firstRound", 50, 0]);
  assertNear(found?.axes[0]?.share ?? 0, 1);
  assertEquals(importanceOf(summaryOf(GRID, () => 7), { kind: "sobol" }), null);
  assertEquals(importanceOf(readSummary(NO_BYTES), { kind: "sobol" }), null);
});
