import { assert, assertEquals } from "@std/assert";
import { BlockPace } from "./block_pace.ts";

/** Returns the sizes of the blocks of a range whose candidates take some time each. */
function sizesOf(msEach: number, blocks: number, longMs?: number): readonly number[] {
  let nowMs = 0;
  const pace = new BlockPace(() => nowMs);
  return Array.from({ length: blocks }, () => {
    const count = pace.begin();
    nowMs += count * msEach;
    pace.end(longMs);
    return count;
  });
}

Deno.test("blocks of light candidates grow to the largest size", () => {
  assertEquals(sizesOf(0.001, 11), [8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 4096]);
});

Deno.test("blocks of heavy candidates shrink until each takes some milliseconds", () => {
  assertEquals(sizesOf(100, 5), [8, 4, 2, 1, 1]);
  const settled = sizesOf(1, 10).at(-1) ?? NaN;
  assert(settled >= 8 && settled <= 32, String(settled));
});

Deno.test("blocks grow further where they may take longer", () => {
  assertEquals([sizesOf(0.01, 20), sizesOf(0.01, 20, 256)].map((sizes) => sizes.at(-1)), [
    2048,
    4096,
  ]);
});
