import { assert, assertEquals } from "@std/assert";
import { ROTATION_VERDICT, SISTER_VERDICT } from "../../../../testing/verdict.ts";
import { pathDots, pathText } from "./path_dots.ts";

const small = {
  ...SISTER_VERDICT,
  series: {
    utility: [0.08, 0.06, 0.0801],
    hold: [0.07, 0.07, 0.07],
    idle: [0.06, 0.06, 0.06],
    twin: [0.0712, 0.069],
  },
};

Deno.test("a dot is the utility less that of the line on the same path, beside that of its twin", () => {
  const { strips, min, max } = pathDots(small);
  const [strategy, twin] = strips.map(({ dots }) =>
    dots.map(({ path, difference }) => [path, difference.toFixed(4)])
  );
  assertEquals(strategy, [[1, "-0.0100"], [0, "0.0100"], [2, "0.0101"]]);
  assertEquals(twin, [[1, "-0.0010"], [0, "0.0012"]]);
  assertEquals([min.toFixed(4), max.toFixed(4)], ["-0.0100", "0.0101"]);
  assertEquals(strips.map(({ mark }) => mark.value.toFixed(5)), ["0.00660", "0.00010"]);
});

Deno.test("dots that would cover each other are on different levels", () => {
  const [strategy] = pathDots(small).strips;
  assertEquals(strategy?.dots.map(({ level }) => level), [0, 0, 1]);
  const { strips, min, max } = pathDots(SISTER_VERDICT);
  for (const { dots } of strips) {
    const levels = Map.groupBy(dots, ({ level }) => level);
    for (const [, [...row]] of levels) {
      for (const [at, { difference }] of row.entries()) {
        const next = row[at + 1]?.difference ?? Infinity;
        assert((next - difference) / (max - min) >= 0.018);
      }
    }
  }
});

Deno.test("a path is described with its twin; paths after the thirty-second have no twin", () => {
  const dots = pathDots(small);
  assertEquals(
    pathText(small, dots, 0),
    "8.00 %/y after penalties, +1.00 against holding PT; its twin +0.12",
  );
  assertEquals(
    pathText(small, dots, 2),
    "8.01 %/y after penalties, +1.01 against holding PT",
  );
  assertEquals(dots.strips[0]?.dots.map(({ path }) => path), [1, 0, 2]);
});

Deno.test("rotations are compared with the line of the one path, and the candidate is marked among them", () => {
  const dots = pathDots(ROTATION_VERDICT);
  const [only, none] = dots.strips;
  assertEquals([only?.dots.length, only?.mark, none], [
    99,
    { title: "as it is", value: 0.012 },
    undefined,
  ]);
  const [first = 0] = ROTATION_VERDICT.series.utility;
  const dot = only?.dots.find(({ path }) => path === 0);
  assertEquals(dot?.difference, first - 0.065);
});

Deno.test("the scale has round ticks, and a single one if all values are equal", () => {
  assertEquals(
    pathDots(small).ticks.map((tick) => tick.toFixed(3)),
    ["-0.010", "-0.005", "0.000", "0.005", "0.010"],
  );
  const equal = { ...small, edge: 0, series: { ...small.series, utility: [0.07], twin: [] } };
  assertEquals(pathDots(equal).ticks, [0]);
});
