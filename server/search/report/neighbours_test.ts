import { assert, assertEquals } from "@std/assert";
import { binnerOf, coordinateAt, labelOf, nameOf, rowOf, shareOf } from "../plan/axis_scale.ts";
import { neighboursOf } from "./neighbours.ts";

const RANGE = { path: "/components/0/strategyParams/k", min: 1, max: 3, steps: 5 };
const FREE = { path: "/components/1/strategyParams/k", min: 1, max: 100, scale: "log" as const };
const NUMBERS = { path: "/components/0/strategyParams/n", values: [10, 30, 20] };
const TEXTS = { path: "/components/0/strategyId", values: ["a", "b"] };

Deno.test("neighbours are one step away on one axis or several, within the axes", () => {
  const found = neighboursOf([RANGE, NUMBERS, TEXTS], [3, 30, 1]);
  // k is at its end and has one neighbour, n has one on each side, the text has none.
  assertEquals(found.length, 2 * 3 - 1);
  assert(found.every(([k = 0, , text]) => (k === 3 || k === 2.5) && text === 1));
  assertEquals(found.filter(([k]) => k === 3).map(([, n]) => n), [10, 20]);
});

Deno.test("with many axes, neighbours along each single axis are always included", () => {
  const axes = Array.from({ length: 9 }, (_, at) => ({ ...RANGE, path: `/${at}` }));
  const found = neighboursOf(axes, axes.map(() => 2));
  assertEquals(found.length, 256);
  const alone = found.filter((row) => row.filter((k) => k !== 2).length === 1);
  assert(alone.length >= 18);
  assertEquals(neighboursOf(axes, axes.map(() => 2)), found);
});

Deno.test("a candidate whose axes are all fixed has no neighbours", () => {
  assertEquals(neighboursOf([TEXTS], [0]), []);
});

Deno.test("coordinates, positions on an axis and rows convert into each other", () => {
  assertEquals([0, 0.3, 1].map((share) => coordinateAt(RANGE, share)), [1, 1.5, 3]);
  assertEquals(coordinateAt(FREE, 0.5), 10);
  assertEquals(Math.round(1e9 * shareOf(FREE, 10)), 5e8);
  assertEquals([0, 0.5, 1].map((share) => coordinateAt(NUMBERS, share)), [10, 30, 20]);
  assertEquals(coordinateAt(TEXTS, 1), 1);
  // A number of a list becomes its index; a rounded number outside a range is clamped.
  assertEquals(rowOf([RANGE, NUMBERS, TEXTS], [3.01, 20, 1]), [3, 2, 1]);
  assertEquals([binnerOf(RANGE)(1), binnerOf(RANGE)(1.5), binnerOf(FREE)(100)], [0, 1, 23]);
  assertEquals([labelOf(TEXTS, 1), labelOf(NUMBERS, 30), labelOf(RANGE, 1 / 3)], [
    "b",
    "30",
    "0.333333",
  ]);
  assertEquals([nameOf(RANGE), nameOf(FREE)], ["k", "k of 1"]);
});
