import { assert } from "@std/assert";
import { ManualClock } from "../../tests/support/clock.ts";
import { WorkerShares } from "./worker_shares.ts";

/** Returns what busy workers have in hand, a key for each. */
function inHand(...keyIds: string[]): { keyId: string }[][] {
  return keyIds.map((keyId) => [{ keyId }]);
}

Deno.test("a key that is alone has all workers", () => {
  const shares = new WorkerShares(2, new ManualClock());
  shares.noteAsked("a");
  shares.noteAsked("a");
  assert(shares.mayRun("a", inHand("a")));
});

Deno.test("a key leaves a worker to the others for ten seconds after they have asked", () => {
  const clock = new ManualClock();
  const shares = new WorkerShares(2, clock);
  for (const keyId of ["b", "a", "a"]) shares.noteAsked(keyId);
  assert(shares.mayRun("a", inHand()));
  assert(!shares.mayRun("a", inHand("a")));
  assert(shares.mayRun("b", inHand("a")));
  clock.advance(10_001);
  shares.noteAsked("a");
  assert(shares.mayRun("a", inHand("a")));
});

Deno.test("one worker is for everybody", () => {
  const shares = new WorkerShares(1, new ManualClock());
  for (const keyId of ["a", "b"]) shares.noteAsked(keyId);
  shares.noteEnded("a");
  assert(shares.mayRun("a", inHand()));
});

Deno.test("a suspect is cleared after a minute", () => {
  const clock = new ManualClock();
  const shares = new WorkerShares(4, clock);
  for (const keyId of ["a", "b"]) shares.noteEnded(keyId);
  assert(shares.mayRun("a", inHand("c")));
  assert(!shares.mayRun("a", inHand("b")));
  clock.advance(60_000);
  assert(!shares.isSuspect("a"));
  assert(shares.mayRun("a", inHand("b")));
});
