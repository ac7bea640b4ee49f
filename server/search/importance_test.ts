import { assert, assertEquals } from "@std/assert";
import type { Axis } from "../contracts/plan.ts";
import { FIGURES } from "../contracts/figures.ts";
import { importanceOf } from "./importance.ts";
import { Points } from "./points.ts";
import { seededRandom } from "./random.ts";
import type { Stage, StageOutcome } from "./stage.ts";
import { mergeSummaries, NO_SUMMARY, summaryOf } from "./summary.ts";

const AXES: readonly Axis[] = [
  { path: "/a", min: 0, max: 9, steps: 10 },
  { path: "/b", min: 0, max: 4, steps: 5 },
  { path: "/c", min: 0, max: 1 },
];
const NAMES = ["/a", "/b", "/c", ...Object.keys(FIGURES), "status"];
const PLAN = { aim: "score" as const, constraints: [], axes: AXES };

type Row = readonly [number, number, number];

/** Runs rows whose score is a function of their coordinates, in ranges of 64. */
function outcomeOf(
  rows: readonly Row[],
  method: Stage["draw"]["method"],
  score: (row: Row) => number,
): Pick<StageOutcome, "stage" | "summary"> {
  let summary = NO_SUMMARY;
  for (let from = 0; from < rows.length; from += 64) {
    const part = rows.slice(from, from + 64);
    const numbers = NAMES.flatMap((name, at) =>
      part.map((row) => name === "status" ? 0 : name === "score" ? score(row) : row[at] ?? 0)
    );
    const points = new Points(from, NAMES, Float64Array.from(numbers));
    summary = mergeSummaries(summary, summaryOf(points, { plan: PLAN, topMax: 5 }), 5);
  }
  return { stage: { draw: { method } } as Stage, summary };
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
  const found = importanceOf([outcomeOf(GRID, "grid", ([a, b]) => 2 * a + 3 * b)], {
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
  const found = importanceOf([outcomeOf(GRID, "grid", ([a, b]) => (a - 4.5) * (b - 2))], {
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
  const drawn = outcomeOf(rows, "random", ([a]) => a + 10 * random());
  const found = importanceOf([drawn], { kind: "random" });
  const shareOf = (axis: number): number =>
    found?.axes.find((one) => one.axis === axis)?.share ?? 0;
  const [first] = found?.axes ?? [];
  assertEquals([first?.axis, (first?.share ?? 0) > 0.4], [0, true]);
  const byC = found?.axes.find(({ axis }) => axis === 2)?.byChance ?? 0;
  assertNear(byC, 23 / 1_999);
  assert(shareOf(2) < 3 * byC && shareOf(1) < 0.01, `${shareOf(1)} ${shareOf(2)}`);
});

Deno.test("only what was drawn evenly counts, and equal merits have no importance", () => {
  const even = outcomeOf(GRID, "sobol", ([a]) => a);
  const near = outcomeOf(GRID, "list", ([, b]) => 100 * b);
  const found = importanceOf([even, near], { kind: "adaptive" });
  assertEquals([found?.of, found?.count, found?.axes[0]?.axis], ["firstRound", 50, 0]);
  assertNear(found?.axes[0]?.share ?? 0, 1);
  assertEquals(importanceOf([outcomeOf(GRID, "sobol", () => 7)], { kind: "sobol" }), null);
  assertEquals(importanceOf([], { kind: "sobol" }), null);
});
