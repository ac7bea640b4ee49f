import { assertEquals } from "@std/assert";
import { FailureThrottle } from "./failure_throttle.ts";

const POLICY = { failuresMax: 3, windowMs: 60_000, addressesMax: 2 };

Deno.test("fail() refuses the fourth failure of a minute until the first leaves the window", () => {
  const throttle = new FailureThrottle(POLICY);
  assertEquals([0, 1_000, 2_000].map((nowMs) => throttle.recordFailure("a", nowMs)), [
    null,
    null,
    null,
  ]);
  assertEquals(throttle.recordFailure("a", 10_000), 50_000);
  // Refused attempts do not count, so the wait does not grow.
  assertEquals(throttle.recordFailure("a", 59_999), 1);
  assertEquals(throttle.recordFailure("a", 60_000), null);
});

Deno.test("fail() rounds fractions of a millisecond up", () => {
  const throttle = new FailureThrottle(POLICY);
  for (const nowMs of [0.5, 0.6, 0.7]) throttle.recordFailure("a", nowMs);
  assertEquals(throttle.recordFailure("a", 60_000.5), 1);
  assertEquals(throttle.recordFailure("a", 60_001.5), null);
});

Deno.test("fail() counts each address separately", () => {
  const throttle = new FailureThrottle(POLICY);
  for (const nowMs of [0, 1, 2]) throttle.recordFailure("a", nowMs);
  assertEquals(throttle.recordFailure("b", 3), null);
  assertEquals(throttle.recordFailure("a", 4), 59_996);
});

Deno.test("fail() forgets the address that failed longest ago when there are too many", () => {
  const throttle = new FailureThrottle(POLICY);
  for (const address of ["a", "a", "a", "b", "c"]) throttle.recordFailure(address, 0);
  assertEquals(throttle.recordFailure("a", 1), null);
});

Deno.test("fail() remembers an address that has failed again", () => {
  const throttle = new FailureThrottle(POLICY);
  for (const address of ["a", "b", "a", "a", "c"]) throttle.recordFailure(address, 0);
  assertEquals(throttle.recordFailure("a", 1), 59_999);
});
