import { assertEquals } from "@std/assert";
import { FairQueue } from "./fair_queue.ts";

interface Job {
  readonly keyId: string;
  readonly name: string;
}

/** Returns the job of this name, whose first letter is its key. */
function jobOf(name: string): Job {
  return { keyId: name.slice(0, 1), name };
}

function queueOf(...names: string[]): FairQueue<Job> {
  const queue = new FairQueue<Job>(99);
  for (const name of names) queue.push(jobOf(name));
  return queue;
}

/** Takes the next job among those that may run. */
function takeNext(queue: FairQueue<Job>, mayGo = (_job: Job): boolean => true): string | null {
  const job = queue.next(mayGo);
  if (job) queue.take(job);
  return job?.name ?? null;
}

/** Takes all jobs in turn. */
function drain(queue: FairQueue<Job>): string[] {
  const names: string[] = [];
  for (let name = takeNext(queue); name !== null; name = takeNext(queue)) names.push(name);
  return names;
}

Deno.test("a key that may not run keeps its turn", () => {
  const queue = queueOf("a1", "b1", "c1");
  assertEquals(takeNext(queue, ({ keyId }) => keyId !== "a"), "b1");
  assertEquals(takeNext(queue, () => false), null);
  assertEquals(drain(queue), ["a1", "c1"]);
});

Deno.test("take() of a key without jobs changes nothing", () => {
  const queue = queueOf("a1");
  queue.take(jobOf("b1"));
  assertEquals([queue.size, drain(queue)], [1, ["a1"]]);
});

Deno.test("a key may queue as many jobs as it leaves places free", () => {
  const queue = new FairQueue<Job>(6);
  // Of 6 places "a" takes 3, "b" 2 of the 3 that are left, and "c" the last one.
  const steps: [string, boolean][] = [
    ["a1", true],
    ["a2", true],
    ["a3", true],
    ["a4", false],
    ["b1", true],
    ["b2", true],
    ["b3", false],
    ["c1", true],
    ["c2", false],
    ["d1", false],
  ];
  for (const [name, hasRoom] of steps) {
    const job = jobOf(name);
    assertEquals(queue.hasRoom(job.keyId), hasRoom, name);
    if (hasRoom) queue.push(job);
  }
  assertEquals(queue.size, 6);
});

Deno.test("takeAll() empties the queue and frees its places", () => {
  const queue = queueOf("a1", "b1", "a2");
  assertEquals(queue.takeAll().map(({ name }) => name), ["a1", "a2", "b1"]);
  assertEquals([queue.size, queue.takeAll(), queue.next(() => true)], [0, [], null]);
  queue.push(jobOf("c1"));
  assertEquals([queue.size, drain(queue)], [1, ["c1"]]);
});

Deno.test("a removed job leaves the turns of all keys as they were", () => {
  const jobs = ["a1", "a2", "b1", "c1"].map(jobOf);
  const queue = new FairQueue<Job>(9);
  for (const job of jobs) queue.push(job);
  const [a1, , b1] = jobs;
  for (const job of [a1, a1, b1]) if (job) queue.remove(job);
  assertEquals([queue.size, drain(queue)], [2, ["a2", "c1"]]);
});
