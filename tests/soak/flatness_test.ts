import { assertEquals } from "@std/assert";
import { memoryVerdict, type Sample } from "./flatness.ts";

/** Samples after 0, 1,000, 2,000 ... requests. */
function samplesOf(residents: readonly number[], life = 0): readonly Sample[] {
  return residents.map((residentMiB, index) => {
    return { requests: 1_000 * index, seconds: 0, residentMiB, life };
  });
}

function growing(from: number, by: number): readonly number[] {
  return Array.from({ length: 41 }, (_, index) => from + by * index);
}

const FLAT = growing(200, 0);

Deno.test("memory that grows only during the warm-up is flat", () => {
  // The first 10,000 requests are the samples 0 to 9.
  assertEquals(memoryVerdict(samplesOf([...growing(50, 15).slice(0, 10), ...FLAT.slice(10)])), {
    isFlat: true,
    grownMiB: 0,
    warmMiB: 200,
    maxMiB: 200,
  });
});

Deno.test("memory that grows by more than a tenth is not flat", () => {
  // Warm from sample 10 to 40: 0.5 MiB a step from 205, and 1 MiB a step from 210.
  assertEquals(memoryVerdict(samplesOf(growing(200, 0.5))), {
    isFlat: true,
    grownMiB: 15,
    warmMiB: 205,
    maxMiB: 220,
  });
  assertEquals(memoryVerdict(samplesOf(growing(200, 1))), {
    isFlat: false,
    grownMiB: 30,
    warmMiB: 210,
    maxMiB: 240,
  });
});

Deno.test("of several servers the one that grew most counts", () => {
  const other = samplesOf(growing(100, 10), 1);
  assertEquals(memoryVerdict([...samplesOf(FLAT), ...other, ...samplesOf(FLAT, 2)]).maxMiB, 500);
});

Deno.test("a short-lived server is not judged", () => {
  const verdicts = [29, 30].map((count) => memoryVerdict(samplesOf(FLAT.slice(0, count))).isFlat);
  assertEquals(verdicts, [null, true]);
});
