import { assert, assertEquals } from "@std/assert";
import { ManualClock } from "../testing/clock.ts";
import { WorkerShares } from "./worker_shares.ts";

/** Returns the jobs of busy workers, one string of keys per worker. */
function inHand(...keyIds: string[]): { keyId: string; weight: number }[][] {
  return keyIds.map((keyId) => [{ keyId, weight: 1 }]);
}

function mayRunLight(
  shares: WorkerShares,
  keyId: string,
  assigned: ReturnType<typeof inHand>,
): boolean {
  return shares.mayRun({ keyId, weight: 1 }, assigned);
}

Deno.test("a key is alone until another key requests a run, whatever its id", () => {
  for (const keyId of ["a", ""]) {
    assert(mayRunLight(new WorkerShares(2, new ManualClock()), keyId, inHand(keyId)));
  }
});

Deno.test("a key leaves one worker free for ten seconds after another key's request", () => {
  const clock = new ManualClock();
  const shares = new WorkerShares(2, clock);
  for (const keyId of ["b", "a", "a"]) shares.recordRequest(keyId);
  assert(mayRunLight(shares, "a", inHand()));
  assert(!mayRunLight(shares, "a", inHand("a")));
  assert(mayRunLight(shares, "b", inHand("a")));
  clock.advance(10_000);
  shares.recordRequest("a");
  assert(!mayRunLight(shares, "a", inHand("a")));
  clock.advance(1);
  assert(mayRunLight(shares, "a", inHand("a")));
});

Deno.test("a single worker is open to all keys", () => {
  const shares = new WorkerShares(1, new ManualClock());
  for (const keyId of ["a", "b"]) shares.recordRequest(keyId);
  for (const keyId of ["a", "b"]) assert(mayRunLight(shares, keyId, inHand()));
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
    const mayRun = ["a", "b"].map((keyId) => mayRunLight(shares, keyId, inHand(...keyIds)));
    assertEquals(mayRun, [a, b], `[${keyIds}] are assigned`);
  }
  // A worker counts once, and for every key that has a job in its batch.
  const mixed = [inHand("a", "a", "c").flat(), ...inHand("a")];
  assert(mayRunLight(shares, "a", mixed));
  assert(!mayRunLight(shares, "a", [...mixed, inHand("c", "a").flat()]));
});

Deno.test("heavy work of all keys together leaves one worker free, unless its key is alone", () => {
  const clock = new ManualClock();
  const shares = new WorkerShares(2, clock);
  const heavy = (keyId: string) => ({ keyId, weight: 8 });
  for (const keyId of ["a", "b"]) shares.recordRequest(keyId);
  assert(shares.mayRun(heavy("b"), inHand("a")));
  assert(!shares.mayRun(heavy("b"), [[heavy("a")]]));
  assert(shares.mayRun({ keyId: "b", weight: 7 }, [[heavy("a")]]));
  clock.advance(10_001);
  shares.recordRequest("b");
  assert(shares.mayRun(heavy("b"), [[heavy("b")]]));
});
