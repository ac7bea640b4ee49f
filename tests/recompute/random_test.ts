import { assertEquals } from "@std/assert";
import { drawnDays, xoshiro } from "./random.ts";

Deno.test("xoshiro() is the published generator, seeded by SplitMix64", () => {
  const random = xoshiro(0n);
  assertEquals([random.next().value, random.next().value, random.next().value], [
    5987356902031041503n,
    7051070477665621255n,
    6633766593972829180n,
  ]);
});

Deno.test("drawnDays() advances by a day until a block ends, and wraps around", () => {
  const draws = [1n << 63n, 7n, 1n << 63n, 1n << 63n, 0n, 3n, 1n << 63n];
  function* listed(): Generator<bigint, never> {
    yield* draws;
    throw new Error("no more draws");
  }
  // The first day takes two numbers, 7 mod 5; then 3, 4; a new block at 3 mod 5; 4.
  assertEquals(drawnDays(listed(), 5), [2, 3, 4, 3, 4]);
});
