import { assertEquals, assertRejects } from "@std/assert";
import { EngineClient, type Port } from "./client.ts";
import { EngineFailure } from "./failure.ts";
import type { Arena, FromWorker, Program, ToWorker } from "./messages.ts";

const ARENA = { strategies: [], markets: [] } as unknown as Arena;
const PROGRAM = {} as Program;
const CANDIDATE = { marketId: 1 as const, components: [{ strategyId: "yield-rsi" }] };

/** A worker that answers as the test says. */
class FakeWorker implements Port {
  onmessage: Port["onmessage"] = null;
  onerror: Port["onerror"] = null;
  isTerminated = false;
  readonly #reply: (message: ToWorker) => FromWorker | null;

  constructor(reply: (message: ToWorker) => FromWorker | null) {
    this.#reply = reply;
  }

  postMessage(message: ToWorker): void {
    const reply = this.#reply(message);
    if (reply === null) return;
    queueMicrotask(() => {
      this.onmessage?.call(this as unknown as Worker, { data: reply } as MessageEvent);
    });
  }

  terminate(): void {
    this.isTerminated = true;
  }
}

function opening(rest: (message: ToWorker) => FromWorker | null): FakeWorker {
  return new FakeWorker((message) =>
    message.call === "open" ? { id: message.id, answer: ARENA } : rest(message)
  );
}

async function failureOf(call: Promise<unknown>): Promise<EngineFailure["failure"]> {
  return (await assertRejects(() => call, EngineFailure)).failure;
}

Deno.test("a refusal fails its own call, and the worker goes on", async () => {
  const failure = { kind: "rejected", code: "X", detail: "no", fieldErrors: [] } as const;
  let spawned = 0;
  const client = new EngineClient(() => {
    spawned++;
    return opening(({ id, call }) =>
      call === "check" ? { id, failure } : { id, answer: [] as never }
    );
  }, () => Promise.resolve(PROGRAM));
  assertEquals(await failureOf(client.check(CANDIDATE)), failure);
  await client.columns(1, "hourly");
  assertEquals(spawned, 1);
});

Deno.test("a broken engine fails all that waits, and the next call gets a fresh one", async () => {
  const failure = { kind: "broken", detail: "trap" } as const;
  const workers: FakeWorker[] = [];
  const client = new EngineClient(() => {
    const isFirst = workers.length === 0;
    const worker = opening(({ id, call }) => {
      if (!isFirst) return { id, answer: [] as never };
      return call === "run" ? { id, failure } : null;
    });
    workers.push(worker);
    return worker;
  }, () => Promise.resolve(PROGRAM));
  const waiting = client.check(CANDIDATE);
  const broken = client.run(CANDIDATE);
  assertEquals([await failureOf(waiting), await failureOf(broken)], [failure, failure]);
  await client.check(CANDIDATE);
  assertEquals(workers.map(({ isTerminated }) => isTerminated), [true, false]);
});

Deno.test("a file that does not come fails the start, and trying again can succeed", async () => {
  const failure = { kind: "fetch", url: "/x", detail: "offline" } as const;
  let starts = 0;
  const client = new EngineClient(
    () => new FakeWorker(({ id }) => ++starts === 1 ? { id, failure } : { id, answer: ARENA }),
    () => Promise.resolve(PROGRAM),
  );
  assertEquals(await failureOf(client.arena()), failure);
  assertEquals(await client.arena(), ARENA);
});

Deno.test("a worker that cannot be made or loaded is told as blocked", async () => {
  const refusing = new EngineClient(() => {
    throw new Error("no workers here");
  }, () => Promise.resolve(PROGRAM));
  const detail = "Cannot start the engine in this browser: no workers here";
  assertEquals(await failureOf(refusing.check(CANDIDATE)), { kind: "blocked", detail });
  const unloaded = new EngineClient(() => {
    const worker = new FakeWorker(() => null);
    queueMicrotask(() => {
      worker.onerror?.call(worker as unknown as Worker, new ErrorEvent("error", { message: "" }));
    });
    return worker;
  }, () => Promise.resolve(PROGRAM));
  assertEquals((await failureOf(unloaded.arena())).kind, "blocked");
});

Deno.test("a call that is made just before the engine is stopped fails, and the next one answers", async () => {
  const client = new EngineClient(
    () => opening(({ id }) => ({ id, answer: [] as never })),
    () => Promise.resolve(PROGRAM),
  );
  await client.arena();
  const stopped = client.check(CANDIDATE);
  client.close();
  assertEquals((await failureOf(stopped)).kind, "broken");
  await client.check(CANDIDATE);
});
