import { assertEquals, assertRejects } from "@std/assert";
import { ApiError } from "../../base/errors.ts";
import { ManualClock } from "../../testing/clock.ts";
import { InlineWorker } from "../../testing/inline_worker.ts";
import type { StoreThread } from "./store_thread.ts";
import type { StoreStart } from "./store_start.ts";
import { type RestartingThread, restartingThread } from "./restarting_thread.ts";

const SEARCHER = { keyId: "key", limits: { unitsPerDay: 1, atOnce: 1 }, unitsPerRequest: 50 };
const START = {} as StoreStart;

interface Setup {
  readonly thread: RestartingThread<StoreThread>;
  readonly workers: InlineWorker[];
  readonly reports: string[];
  readonly clock: ManualClock;
}

/** A thread whose workers serve a service that the test makes up. */
function setUp(service: object): Setup {
  const workers: InlineWorker[] = [];
  const reports: string[] = [];
  const clock = new ManualClock();
  const spawn = (): InlineWorker => {
    const worker = new InlineWorker(service);
    workers.push(worker);
    return worker;
  };
  const thread = restartingThread<StoreThread>(
    START,
    spawn,
    (sentence) => reports.push(sentence),
    clock,
  );
  return { thread, workers, reports, clock };
}

const never = (): Promise<never> => new Promise(() => {});

Deno.test("the first call starts the thread, and its failures are reported", async () => {
  const list = (): Uint8Array => new Uint8Array([1]);
  const { thread, workers, reports } = setUp({
    run: (_: StoreStart, report: (sentence: string) => void) => {
      report("a job was put back");
      return never();
    },
    searches: { list },
  });
  assertEquals(workers.length, 0);
  assertEquals(await thread.part("searches").list(SEARCHER), new Uint8Array([1]));
  assertEquals([workers.length, reports], [1, ["a job was put back"]]);
});

Deno.test("calls of a lost thread are OVERLOADED, and it starts again after 30 seconds", async () => {
  const { thread, workers, reports, clock } = setUp({ run: never, searches: { list: never } });
  const call = thread.part("searches").list(SEARCHER);
  await Promise.resolve();
  workers[0]?.fail("out of memory");
  assertEquals((await assertRejects(() => call, ApiError)).code, "OVERLOADED");
  assertEquals([reports.length, reports[0]?.includes("out of memory")], [1, true]);
  clock.advance(29_999);
  assertEquals(workers.length, 1);
  clock.advance(1);
  assertEquals(workers.length, 2);
});

Deno.test("a store that cannot be opened loses the thread; a closed thread stays closed", async () => {
  const { thread, workers, clock } = setUp({
    run: () => Promise.reject(new Error("the file is locked")),
    searches: { list: never },
  });
  const { code } = await assertRejects(() => thread.part("searches").list(SEARCHER), ApiError);
  assertEquals([code, workers[0]?.isTerminated], ["OVERLOADED", true]);
  thread.close();
  clock.advance(60_000);
  assertEquals(workers.length, 1);
});
