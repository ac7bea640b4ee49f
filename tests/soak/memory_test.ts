import { assertEquals } from "@std/assert";
import { memoryVerdict, type Sample } from "./memory.ts";

/** Samples after 0, 1, 2 ... requests. */
function samplesOf(residents: readonly number[], life = 0): readonly Sample[] {
  return residents.map((residentMiB, requests) => ({ requests, seconds: 0, residentMiB, life }));
}

const FLAT = Array.from({ length: 20 }, () => 200);

Deno.test("memory that grows only while it gets warm is flat", () => {
  // Of the last at 20 the first tenth are the samples at 0 and 1.
  assertEquals(memoryVerdict(samplesOf([50, 120, ...FLAT.slice(1)])), {
    ...{ isFlat: true, grownMiB: 0, warmMiB: 200, maxMiB: 200 },
  });
});

Deno.test("memory that grows by more than a tenth is not flat", () => {
  // 1 MiB a step from 202 at 2 to 219 at 19.
  const growing = FLAT.map((_, index) => 200 + index);
  const { isFlat, grownMiB, warmMiB, maxMiB } = memoryVerdict(samplesOf(growing));
  assertEquals([isFlat, grownMiB, warmMiB, maxMiB], [true, 17, 202, 219]);
  const fast = memoryVerdict(samplesOf(FLAT.map((_, index) => 200 + 2 * index)));
  assertEquals([fast.isFlat, fast.grownMiB, fast.warmMiB], [false, 34, 204]);
});

Deno.test("every server is looked at, the one that grew most counts", () => {
  const growing = samplesOf(FLAT.map((_, index) => 100 + 10 * index), 1);
  const all = [[...samplesOf(FLAT), ...growing, ...samplesOf(FLAT, 2)], samplesOf(FLAT)];
  assertEquals(all.map((samples) => memoryVerdict(samples).isFlat), [false, true]);
});
