import { assertEquals } from "@std/assert";
import { release } from "./release.ts";

Deno.test("released arrays are empty, also when two of them share a buffer", () => {
  const numbers = new Float64Array(8);
  const some = numbers.subarray(2, 4);
  release(numbers, some, new Uint8Array());
  assertEquals([numbers.length, some.length], [0, 0]);
});
