import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import {
  type NumberParameter,
  SLIDER_STEPS,
  sliderPosition,
  sliderScale,
  valueAt,
  valueBeside,
} from "./slider.ts";

const BASE = { name: "x", title: "X", description: "", unit: null };

function number(defaultValue: number, minimum: number, maximum: number): NumberParameter {
  return { ...BASE, type: "number", defaultValue, constraints: { minimum, maximum } };
}

const WINDOW: NumberParameter = {
  ...BASE,
  type: "window",
  defaultValue: 14,
  constraints: { minimumBars: 30, maximum: 120 },
};

Deno.test("a slider goes from the smallest to the largest value in rising, round steps", () => {
  const scale = sliderScale(number(1.5, 0.5, 4), "hourly");
  assertEquals([0, 1, 500, SLIDER_STEPS].map((at) => valueAt(scale, at)), [0.5, 0.5, 2.25, 4]);
  const bounds = fc.tuple(
    fc.double({ min: -2, max: 5, noNaN: true }),
    fc.double({ min: 0.01, max: 1000, noNaN: true }),
  );
  const shares = fc.double({ min: 0.001, max: 1, noNaN: true });
  fc.assert(fc.property(bounds, shares, ([min, width], share) => {
    const bent = sliderScale(number(min + share * width, min, min + width), "hourly");
    let last = min;
    for (let at = 0; at <= SLIDER_STEPS; at += 10) {
      const value = valueAt(bent, at);
      assert(value >= last && value <= bent.max, `${value} after ${last}`);
      last = value;
    }
    assertEquals(last, bent.max);
  }));
});

Deno.test("a small default is not at the left end", () => {
  const scale = sliderScale(number(0.01, 0, 1), "hourly");
  assert(sliderPosition(scale, 0.01) > SLIDER_STEPS * 0.3);
  assertEquals(valueAt(scale, sliderPosition(scale, 0.01)), 0.01);
});

Deno.test("a window is a whole number of days, of as many bars as it needs", () => {
  assertEquals(sliderScale(WINDOW, "hourly").min, 2);
  assertEquals(sliderScale(WINDOW, "daily").min, 30);
  assert(Number.isInteger(valueAt(sliderScale(WINDOW, "hourly"), 333)));
});

Deno.test("a value outside the range is at the nearer end", () => {
  const scale = sliderScale(number(2, 1, 3), "hourly");
  assertEquals([sliderPosition(scale, -5), sliderPosition(scale, 99)], [0, SLIDER_STEPS]);
});

Deno.test("a key moves by one unit, through every value to both ends", () => {
  const window = sliderScale(WINDOW, "hourly");
  assertEquals([valueBeside(window, 20, 1), valueBeside(window, 20, -1)], [21, 19]);
  assertEquals([valueBeside(window, 20.4, 1), valueBeside(window, 20.4, -1)], [21, 20]);
  const scales = [
    window,
    sliderScale(number(1.5, 0.5, 4), "hourly"),
    sliderScale(number(0.01, 0, 1), "hourly"),
  ];
  for (const scale of scales) {
    for (const units of [1, -1]) {
      const [from, to] = units > 0 ? [scale.min, scale.max] : [scale.max, scale.min];
      let value = from;
      for (let press = 0; press < 2000 && value !== to; press++) {
        const next = valueBeside(scale, value, units);
        assert(units * (next - value) > 0, `${value} does not move by ${units}`);
        value = next;
      }
      assertEquals(value, to);
    }
  }
  assertEquals(valueBeside(window, 120, 1), 120);
});
