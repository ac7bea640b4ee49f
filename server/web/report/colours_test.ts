import { assert, assertEquals } from "@std/assert";
import { cividis, colourScale, type Rgb } from "./colours.ts";

const STEPS = Array.from({ length: 33 }, (_, index) => cividis(index / 32));

/** Relative luminance of sRGB (WCAG 2.2). */
function luminance(colour: Rgb): number {
  const [r = 0, g = 0, b = 0] = colour.map((part) =>
    part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4
  );
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

Deno.test("the scale gets brighter throughout, so it can be read without colour", () => {
  const bright = STEPS.map(luminance);
  assertEquals(bright, bright.toSorted((a, b) => a - b));
  const [first = 1, last = 0] = [bright[0], bright.at(-1)];
  assert((last + 0.05) / (first + 0.05) > 10);
});

Deno.test("the scale gets brighter for colour-blind readers too", () => {
  // Viénot, Brettel, Mollon 1999: red and green merge, blue stays.
  for (const [red, green] of [[0.11238, 0.88762], [0.29275, 0.70725]] as const) {
    const seen = STEPS.map(([r, g, b]) => {
      const one = red * r + green * g;
      return luminance([one, one, b]);
    });
    assertEquals(seen, seen.toSorted((a, b) => a - b));
  }
});

Deno.test("a scale goes from the fifth percentile to the maximum, and clamps values beyond", () => {
  const values = Array.from({ length: 101 }, (_, index) => index);
  const scale = colourScale([...values.slice(1), -1e6]);
  assertEquals([scale?.min, scale?.max, scale?.share(52.5)], [5, 100, 0.5]);
  assertEquals(cividis(scale?.share(-1e6) ?? 1), cividis(0));
  assertEquals(colourScale([]), null);
  assertEquals(colourScale([3, 3])?.share(3), 1, "what is all equal is the best there is");
  assertEquals(colourScale([0.2], { ends: [0, 1] })?.share(0.25), 0.25);
});

Deno.test("the colour jumps where a value passes a cut, and only there", () => {
  const scale = colourScale([0, 50, 100], { cuts: [20, 80, 500] });
  const shareOf = (value: number): number => scale?.share(value) ?? NaN;
  assertEquals(scale?.cuts, [20, 80]);
  assertEquals([shareOf(0), shareOf(100)], [0, 1]);
  for (const cut of [20, 80]) assert(shareOf(cut) - shareOf(cut - 1e-9) > 0.19);
  assert(shareOf(50) - shareOf(50 - 1e-9) < 1e-6);
});
