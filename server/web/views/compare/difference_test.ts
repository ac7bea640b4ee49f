import { assert, assertEquals } from "@std/assert";
import { differencesFrom, pairedDifference } from "./difference.ts";
import type { CompareRow } from "./compare_rows.ts";

const DAYS = Array.from({ length: 60 }, (_, day) => day);

function row(name: string, kind: CompareRow["kind"], place: string, daily: number): CompareRow {
  const none = new Float64Array();
  return {
    kind,
    name,
    place,
    colour: "ink",
    dash: null,
    path: {
      timestamp: none,
      values: none,
      daily: { days: DAYS, returns: DAYS.map(() => daily) },
    },
    figures: null,
    resolved: null,
    candidate: kind === "candidate" ? { marketId: 1, components: [{ strategyId: "x" }] } : null,
    evaluation: null,
    failure: null,
  };
}

const ROWS = [
  row("A", "candidate", "one, hourly, 5,000", 3 / 365),
  row("B", "candidate", "two, hourly", 3 / 365),
  row("Hold, one", "hold", "one, hourly", 1 / 365),
  row("Hold, two", "hold", "two, hourly", 2 / 365),
];

function means(base: Parameters<typeof differencesFrom>[1]): readonly (number | null)[] {
  const differences = differencesFrom(ROWS, base);
  return ROWS.map((one) => {
    const mean = differences.get(one)?.mean ?? null;
    return mean === null ? null : Math.round(mean * 1e6) / 1e6;
  });
}

Deno.test("a passive line belongs to the row's own market, whatever the capital", () => {
  assertEquals(means("hold"), [2, 1, null, null]);
  assertEquals(means("idle"), [null, null, null, null]);
});

Deno.test("a candidate as base is the same for all rows", () => {
  assertEquals(means({ name: "B" }), [0, null, -2, -1]);
});

Deno.test("a line without a run has no difference", () => {
  const [first, ...others] = ROWS;
  assert(first !== undefined);
  const failed = { ...first, path: null };
  assertEquals(differencesFrom([failed, ...others], "hold").get(failed), null);
});

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
