import { assert, assertEquals } from "@std/assert";
import { ManualClock } from "../testing/clock.ts";
import { heapBytes } from "../testing/heap.ts";
import { WorkerShares } from "./worker_shares.ts";

/** Returns the jobs of busy workers, one string of keys per worker. */
function inHand(...keyIds: string[]): { keyId: string }[][] {
  return keyIds.map((keyId) => [{ keyId }]);
}

Deno.test("a key that is alone may use all workers", () => {
  const shares = new WorkerShares(2, new ManualClock());
  shares.recordRequest("a");
  shares.recordRequest("a");
  assert(shares.mayRun("a", inHand("a")));
});

Deno.test("a key is alone until another key requests a run, whatever its id", () => {
  for (const keyId of ["a", ""]) {
    assert(new WorkerShares(2, new ManualClock()).mayRun(keyId, inHand(keyId)));
  }
});

Deno.test("a key leaves one worker free for ten seconds after another key's request", () => {
  const clock = new ManualClock();
  const shares = new WorkerShares(2, clock);
  for (const keyId of ["b", "a", "a"]) shares.recordRequest(keyId);
  assert(shares.mayRun("a", inHand()));
  assert(!shares.mayRun("a", inHand("a")));
  assert(shares.mayRun("b", inHand("a")));
  clock.advance(10_000);
  shares.recordRequest("a");
  assert(!shares.mayRun("a", inHand("a")));
  clock.advance(1);
  assert(shares.mayRun("a", inHand("a")));
});

Deno.test("a single worker is open to all keys", () => {
  const shares = new WorkerShares(1, new ManualClock());
  for (const keyId of ["a", "b"]) shares.recordRequest(keyId);
  shares.recordTermination("a");
  for (const keyId of ["a", "b"]) assert(shares.mayRun(keyId, inHand()));
});

Deno.test("a key that is not alone may use all workers but one", () => {
  const shares = new WorkerShares(4, new ManualClock());
  for (const keyId of ["a", "b"]) shares.recordRequest(keyId);
  // [assigned jobs, whether "a" may have one more worker, whether "b" may]
  const cases: [string[], boolean, boolean][] = [
    [[], true, true],
    [["a", "a"], true, true],
    [["a", "a", "b"], true, true],
    [["a", "a", "a"], false, true],
    [["b", "b", "b"], true, false],
  ];
  for (const [keyIds, a, b] of cases) {
    const mayRun = ["a", "b"].map((keyId) => shares.mayRun(keyId, inHand(...keyIds)));
    assertEquals(mayRun, [a, b], `[${keyIds}] are assigned`);
  }
  // A worker counts once, and for every key that has a job in its batch.
  const mixed = [[{ keyId: "a" }, { keyId: "a" }, { keyId: "c" }], ...inHand("a")];
  assert(shares.mayRun("a", mixed));
  assert(!shares.mayRun("a", [...mixed, [{ keyId: "c" }, { keyId: "a" }]]));
});

Deno.test("a suspect is cleared after a minute", () => {
  const clock = new ManualClock();
  const shares = new WorkerShares(4, clock);
  for (const keyId of ["a", "b"]) shares.recordTermination(keyId);
  assert(shares.mayRun("a", inHand("c")));
  assert(!shares.mayRun("a", inHand("b")));
  clock.advance(59_999);
  assertEquals(["a", "b", "c"].map((keyId) => shares.isSuspect(keyId)), [true, true, false]);
  clock.advance(1);
  assert(!shares.isSuspect("a"));
  assert(shares.mayRun("a", inHand("b")));
});

Deno.test("a cleared suspect takes no memory", () => {
  const clock = new ManualClock();
  const shares = new WorkerShares(4, clock);
  const before = heapBytes();
  for (let index = 0; index < 100_000; index++) {
    shares.recordTermination(`key ${index}`);
    clock.advance(60_000);
  }
  // A hundred thousand keys that stay take 8 MB; another test may leave some of its own meanwhile.
  assert(heapBytes() - before < 2_000_000);
  assert(!shares.isSuspect("key 99999"));
});
