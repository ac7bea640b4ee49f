import { assert, assertEquals, assertRejects } from "@std/assert";
import { ApiError } from "../base/errors.ts";
import type { Bytes } from "../engine/engine.ts";
import { Places } from "../limits/places.ts";
import { heldStream } from "./held_stream.ts";

const PIECE = new Uint8Array([1]);

async function* pieces(count: number, end?: Error): AsyncGenerator<Bytes, void, void> {
  for (let piece = 0; piece < count; piece++) yield PIECE;
  if (end) throw end;
}

/** A key with one place. */
function onePlace(): { isFree(): boolean; take(): () => void } {
  const places = new Places({ policy: "files", works: "files", most: 1, retryAfterMs: 1_000 });
  const isFree = (): boolean => {
    try {
      places.take("key")();
      return true;
    } catch (error) {
      assertEquals(error instanceof ApiError && error.code, "CONCURRENCY_LIMIT_EXCEEDED");
      return false;
    }
  };
  return { isFree, take: () => places.take("key") };
}

Deno.test("a stream holds its place to its end, however it ends", async () => {
  const place = onePlace();
  const whole = heldStream(pieces(2), place.take()).getReader();
  for (const expected of [PIECE, PIECE]) {
    assertEquals([(await whole.read()).value, place.isFree()], [expected, false]);
  }
  await whole.read();
  assert(place.isFree());

  const failed = heldStream(pieces(0, new Error("the store is away")), place.take()).getReader();
  await assertRejects(() => failed.read(), Error, "away");
  const left = heldStream(pieces(9), place.take());
  await left.cancel();
  const read = heldStream(pieces(9), place.take()).getReader();
  await read.read();
  await read.cancel();
  place.take()();
});
