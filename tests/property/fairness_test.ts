import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { FairQueue } from "../../server/engine/fair_queue.ts";
import { openPool } from "../../server/testing/pool.ts";

interface Job {
  readonly keyId: string;
  readonly number: number;
}

const keyId = fc.constantFrom("a", "b", "c", "d", "e");

/** An arriving job, or a turn. */
const steps = fc.array(fc.oneof(keyId, fc.constant(null)), { maxLength: 200, size: "max" });

Deno.test("between two turns of a key, every key that waits throughout has one", () => {
  fc.assert(fc.property(steps, (all) => {
    const queue = new FairQueue<Job>(64);
    /** Turns of other keys since the last turn of each waiting key. */
    const since = new Map<string, Map<string, number>>();
    const waiting = new Map<string, number>();
    all.forEach((step, number) => {
      if (step !== null) {
        if (!queue.hasRoom(step)) return;
        queue.push({ keyId: step, number });
        waiting.set(step, (waiting.get(step) ?? 0) + 1);
        if (!since.has(step)) since.set(step, new Map());
        return;
      }
      const job = queue.next(() => true);
      if (job === null) return assertEquals(queue.size, 0);
      queue.take(job);
      since.delete(job.keyId);
      for (const turns of since.values()) {
        turns.set(job.keyId, (turns.get(job.keyId) ?? 0) + 1);
        assert((turns.get(job.keyId) ?? 0) <= 1, `${job.keyId} had two turns while one waited`);
      }
      const left = (waiting.get(job.keyId) ?? 0) - 1;
      waiting.set(job.keyId, left);
      if (left > 0) since.set(job.keyId, new Map());
    });
    assertEquals(queue.size, [...waiting.values()].reduce((sum, count) => sum + count, 0));
  }));
});

Deno.test("jobs of a key keep their order, even when requeued", () => {
  fc.assert(fc.property(fc.array(keyId, { maxLength: 60 }), fc.nat(20), (all, backCount) => {
    const queue = new FairQueue<Job>(1000);
    all.forEach((each, number) => queue.push({ keyId: each, number }));
    const takeSome = (count: number): Job[] => {
      const taken: Job[] = [];
      for (let job = queue.next(() => true); job && taken.length < count;) {
        queue.take(job);
        taken.push(job);
        job = queue.next(() => true);
      }
      return taken;
    };
    queue.requeue(takeSome(backCount));
    const order = takeSome(Infinity);
    assertEquals(order.length, all.length);
    for (const each of new Set(all)) {
      const numbers = order.filter((job) => job.keyId === each).map(({ number }) => number);
      assertEquals(numbers, numbers.toSorted((a, b) => a - b));
    }
  }));
});

Deno.test("a modest key is answered after at most two jobs of a greedy key, whatever waits", async () => {
  await fc.assert(fc.asyncProperty(fc.integer({ min: 1, max: 30 }), async (greedy) => {
    const { workers, pool, evaluate } = await openPool({ workersMax: 1, queueMax: 64 });
    const jobs = Array.from({ length: greedy }, (_, index) => evaluate(`g${index}`, "greedy"));
    jobs.push(evaluate("m", "modest"));
    const [worker] = workers;
    while (pool.stats.busy > 0) await worker?.answer([worker.batches.at(-1)?.[0] ?? ""]);
    await Promise.all(jobs);
    const place = worker?.batches.flat().indexOf("m") ?? -1;
    assert(place >= 0 && place <= 2, `it came after ${place}`);
  }));
});
