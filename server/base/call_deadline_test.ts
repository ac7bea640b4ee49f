import { assert, assertEquals, assertRejects } from "@std/assert";
import { ManualClock } from "../testing/clock.ts";
import { InlineWorker } from "../testing/inline_worker.ts";
import { DEADLINE, withCallDeadlines } from "./call_deadline.ts";
import { ApiError } from "./errors.ts";
import { Connection, lazyRemote, type Remote } from "./remote.ts";
import { turn } from "../testing/until.ts";

interface Service {
  read(): Promise<number>;
  change(to: number, signal?: AbortSignal): Promise<number>;
  stream(): Promise<AsyncIterable<number>>;
}

const OPENING_MS = 15_000;
const never = (): Promise<never> => new Promise(() => {});
/** A service that never answers; its stream never has a piece. */
const STUCK: Service = {
  read: never,
  change: never,
  stream: () => Promise.resolve({ [Symbol.asyncIterator]: () => ({ next: never }) }),
};

/** Returns a service whose calls have deadlines on a thread, as another thread calls it. */
function remoteOf(opened: Promise<Service>, clock: ManualClock): Remote<Service> {
  const store = withCallDeadlines(opened, {
    clock,
    signalAt: { change: 1 },
    toError: (cause) => new ApiError("OVERLOADED", String(cause), { retryAfterMs: 1 }),
  });
  const connect = (): Connection<{ store: Service }> =>
    new Connection(new InlineWorker({ store }), {});
  return lazyRemote(connect).part("store");
}

async function assertLate(call: () => Promise<unknown>, clock: ManualClock): Promise<void> {
  const asked = assertRejects(call, ApiError, DEADLINE);
  await turn();
  clock.advance(2_000);
  const { code, context: { retryAfterMs } } = await asked;
  assertEquals([code, retryAfterMs], ["OVERLOADED", 1]);
}

Deno.test("every call on a service is late when its store does not answer or open in time", async () => {
  const clock = new ManualClock();
  const stuck = remoteOf(Promise.resolve(STUCK), clock);
  await assertLate(() => stuck.read(), clock);
  await assertLate(() => stuck.change(1), clock);
  await assertLate(() => stuck.stream(), clock);
  const unopened = remoteOf(never(), clock);
  clock.advance(OPENING_MS);
  await assertLate(() => unopened.read(), clock);
});

Deno.test("a change that is not answered in time is dropped if its turn comes later", async () => {
  const clock = new ManualClock();
  const signals: (AbortSignal | undefined)[] = [];
  const opened = Promise.withResolvers<Service>();
  const service = remoteOf(opened.promise, clock);
  const early = assertRejects(() => service.change(1), ApiError, DEADLINE);
  await turn();
  clock.advance(OPENING_MS);
  // Lets the call wait for the store once more.
  await turn();
  clock.advance(2_000);
  await early;
  const change = (_to: number, signal?: AbortSignal): Promise<never> => {
    signals.push(signal);
    return never();
  };
  opened.resolve({ ...STUCK, change });
  await turn();
  assertEquals(signals, [], "a store that opens late makes nothing that its caller has given up");

  const late = assertRejects(() => service.change(2), ApiError, DEADLINE);
  await turn();
  assertEquals(signals.map((signal) => signal?.aborted), [false]);
  clock.advance(2_000);
  await late;
  assertEquals(signals.map((signal) => signal?.aborted), [true]);
});

Deno.test("a change that tells of its end within a moment after its deadline is answered", async () => {
  const clock = new ManualClock();
  const change = (to: number, signal?: AbortSignal): Promise<number> =>
    new Promise((resolve) => signal?.addEventListener("abort", () => resolve(to)));
  const service = remoteOf(Promise.resolve({ ...STUCK, change }), clock);
  const asked = service.change(7);
  await turn();
  clock.advance(1_400);
  assertEquals(await asked, 7);
});

Deno.test("the first calls wait for a store that opens late, and have their whole time then", async () => {
  const clock = new ManualClock();
  const opened = Promise.withResolvers<Service>();
  const service = remoteOf(opened.promise, clock);
  const [first, second] = [service.read(), service.read()];
  await turn();
  clock.advance(OPENING_MS - 1_000);
  const answers = [Promise.withResolvers<number>(), Promise.withResolvers<number>()];
  const asked = answers.values();
  opened.resolve({ ...STUCK, read: () => asked.next().value?.promise ?? never() });
  await turn();
  clock.advance(1_300);
  answers[0]?.resolve(5);
  assertEquals(await first, 5);
  const late = assertRejects(() => second, ApiError, DEADLINE);
  clock.advance(700);
  await late;
});

Deno.test("a call that is answered in time is passed on, and so is the end of a stream", async () => {
  let isEnded = false;
  async function* pieces(): AsyncGenerator<number, void, void> {
    try {
      yield 1;
      yield 2;
    } finally {
      isEnded = true;
    }
  }
  const opened: Service = {
    read: () => Promise.resolve(3),
    change: (to) => Promise.resolve(to),
    stream: () => Promise.resolve(pieces()),
  };
  const service = remoteOf(Promise.resolve(opened), new ManualClock());
  assertEquals([await service.read(), await service.change(4)], [3, 4]);
  for await (const piece of await service.stream()) {
    assertEquals(piece, 1);
    break;
  }
  await turn();
  assert(isEnded);
});

Deno.test("a stream is begun with its first piece, and a later piece has more time", async () => {
  const clock = new ManualClock();
  const waits = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  async function* pieces(): AsyncGenerator<number, void, void> {
    yield 0;
    for (const [at, { promise }] of waits.entries()) {
      await promise;
      yield at + 1;
    }
  }
  const opened: Service = { ...STUCK, stream: () => Promise.resolve(pieces()) };
  const service = remoteOf(Promise.resolve(opened), clock);
  const stream = (await service.stream())[Symbol.asyncIterator]();
  assertEquals(await stream.next(), { done: false, value: 0 });
  const second = stream.next();
  await turn();
  clock.advance(9_000);
  waits[0]?.resolve();
  assertEquals(await second, { done: false, value: 1 });
  const tooLate = assertRejects(() => stream.next(), ApiError, DEADLINE);
  await turn();
  clock.advance(11_000);
  await tooLate;
});
