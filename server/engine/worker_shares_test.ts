import { assert, assertEquals } from "@std/assert";
import { ManualClock } from "../testing/clock.ts";
import { heapBytes } from "../testing/heap.ts";
import { WorkerShares } from "./worker_shares.ts";

/** Returns what busy workers have in hand, a key for each. */
function inHand(...keyIds: string[]): { keyId: string }[][] {
  return keyIds.map((keyId) => [{ keyId }]);
}

Deno.test("a key that is alone has all workers", () => {
  const shares = new WorkerShares(2, new ManualClock());
  shares.recordRequest("a");
  shares.recordRequest("a");
  assert(shares.mayRun("a", inHand("a")));
});

Deno.test("a key is alone as long as nobody has asked, whatever it is called", () => {
  for (const keyId of ["a", ""]) {
    assert(new WorkerShares(2, new ManualClock()).mayRun(keyId, inHand(keyId)));
  }
});

Deno.test("a key leaves a worker to the others for ten seconds after they have asked", () => {
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

Deno.test("one worker is for everybody", () => {
  const shares = new WorkerShares(1, new ManualClock());
  for (const keyId of ["a", "b"]) shares.recordRequest(keyId);
  shares.recordTermination("a");
  for (const keyId of ["a", "b"]) assert(shares.mayRun(keyId, inHand()));
});

Deno.test("a key that is not alone has all workers but one", () => {
  const shares = new WorkerShares(4, new ManualClock());
  for (const keyId of ["a", "b"]) shares.recordRequest(keyId);
  // [what is in hand, whether "a" may have one more, whether "b" may]
  const cases: [string[], boolean, boolean][] = [
    [[], true, true],
    [["a", "a"], true, true],
    [["a", "a", "b"], true, true],
    [["a", "a", "a"], false, true],
    [["b", "b", "b"], true, false],
  ];
  for (const [keyIds, a, b] of cases) {
    const mayRun = ["a", "b"].map((keyId) => shares.mayRun(keyId, inHand(...keyIds)));
    assertEquals(mayRun, [a, b], `[${keyIds}] are in hand`);
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

Deno.test("a suspect that is cleared takes no memory", () => {
  const clock = new ManualClock();
  const shares = new WorkerShares(4, clock);
  const before = heapBytes();
  for (let index = 0; index < 10_000; index++) {
    shares.recordTermination(`key ${index}`);
    clock.advance(60_000);
  }
  // Ten thousand keys that stay take 0.8 MB.
  assert(heapBytes() - before < 200_000);
  assert(!shares.isSuspect("key 9999"));
});
