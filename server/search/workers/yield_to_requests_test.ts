import { assertEquals } from "@std/assert";
import { RecentRequests } from "./yield_to_requests.ts";

Deno.test("a request lets every thread expect others for half a second", () => {
  // The clock of all threads overflows 32 bits.
  let nowMs = 2 ** 31 - 100;
  const requests = new RecentRequests(undefined, () => nowMs);
  const elsewhere = new RecentRequests(requests.memory, () => nowMs);
  const expects = [elsewhere.expectsRequests];
  requests.record();
  for (const afterMs of [0, 499, 1]) {
    nowMs += afterMs;
    expects.push(elsewhere.expectsRequests);
  }
  assertEquals(expects, [false, true, true, false]);
});
