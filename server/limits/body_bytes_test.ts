import { assert, assertEquals, assertThrows } from "@std/assert";
import { heapBytes } from "../testing/heap.ts";
import { ApiError } from "../base/errors.ts";
import { BodyBytes, UNCOUNTED_BYTES } from "./body_bytes.ts";

const MIB = 1024 * 1024;

Deno.test("add() counts over all bodies and refuses what does not fit", () => {
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

Deno.test("add() after the release counts nothing: the request is over", () => {
  const bytes = new BodyBytes(10);
  const body = bytes.reserve("a");
  body.release();
  assertThrows(() => body.add(1), ApiError);
  assertEquals(bytes.held, 0);
});

Deno.test("two greedy keys hold a third each, and a third one finds as much", () => {
  const bytes = new BodyBytes(12 * MIB);
  /** Adds a MiB to bodies of a key until it is refused; gives what it got. */
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
  // In turns, as bytes come, it is even.
  const even = new BodyBytes(12 * MIB);
  const bodies = [even.reserve("a"), even.reserve("b")];
  for (let turn = 0; turn < 4; turn++) bodies.forEach((body) => body.add(MIB));
  for (const body of bodies) assertThrows(() => body.add(MIB), ApiError);
  even.reserve("modest").add(2 * MIB);
});

Deno.test("a body of 64 KiB finds room when nothing is left, a longer one does not", () => {
  assertEquals(UNCOUNTED_BYTES, 65_536);
  const bytes = new BodyBytes(0);
  const [short, long] = [bytes.reserve("a"), bytes.reserve("b")];
  short.add(UNCOUNTED_BYTES);
  assertThrows(() => short.add(1), ApiError);
  assertThrows(() => long.add(UNCOUNTED_BYTES + 1), ApiError);
  assertEquals(bytes.held, UNCOUNTED_BYTES);
});

Deno.test("a key holds as much as it leaves free, to the byte, over its bodies", () => {
  // [bytes in all, what the key holds already, what it asks for, whether it finds room]
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

Deno.test("what a key gives back it can hold again", () => {
  const bytes = new BodyBytes(2 * MIB);
  for (let turn = 0; turn < 3; turn++) {
    const body = bytes.reserve("a");
    body.add(MIB);
    body.release();
  }
  assertEquals(bytes.held, 0);
});

Deno.test("a key that holds nothing takes no memory", () => {
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
