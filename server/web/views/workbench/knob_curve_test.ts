import { assertEquals } from "@std/assert";
import { drawCurve, knobValues, scoreExtremes, toKnobCurve } from "./knob_curve.ts";

const SCALE = { min: 0, max: 10, power: 1, step: 1 };

Deno.test("a knob has each of its values once, and the ends of its slider", () => {
  assertEquals(knobValues(SCALE), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  const fine = knobValues({ ...SCALE, step: 0.01 });
  assertEquals([fine.length, fine[0], fine.at(-1)], [32, 0, 10]);
});

Deno.test("a curve has a gap at a value that cannot run, and the height of Hold", () => {
  const curve = toKnobCurve(SCALE, [0, 5, 10], [80, null, 120]);
  assertEquals(curve.positions, [0, 500, 1000]);
  assertEquals(scoreExtremes(curve), [80, 120]);
  assertEquals(drawCurve(curve), { lines: ["0,100.0", "1000,0.0"], hold: 50 });
});

Deno.test("a flat curve is drawn flat", () => {
  const curve = toKnobCurve(SCALE, [0, 10], [50, 51]);
  assertEquals(drawCurve(curve), { lines: ["0,55.0 1000,45.0"], hold: null });
});

Deno.test("a knob without a value that runs has no drawing", () => {
  const curve = toKnobCurve(SCALE, [0], [null]);
  assertEquals([scoreExtremes(curve), drawCurve(curve).lines], [null, []]);
});
