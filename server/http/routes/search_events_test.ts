import { assertEquals, assertRejects } from "@std/assert";
import { ApiError } from "../../base/errors.ts";
import type { Bytes } from "../../engine/engine.ts";
import { ManualClock } from "../../testing/clock.ts";
import { SearchEvents } from "./search_events.ts";
import { turn } from "../../testing/until.ts";

const SEARCHER = { keyId: "key", limits: { unitsPerDay: 1, atOnce: 1 }, unitsPerRequest: 50 };
const RUNNING = new TextEncoder().encode('{"endedAt":null}');

function makeEvents(
  view: () => Promise<Bytes>,
  clock = new ManualClock(),
  endedKeys: ReadonlySet<string> = new Set(),
): SearchEvents {
  return new SearchEvents({
    clock,
    keys: { hasEnded: (keyId) => Promise.resolve(endedKeys.has(keyId)) },
    lifecycle: { isDraining: false },
    searches: { view },
  });
}

Deno.test("event streams that a key requests at once share its four places", async () => {
  const view = Promise.withResolvers<Bytes>();
  const events = makeEvents(() => view.promise);
  const open = (): Promise<ReadableStream<Bytes>> => events.stream(SEARCHER, "id");
  const asked = Array.from({ length: 60 }, open);
  view.resolve(RUNNING);
  const streams = (await Promise.allSettled(asked)).flatMap((each) =>
    each.status === "fulfilled" ? [each.value] : []
  );
  assertEquals(streams.length, 4);

  // Cancelled before its first piece was read, and after it.
  const [unread, read] = streams;
  await unread?.cancel();
  const reader = read?.getReader();
  await reader?.read();
  await reader?.cancel();
  await Promise.all([open(), open()]);
  await assertRejects(open, ApiError, "4 event streams of this key are in flight");
});

Deno.test("an event stream of an unknown search takes no place", async () => {
  const unknown = new ApiError("SEARCH_NOT_FOUND", "Cannot find the search");
  const events = makeEvents(() => Promise.reject(unknown));
  const asked = Array.from({ length: 4 }, () => events.stream(SEARCHER, "id"));
  await Promise.allSettled(asked);
  const again = await events.stream(SEARCHER, "id").catch((error) => error);
  assertEquals(again, unknown);
});

Deno.test("the watchers of a search share one poll a second", async () => {
  const clock = new ManualClock();
  let polls = 0;
  const view = (): Promise<Bytes> =>
    Promise.resolve(new TextEncoder().encode(`{"endedAt":null,"poll":${++polls}}`));
  const events = makeEvents(view, clock);
  const watchers = await Promise.all(
    Array.from({ length: 4 }, async () => (await events.stream(SEARCHER, "id")).getReader()),
  );
  const read = async (): Promise<readonly unknown[]> => {
    const pieces = watchers.map((watcher) => watcher.read());
    // Lets each stream ask for its next view.
    await turn();
    clock.advance(1_000);
    return (await Promise.all(pieces)).map(({ value }) => new TextDecoder().decode(value));
  };
  await read();
  assertEquals(polls, 4, "each watcher's own first view");
  for (let second = 1; second <= 3; second++) {
    const events = await read();
    assertEquals([polls, new Set(events).size], [4 + second, 1]);
  }
  await Promise.all(watchers.map((watcher) => watcher.cancel()));
});

Deno.test("the event streams of a key end with it, and give their places back", async () => {
  const clock = new ManualClock();
  const endedKeys = new Set<string>();
  const events = makeEvents(() => Promise.resolve(RUNNING), clock, endedKeys);
  const next = async (
    reader: ReadableStreamDefaultReader<Bytes>,
  ): Promise<ReadableStreamReadResult<Bytes>> => {
    const piece = reader.read();
    // Lets the stream ask for its next view.
    await turn();
    clock.advance(1_000);
    return await piece;
  };
  const watcher = (await events.stream(SEARCHER, "id")).getReader();
  const other = (await events.stream({ ...SEARCHER, keyId: "other" }, "id")).getReader();
  await next(watcher);
  await next(other);
  assertEquals([(await next(watcher)).done, (await next(other)).done], [false, false]);

  endedKeys.add("key");
  assertEquals([(await next(watcher)).done, (await next(other)).done], [true, false]);
  // All four places are free again.
  endedKeys.clear();
  const again = Array.from({ length: 4 }, () => events.stream(SEARCHER, "id"));
  await Promise.all([other.cancel(), ...(await Promise.all(again)).map((each) => each.cancel())]);
});
