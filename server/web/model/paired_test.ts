import { assert, assertEquals } from "@std/assert";
import { pairedDifference } from "./paired.ts";

function assertNear(actual: number, expected: number): void {
  assert(Math.abs(actual - expected) < 1e-9, `${actual} ${expected}`);
}

/** Days of independent noise of a deviation, by the sine of large numbers. */
function noise(days: number, deviation: number): readonly number[] {
  const uniform = (at: number): number => {
    const wave = Math.sin(at * 12.9898) * 43758.5453;
    return wave - Math.floor(wave);
  };
  return Array.from(
    { length: days },
    (_, at) => deviation * Math.sqrt(12) * (uniform(at + 1) - 0.5),
  );
}

Deno.test("a difference that is the same every day has no width", () => {
  const difference = pairedDifference(Array(150).fill(0.0001));
  assert(difference !== null);
  assertNear(difference.mean, 0.0365);
  for (const end of difference.interval) assertNear(end, 0.0365);
});

Deno.test("the interval of independent days has the width of the normal one", () => {
  const excess = noise(1000, 0.001);
  const difference = pairedDifference(excess);
  assert(difference !== null);
  const [low, high] = difference.interval;
  // 2 * 1.645 standard errors of a mean, times 365
  const expected = 2 * 1.645 * 0.001 / Math.sqrt(1000) * 365;
  assert(Math.abs((high - low) / expected - 1) < 0.12, `${high - low} ${expected}`);
  assert(low < difference.mean && difference.mean < high);
});

Deno.test("dependent days widen the interval", () => {
  const single = noise(300, 0.001);
  const blocks = single.map((_, at) => single[Math.floor(at / 5)] ?? 0);
  const width = (excess: readonly number[]): number => {
    const [low = 0, high = 0] = pairedDifference(excess)?.interval ?? [];
    return high - low;
  };
  assert(width(blocks) > 1.4 * width(single));
});

Deno.test("few days have no interval, and equal days have equal intervals", () => {
  assertEquals(pairedDifference(noise(19, 0.001)), null);
  assertEquals(pairedDifference(noise(40, 0.001)), pairedDifference(noise(40, 0.001)));
});
