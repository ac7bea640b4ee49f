import { assertEquals, assertRejects } from "@std/assert";
import { InlineWorker } from "../../testing/inline_worker.ts";
import { engineClient } from "./client.ts";
import { EngineFailure, type Failure, toFailure } from "./failure.ts";
import type { Arena } from "./messages.ts";

const ARENA = { strategies: [], markets: [] } as unknown as Arena;
const CANDIDATE = { marketId: 1 as const, components: [{ strategyId: "yield-rsi" }] };

/** A worker whose engine is made up. */
function workerOf(service: object): InlineWorker {
  return new InlineWorker({ open: () => ARENA, ...service }, { isInOrder: true });
}

function failing(failure: Failure): () => never {
  return () => {
    throw new EngineFailure(failure);
  };
}

async function failed(call: Promise<unknown>): Promise<Failure> {
  return toFailure(await assertRejects(() => call));
}

Deno.test("a refusal fails its own call, and the worker stays", async () => {
  const failure = { kind: "rejected", code: "X", detail: "no", fieldErrors: [] } as const;
  let spawned = 0;
  const client = engineClient(() => {
    spawned++;
    return workerOf({ check: failing(failure), columns: () => [] });
  });
  assertEquals(await failed(client.check(CANDIDATE)), failure);
  await client.columns(1, "hourly");
  assertEquals(spawned, 1);
});

Deno.test("a broken engine fails all pending calls, and the next call gets a fresh one", async () => {
  const failure = { kind: "broken", detail: "trap" } as const;
  const workers: InlineWorker[] = [];
  const client = engineClient(() => {
    const never = (): Promise<never> => new Promise(() => {});
    const worker = workers.length > 0
      ? workerOf({ check: () => [] })
      : new InlineWorker({ open: () => ARENA, show: failing(failure), check: never });
    workers.push(worker);
    return worker;
  });
  const [waiting, broken] = [failed(client.check(CANDIDATE)), failed(client.show(CANDIDATE))];
  assertEquals(await Promise.all([waiting, broken]), [failure, failure]);
  await client.check(CANDIDATE);
  assertEquals(workers.map(({ isTerminated }) => isTerminated), [true, false]);
});

Deno.test("an error that has no name of its own is a broken engine", async () => {
  const workers: InlineWorker[] = [];
  const client = engineClient(() => {
    const check = (): never => {
      throw new RangeError("unreachable");
    };
    const worker = workerOf({ check });
    workers.push(worker);
    return worker;
  });
  const failure = { kind: "broken", detail: "unreachable" };
  assertEquals(await failed(client.check(CANDIDATE)), failure);
  assertEquals(workers.map(({ isTerminated }) => isTerminated), [true]);
});

Deno.test("a file that does not load fails the start, and the next start can succeed", async () => {
  const failure = { kind: "fetch", url: "/x", detail: "offline" } as const;
  let starts = 0;
  const client = engineClient(
    () => workerOf(++starts === 1 ? { open: failing(failure) } : {}),
  );
  assertEquals(await failed(client.arena()), failure);
  assertEquals(await client.arena(), ARENA);
});

Deno.test("a worker that cannot be made or loaded is told as blocked", async () => {
  const refusing = engineClient(() => {
    throw new Error("no workers here");
  });
  const detail = "Cannot start the engine in this browser: no workers here";
  assertEquals(await failed(refusing.check(CANDIDATE)), { kind: "blocked", detail });
  const unloaded = engineClient(() => {
    const worker = workerOf({ open: () => new Promise(() => {}) });
    queueMicrotask(() => worker.fail(""));
    return worker;
  });
  assertEquals((await failed(unloaded.arena())).kind, "blocked");
});

Deno.test("a call that is made just before the engine is stopped fails, and the next one answers", async () => {
  const client = engineClient(() => workerOf({ check: () => [] }));
  await client.arena();
  const stopped = failed(client.check(CANDIDATE));
  client.close();
  assertEquals((await stopped).kind, "broken");
  await client.check(CANDIDATE);
});
