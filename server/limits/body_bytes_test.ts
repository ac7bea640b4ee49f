import { assert, assertEquals, assertThrows } from "@std/assert";
import { heapBytes } from "../testing/heap.ts";
import { ApiError } from "../base/errors.ts";
import { BodyBytes, UNCOUNTED_BYTES } from "./body_bytes.ts";

const MIB = 1024 * 1024;

Deno.test("add() counts all bodies and refuses bytes that do not fit", () => {
  const bytes = new BodyBytes(10 * MIB);
  const [one, two] = [bytes.reserve("a"), bytes.reserve("b")];
  one.add(5 * MIB);
  const error = assertThrows(() => two.add(5 * MIB), ApiError);
  assertEquals([error.code, bytes.held], ["OVERLOADED", 5 * MIB]);
  assertEquals(error.context.retryAfterMs, 1000);
  two.add(2 * MIB);
  one.release();
  one.release();
  assertEquals(bytes.held, 2 * MIB);
  two.add(3 * MIB);
});

Deno.test("add() after the release counts nothing, because the request is over", () => {
  const bytes = new BodyBytes(10);
  const body = bytes.reserve("a");
  body.release();
  assertThrows(() => body.add(1), ApiError);
  assertEquals(bytes.held, 0);
});

Deno.test("two greedy keys hold a third each, and leave a third for the next", () => {
  const bytes = new BodyBytes(12 * MIB);
  /** Adds a MiB at a time to bodies of a key until one is refused; returns the MiB added. */
  const fill = (keyId: string): number => {
    const body = bytes.reserve(keyId);
    for (let count = 0;; count++) {
      try {
        body.add(MIB);
      } catch {
        return count;
      }
    }
  };
  assertEquals([fill("a"), fill("b"), fill("a"), fill("modest")], [6, 3, 0, 1]);
  // Keys that take turns share evenly.
  const even = new BodyBytes(12 * MIB);
  const bodies = [even.reserve("a"), even.reserve("b")];
  for (let turn = 0; turn < 4; turn++) bodies.forEach((body) => body.add(MIB));
  for (const body of bodies) assertThrows(() => body.add(MIB), ApiError);
  even.reserve("modest").add(2 * MIB);
});

Deno.test("a body of 64 KiB always finds room, a longer one needs free bytes", () => {
  assertEquals(UNCOUNTED_BYTES, 65_536);
  const bytes = new BodyBytes(0);
  const [short, long] = [bytes.reserve("a"), bytes.reserve("b")];
  short.add(UNCOUNTED_BYTES);
  assertThrows(() => short.add(1), ApiError);
  assertThrows(() => long.add(UNCOUNTED_BYTES + 1), ApiError);
  assertEquals(bytes.held, UNCOUNTED_BYTES);
});

Deno.test("a key holds as much as it leaves free, to the byte, over all its bodies", () => {
  // [bytes in all, bytes the key holds, bytes it asks for, whether they fit]
  const cases: [number, number, number, boolean][] = [
    [2 * MIB, 0, MIB, true],
    [2 * MIB - 1, 0, MIB, false],
    [2 * MIB + 1, 1, MIB, false],
    [2 * MIB + 2, 1, MIB, true],
  ];
  for (const [bytesMax, own, more, isTaken] of cases) {
    const bytes = new BodyBytes(bytesMax);
    bytes.reserve("a").add(own);
    const body = bytes.reserve("a");
    if (isTaken) body.add(more);
    else assertThrows(() => body.add(more), ApiError);
    assertEquals(bytes.held, own + (isTaken ? more : 0), `${own} and ${more} of ${bytesMax}`);
  }
});

Deno.test("a key can reserve released bytes again", () => {
  const bytes = new BodyBytes(2 * MIB);
  for (let turn = 0; turn < 3; turn++) {
    const body = bytes.reserve("a");
    body.add(MIB);
    body.release();
  }
  assertEquals(bytes.held, 0);
});

Deno.test("a key without reserved bytes takes no memory", () => {
  const bytes = new BodyBytes(MIB);
  const before = heapBytes();
  for (let index = 0; index < 100_000; index++) {
    const body = bytes.reserve(`key ${index}`);
    body.add(1);
    body.release();
  }
  // A hundred thousand keys take 7 MB in a map.
  assert(heapBytes() - before < 1e6);
  assertEquals(bytes.held, 0);
});
