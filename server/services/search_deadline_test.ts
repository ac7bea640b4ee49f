import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { ApiError } from "../base/errors.ts";
import type { Bytes } from "../engine/engine.ts";
import { ManualClock } from "../testing/clock.ts";
import { inTurn } from "../testing/in_turn.ts";
import { withinDeadline } from "./search_deadline.ts";
import type { SearchService } from "./search_service.ts";

const SEARCHER = { keyId: "key", limits: { unitsPerDay: 1, atOnce: 1 }, unitsPerRequest: 1 };
const OPENING_MS = 15_000;
const BYTES = new Uint8Array([1]);
const never = (): Promise<never> => new Promise(() => {});
/** A service that never answers; its file never has a piece. */
const STUCK: SearchService = {
  start: never,
  list: never,
  view: never,
  cancel: never,
  points: never,
  file: () => Promise.resolve({ [Symbol.asyncIterator]: () => ({ next: never }) }),
};

/** Every call of the service. */
function callsOf(service: SearchService): readonly (() => Promise<unknown>)[] {
  return [
    () => service.start(SEARCHER, BYTES, []),
    () => service.list(SEARCHER),
    () => service.view(SEARCHER, "id"),
    () => service.cancel(SEARCHER, "id"),
    () => service.points(SEARCHER, "id", { from: 0, most: 1 }),
    () => service.file(SEARCHER, "id"),
  ];
}

async function isOverloadedAfterDeadline(
  service: SearchService,
  clock: ManualClock,
): Promise<void> {
  await inTurn(callsOf(service), async (call) => {
    const asked = assertRejects(call, ApiError);
    // Lets the call reach its service.
    await new Promise((resolve) => setTimeout(resolve, 0));
    clock.advance(2_000);
    const { code, message } = await asked;
    assertEquals(code, "OVERLOADED");
    assertStringIncludes(message, "their store is too slow");
  });
}

Deno.test("every call on searches is OVERLOADED when the store does not answer in time", async () => {
  const clock = new ManualClock();
  await isOverloadedAfterDeadline(withinDeadline(Promise.resolve(STUCK), clock), clock);
  const unopened = withinDeadline(never(), clock);
  clock.advance(OPENING_MS);
  await isOverloadedAfterDeadline(unopened, clock);
});

Deno.test("a search that is not answered in time is not started if its turn comes later", async () => {
  const clock = new ManualClock();
  const signals: (AbortSignal | undefined)[] = [];
  const stuck: SearchService = {
    ...STUCK,
    start: (_searcher, _body, _trials, signal) => {
      signals.push(signal);
      return never();
    },
  };
  const opened = Promise.withResolvers<SearchService>();
  const service = withinDeadline(opened.promise, clock);
  const early = assertRejects(() => service.start(SEARCHER, BYTES, []), ApiError);
  clock.advance(OPENING_MS);
  // Lets the call wait for the store once more.
  await new Promise((resolve) => setTimeout(resolve, 0));
  clock.advance(2_000);
  await early;
  opened.resolve(stuck);
  const late = assertRejects(() => service.start(SEARCHER, BYTES, []), ApiError);
  await new Promise((resolve) => setTimeout(resolve, 0));
  assertEquals(signals.map((signal) => signal?.aborted), [false]);
  clock.advance(2_000);
  assertEquals((await late).code, "OVERLOADED");
  assertEquals(signals.map((signal) => signal?.aborted), [true]);
});

Deno.test("the first calls wait for a store that opens late, and have their whole time then", async () => {
  const clock = new ManualClock();
  const opened = Promise.withResolvers<SearchService>();
  const service = withinDeadline(opened.promise, clock);
  const [first, second] = [service.list(SEARCHER), service.list(SEARCHER)];
  clock.advance(OPENING_MS - 1_000);
  const answers = [Promise.withResolvers<Bytes>(), Promise.withResolvers<Bytes>()];
  const asked = answers.values();
  opened.resolve({ ...STUCK, list: () => asked.next().value?.promise ?? never() });
  await new Promise((resolve) => setTimeout(resolve, 0));
  clock.advance(1_300);
  answers[0]?.resolve(BYTES);
  assertEquals(await first, BYTES);
  const late = assertRejects(() => second, ApiError);
  clock.advance(700);
  assertEquals((await late).code, "OVERLOADED");
});

Deno.test("a call that is answered in time is passed on, and so is the end of a file", async () => {
  const answer = (): Promise<Bytes> => Promise.resolve(BYTES);
  let isEnded = false;
  async function* pieces(): AsyncGenerator<Bytes, void, void> {
    try {
      yield BYTES;
      yield BYTES;
    } finally {
      isEnded = true;
    }
  }
  const file = (): Promise<AsyncIterable<Bytes>> => Promise.resolve(pieces());
  const service = withinDeadline(
    Promise.resolve({
      start: answer,
      list: answer,
      view: answer,
      cancel: answer,
      points: answer,
      file,
    }),
    new ManualClock(),
  );
  assertEquals(await service.list(SEARCHER), BYTES);
  for await (const piece of await service.file(SEARCHER, "id")) {
    assertEquals(piece, BYTES);
    break;
  }
  assert(isEnded);
});

Deno.test("a file is begun with its first piece, and a later piece has more time", async () => {
  const clock = new ManualClock();
  const waits = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  async function* pieces(): AsyncGenerator<Bytes, void, void> {
    yield BYTES;
    for (const { promise } of waits) {
      await promise;
      yield BYTES;
    }
  }
  const service = withinDeadline(
    Promise.resolve({ ...STUCK, file: () => Promise.resolve(pieces()) }),
    clock,
  );
  const file = (await service.file(SEARCHER, "id"))[Symbol.asyncIterator]();
  assertEquals(await file.next(), { done: false, value: BYTES });
  const late = file.next();
  clock.advance(9_000);
  waits[0]?.resolve();
  assertEquals(await late, { done: false, value: BYTES });
  const tooLate = assertRejects(() => file.next(), ApiError);
  clock.advance(11_000);
  assertEquals((await tooLate).code, "OVERLOADED");
});
